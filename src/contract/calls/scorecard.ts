/** Scorecards: questions that rate a call, and the answers that reviewers gave. */

import { defineEntity, filteredPages, freshness } from '../entity-spec.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const settingsScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'settings_scorecards',
  key: 'scorecardId',
  operations: { list: { answer: 'rows', params: { workspaceId: { type: 'string' } } } },
  decode: declaredDecoder((): f.ObjectSpec => scorecard),
  freshness: freshness.settings,
});

export const statsActivityScorecards = defineEntity({
  system: 'call-analytics',
  entity: 'stats_activity_scorecards',
  key: 'answeredScorecardId',
  operations: {
    list: filteredPages({
      fromDateTime: { type: 'date-time' },
      toDateTime: { type: 'date-time' },
      scorecardIds: { type: 'strings' },
      reviewedUserIds: { type: 'strings' },
      reviewerUserIds: { type: 'strings' },
      callIds: { type: 'strings' },
    }),
  },
  decode: declaredDecoder((): f.ObjectSpec => answeredScorecard),
  freshness: freshness.statistics,
});

export const question = f.object('ScorecardQuestion', 'One question of a scorecard.', {
  upstreamId: f.id('questionId', 'Id at the platform.'),
  revisionId: f.id(
    'questionRevisionId',
    'Id of this wording; another one is made whenever the question is changed.',
  ),
  text: f.text('questionText', 'The question.'),
  type: f.text(
    'questionType',
    'RANGE, OPEN, MULTIPLE_CHOICE, YES_NO; the platform may add others.',
  ),
  isRequired: f.orAbsent(
    f.flag('isRequired', 'Whether it has to be answered; null where the platform does not say.'),
  ),
  isOverall: f.flag('isOverall', 'Whether its score is that of the whole scorecard.'),
  answerGuide: f.orNull(f.text('answerGuide', 'Advice to the reviewer.')),
  minRange: f.orNull(f.numeral('minRange', 'Lowest score of a range, a number as text.')),
  maxRange: f.orNull(f.numeral('maxRange', 'Highest score of a range, a number as text.')),
  answerOptions: f.list(
    f.json('answerOptions', 'What can be chosen; the platform leaves the form of an option open.'),
  ),
  updater: f.link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
  createdAt: f.instant('created', 'When it was added.'),
  updatedAt: f.instant('updated', 'When it was last changed.'),
});

export type ScorecardQuestionRecord = f.RecordOf<typeof question>;

export const scorecard = f.node(
  'Scorecard',
  'Questions by which calls are judged.',
  { entity: settingsScorecards, part: 'scorecard' },
  {
    name: f.text('scorecardName', 'What it is called.'),
    isEnabled: f.flag('enabled', 'Whether it can be filled in.'),
    reviewMethod: f.text('reviewMethod', 'MANUAL or AUTOMATIC; the platform may add others.'),
    createdAt: f.instant('created', 'When it was set up.'),
    updatedAt: f.instant('updated', 'When it was last changed.'),
    updater: f.link('User', 'updaterUserId', 'Who changed it last; null where the platform did.'),
    workspace: f.orNull(
      f.link(
        'Workspace',
        'workspaceId',
        'The workspace it belongs to; null for a scorecard of all workspaces.',
      ),
    ),
    questions: f.list(f.within(question, 'questions', 'Its questions as they are now.')),
  },
);

export type ScorecardRecord = f.RecordOf<typeof scorecard> & { readonly scorecardId: string };

export const answer = f.object('ScorecardAnswer', 'The answer to one question of a scorecard.', {
  questionId: f.id(
    'questionId',
    "Upstream id of the question, as the scorecard's questions carry it.",
  ),
  questionRevisionId: f.id('questionRevisionId', 'Id of the wording that was answered.'),
  isOverall: f.flag('isOverall', 'Whether this is the score of the whole scorecard.'),
  isNotApplicable: f.flag('notApplicable', 'Whether the reviewer passed the question over.'),
  answer: f.text(
    'answer',
    'The answer as text: a number, Yes or No, the options chosen, or free text.',
  ),
  answerText: f.orNull(f.text('answerText', 'What the reviewer added.')),
  score: f.float('score', "The answer as a number, in the question's range."),
  selectedOptions: f.orNull(
    f.list(
      f.json('selectedOptions', 'The options chosen; null where there was nothing to choose from.'),
    ),
  ),
});

export type AnswerRecord = f.RecordOf<typeof answer>;

export const answeredScorecard = f.node(
  'AnsweredScorecard',
  'A review: the answers of one reviewer to the questions of a scorecard on a call. Of a private call it shows who and when; what was judged, and how, needs the right "private-calls".',
  { entity: statsActivityScorecards },
  {
    scorecardName: f.hidden(f.text('scorecardName', 'What the scorecard was called then.')),
    scorecard: f.hidden(
      f.link('Scorecard', 'scorecardId', 'The scorecard; null where it has been deleted.'),
    ),
    call: f.link('Call', 'callId', 'The call that was judged.'),
    callStartedAt: f.instant('callStartTime', 'When that call started.'),
    reviewedUser: f.link('User', 'reviewedUserId', 'Whose part in the call was judged.'),
    reviewer: f.link(
      'User',
      'reviewerUserId',
      'Who judged; null where the platform did by itself.',
    ),
    editor: f.orNull(
      f.link('User', 'editorUserId', 'Who changed the review afterwards; null where nobody did.'),
    ),
    reviewMethod: f.hidden(
      f.text('reviewMethod', 'MANUAL or AUTOMATIC; the platform may add others.'),
    ),
    answeredAt: f.instant('answeredDateTime', 'When it was filled in.'),
    reviewedAt: f.instant('reviewTime', 'When the review was handed in.'),
    visibilityType: f.hidden(
      f.text('visibilityType', 'Who may see it, as a code; the platform leaves the codes open.'),
    ),
    visibility: f.hidden(f.text('visibility', 'Who may see it, in words.')),
    overallScore: f.hidden(
      f.float('overallScore', 'Score of the overall question, in its own range.'),
    ),
    answers: f.hidden(
      f.list(f.within(answer, 'answers', 'The answers, in the order of the questions.')),
    ),
  },
);

/** The review's own id is its key. */
export type AnsweredScorecardRecord = f.RecordOf<typeof answeredScorecard> & {
  readonly answeredScorecardId: string;
};
