/** Scorecards: the questions by which calls are judged, and the answers that reviewers gave. */

import { defineEntity, freshness } from '../catalog.ts';
import {
  flag,
  float,
  hidden,
  id,
  instant,
  json,
  link,
  list,
  node,
  numeral,
  object,
  orAbsent,
  orNull,
  type RecordOf,
  text,
  within,
} from './declaration.ts';

export const settingsScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'settings_scorecards',
  key: 'scorecardId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  freshness: freshness.settings,
});

export const statsActivityScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'stats_activity_scorecards',
  key: 'answeredScorecardId',
  operations: {
    list: {
      answer: 'cursor-page',
      params: {
        filter: {
          type: 'object',
          fields: {
            fromDateTime: { type: 'date-time' },
            toDateTime: { type: 'date-time' },
            scorecardIds: { type: 'strings' },
            reviewedUserIds: { type: 'strings' },
            reviewerUserIds: { type: 'strings' },
            callIds: { type: 'strings' },
          },
        },
        cursor: { type: 'string' },
      },
    },
  },
  freshness: freshness.statistics,
});

export const question = object('ScorecardQuestion', 'One question of a scorecard.', {
  upstreamId: id('questionId', 'Id at the platform.'),
  revisionId: id(
    'questionRevisionId',
    'Id of this wording; another one is made whenever the question is changed.',
  ),
  text: text('questionText', 'The question.'),
  type: text('questionType', 'RANGE, OPEN, MULTIPLE_CHOICE, YES_NO; the platform may add others.'),
  isRequired: orAbsent(
    flag('isRequired', 'Whether it has to be answered; null where the platform does not say.'),
  ),
  isOverall: flag('isOverall', 'Whether its score is that of the whole scorecard.'),
  answerGuide: orNull(text('answerGuide', 'Advice to the reviewer.')),
  minRange: orNull(numeral('minRange', 'Lowest score of a range, a number as text.')),
  maxRange: orNull(numeral('maxRange', 'Highest score of a range, a number as text.')),
  answerOptions: list(
    json('answerOptions', 'What can be chosen; the platform leaves the form of an option open.'),
  ),
  updater: link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
  createdAt: instant('created', 'When it was added.'),
  updatedAt: instant('updated', 'When it was last changed.'),
});

export type ScorecardQuestionRecord = RecordOf<typeof question>;

export const scorecard = node(
  'Scorecard',
  'Questions by which calls are judged.',
  { entity: settingsScorecards, part: 'scorecard' },
  {
    name: text('scorecardName', 'What it is called.'),
    isEnabled: flag('enabled', 'Whether it can be filled in.'),
    reviewMethod: text('reviewMethod', 'MANUAL or AUTOMATIC; the platform may add others.'),
    createdAt: instant('created', 'When it was set up.'),
    updatedAt: instant('updated', 'When it was last changed.'),
    updater: link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
    workspace: orNull(
      link(
        'Workspace',
        'workspaceId',
        'The workspace it belongs to; null for a scorecard of all workspaces.',
      ),
    ),
    questions: list(within(question, 'questions', 'Its questions as they are now.')),
  },
);

export type ScorecardRecord = RecordOf<typeof scorecard> & { readonly scorecardId: string };

export const answer = object('ScorecardAnswer', 'The answer to one question of a scorecard.', {
  questionId: id(
    'questionId',
    "Upstream id of the question, as the scorecard's questions carry it.",
  ),
  questionRevisionId: id('questionRevisionId', 'Id of the wording that was answered.'),
  isOverall: flag('isOverall', 'Whether this is the score of the whole scorecard.'),
  isNotApplicable: flag('notApplicable', 'Whether the reviewer passed the question over.'),
  answer: text(
    'answer',
    'The answer as text: a number, Yes or No, the options chosen, or free text.',
  ),
  answerText: orNull(text('answerText', 'What the reviewer added.')),
  score: float('score', "The answer as a number, in the question's range."),
  selectedOptions: orNull(
    list(
      json('selectedOptions', 'The options chosen; null where there was nothing to choose from.'),
    ),
  ),
});

export type AnswerRecord = RecordOf<typeof answer>;

export const answeredScorecard = node(
  'AnsweredScorecard',
  'A review: the answers of one reviewer to the questions of a scorecard on a call. Of a private call it shows who and when; what was judged, and how, needs the right "private-calls".',
  { entity: statsActivityScorecards },
  {
    scorecardName: hidden(text('scorecardName', 'What the scorecard was called then.')),
    scorecard: hidden(
      link('Scorecard', 'scorecardId', 'The scorecard; null where it has been deleted.'),
    ),
    call: link('Call', 'callId', 'The call that was judged.'),
    callStartedAt: instant('callStartTime', 'When that call started.'),
    reviewedUser: link('User', 'reviewedUserId', 'Whose part in the call was judged.'),
    reviewer: link('User', 'reviewerUserId', 'Who judged; null where the platform did by itself.'),
    editor: orNull(
      link('User', 'editorUserId', 'Who changed the review afterwards; null where nobody did.'),
    ),
    reviewMethod: hidden(text('reviewMethod', 'MANUAL or AUTOMATIC; the platform may add others.')),
    answeredAt: instant('answeredDateTime', 'When it was filled in.'),
    reviewedAt: instant('reviewTime', 'When the review was handed in.'),
    visibilityType: hidden(
      text('visibilityType', 'Who may see it, as a code; the platform leaves the codes open.'),
    ),
    visibility: hidden(text('visibility', 'Who may see it, in words.')),
    overallScore: hidden(float('overallScore', 'Score of the overall question, in its own range.')),
    answers: hidden(list(within(answer, 'answers', 'The answers, in the order of the questions.'))),
  },
);

/** The review's own id is its key. */
export type AnsweredScorecardRecord = RecordOf<typeof answeredScorecard> & {
  readonly answeredScorecardId: string;
};
