/** Answered scorecards: what reviewers answered about a call, linked to call, people, scorecard and questions. */

import type { GraphQLResolveInfo } from 'graphql';
import {
  type AnswerRecord,
  type ScorecardQuestionRecord,
  settingsScorecards,
} from '../../records/calls/scorecard.ts';
import { idOf, idText, knownObjects, listOf, misshapen, objectsOf } from '../../wire/value.ts';
import type { GraphContext } from '../context.ts';
import { type Cost, listSize, times, wholeObject } from '../cost/cost.ts';
import { encodeGlobalId } from '../global-id.ts';
import { type Graph, type Ref, wireList } from '../graph.ts';
import { linkCall } from './call-link.ts';
import { callByIdCost } from './call-loader.ts';
import { unlessOfPrivate } from './permission.ts';
import { AnsweredScorecardRow } from './row.ts';
import { linkSetting, settingCost, settingRow } from './setting.ts';
import { scorecardType } from './setting-type.ts';
import { linkUser, personId } from './user-loader.ts';

interface AnswerRow {
  readonly scorecardId: string;
  readonly answer: AnswerRecord;
}

/** Viewers without the right to private calls have the calls of reviews looked up, once for all fields. */
const guardedCost: Cost = (place) => {
  const isFree = place.context.viewer.permissions.has('private-calls');
  if (!isFree && place.estimate.mark(place.flow, 'calls of reviews')) callByIdCost(place);
  return place.flow;
};

const guarded = <Args, Result>(
  resolve: (
    row: AnsweredScorecardRow,
    args: Args,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => Result,
) => unlessOfPrivate((row: AnsweredScorecardRow) => idText(row.record.callId) ?? '', resolve);

export function defineAnsweredScorecard(graph: Graph): void {
  const { builder, calls } = graph;
  const answer = answerType(graph);
  calls.answeredScorecard.implement({
    description:
      'A review: the answers of one reviewer to the questions of a scorecard on a call. Of a private call it shows who and when; what was judged, and how, needs the right "private-calls".',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof AnsweredScorecardRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        // A review can only be looked up through its call.
        resolve: ({ record }) => {
          const callId = idOf(record.callId);
          if (callId === null) throw misshapen('a review with the id of its call', callId);
          return encodeGlobalId(
            'AnsweredScorecard',
            `${callId}/${idOf(record.answeredScorecardId)}`,
          );
        },
      }),
      upstreamId: t.id({
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
        resolve: ({ record }) => record.answeredScorecardId,
      }),
      scorecardName: t.string({
        cost: guardedCost,
        description: 'What the scorecard was called then.',
        resolve: guarded(({ record }) => record.scorecardName),
      }),
      scorecard: t.field({
        type: calls.scorecard,
        cost: (place) => settingCost('Scorecard')({ ...place, flow: guardedCost(place) }),
        description: 'The scorecard; null where it has been deleted.',
        resolve: guarded(({ record }, _args, context, info) =>
          linkSetting(context, info, scorecardType, record.scorecardId),
        ),
      }),
      call: t.field({
        type: calls.call,
        description: 'The call that was judged.',
        resolve: ({ record }, _args, context, info) => linkCall(context, info, record.callId),
      }),
      callStartedAt: t.field({
        type: 'DateTime',
        description: 'When that call started.',
        resolve: ({ record }) => record.callStartTime,
      }),
      reviewedUser: t.field({
        type: calls.user,
        description: 'Whose part in the call was judged.',
        resolve: ({ record }, _args, context, info) =>
          linkUser(context, info, personId(record.reviewedUserId)),
      }),
      reviewer: t.field({
        type: calls.user,
        description: 'Who judged; null where the platform did by itself.',
        resolve: ({ record }, _args, context, info) =>
          linkUser(context, info, personId(record.reviewerUserId)),
      }),
      editor: t.field({
        type: calls.user,
        description: 'Who changed the review afterwards; null where nobody did.',
        resolve: ({ record }, _args, context, info) =>
          linkUser(context, info, personId(record.editorUserId)),
      }),
      reviewMethod: t.string({
        cost: guardedCost,
        description: 'MANUAL or AUTOMATIC; the platform may add others.',
        resolve: guarded(({ record }) => record.reviewMethod),
      }),
      answeredAt: t.field({
        type: 'DateTime',
        description: 'When it was filled in.',
        resolve: ({ record }) => record.answeredDateTime,
      }),
      reviewedAt: t.field({
        type: 'DateTime',
        description: 'When the review was handed in.',
        resolve: ({ record }) => record.reviewTime,
      }),
      visibilityType: t.string({
        cost: guardedCost,
        description: 'Who may see it, as a code; the platform leaves the codes open.',
        resolve: guarded(({ record }) => record.visibilityType),
      }),
      visibility: t.string({
        cost: guardedCost,
        description: 'Who may see it, in words.',
        resolve: guarded(({ record }) => record.visibility),
      }),
      overallScore: t.float({
        cost: guardedCost,
        description: 'Score of the overall question, in its own range.',
        resolve: guarded(({ record }) => record.overallScore),
      }),
      answers: t.field({
        type: [answer],
        cost: (place) => times(guardedCost(place), listSize),
        nullable: wireList,
        description: 'The answers, in the order of the questions.',
        resolve: guarded(({ record }) =>
          objectsOf(record.answers ?? [], (answer) => ({
            scorecardId: record.scorecardId,
            answer,
          })),
        ),
      }),
    }),
  });
}

function answerType({ builder, calls }: Graph): Ref<AnswerRow> {
  return builder.objectRef<AnswerRow>('ScorecardAnswer').implement({
    description: 'The answer to one question of a scorecard.',
    fields: (t) => ({
      questionId: t.id({
        description: "Upstream id of the question, as the scorecard's questions carry it.",
        resolve: ({ answer }) => answer.questionId,
      }),
      questionRevisionId: t.id({
        description: 'Id of the wording that was answered.',
        resolve: ({ answer }) => answer.questionRevisionId,
      }),
      question: t.field({
        type: calls.scorecardQuestion,
        cost: wholeObject('Scorecard'),
        description:
          'The question as it is worded now; null where it or its scorecard has been deleted.',
        resolve: ({ scorecardId, answer }, _args, context) =>
          loadQuestion(context, scorecardId, answer.questionId),
      }),
      isOverall: t.boolean({
        description: 'Whether this is the score of the whole scorecard.',
        resolve: ({ answer }) => answer.isOverall,
      }),
      isNotApplicable: t.boolean({
        description: 'Whether the reviewer passed the question over.',
        resolve: ({ answer }) => answer.notApplicable,
      }),
      answer: t.string({
        description: 'The answer as text: a number, Yes or No, the options chosen, or free text.',
        resolve: ({ answer }) => answer.answer,
      }),
      answerText: t.string({
        description: 'What the reviewer added.',
        resolve: ({ answer }) => answer.answerText,
      }),
      score: t.float({
        description: "The answer as a number, in the question's range.",
        resolve: ({ answer }) => answer.score,
      }),
      selectedOptions: t.field({
        type: ['JSON'],
        nullable: wireList,
        description: 'The options chosen; null where there was nothing to choose from.',
        resolve: ({ answer }) => answer.selectedOptions,
      }),
    }),
  });
}

async function loadQuestion(
  context: GraphContext,
  scorecardId: string,
  questionId: string,
): Promise<ScorecardQuestionRecord | null> {
  const row = await settingRow(context, settingsScorecards, scorecardId);
  const questions = listOf(row?.questions as ScorecardQuestionRecord[] | undefined);
  const id = idOf(questionId);
  return knownObjects(questions).find((one) => idText(one.questionId) === id) ?? null;
}
