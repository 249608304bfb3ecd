/** Scorecards: the questions by which calls are judged. */

import type { ScorecardQuestionRecord } from '../../records/calls/scorecard.ts';
import { numeralOf } from '../../wire/value.ts';
import { encodeGlobalId } from '../global-id.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { ScorecardRow } from './row.ts';
import { linkSetting, settingCost } from './setting.ts';
import { workspaceType } from './setting-type.ts';
import { linkUser, personId } from './user-loader.ts';

const whole = needs('scorecard');

export function defineScorecard({ builder, calls }: Graph): void {
  calls.scorecard.implement({
    cost: settingCost('Scorecard'),
    description: 'Questions by which calls are judged.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof ScorecardRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId('Scorecard', row.id),
      }),
      upstreamId: t.exposeID('id', {
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
      }),
      name: t.string({
        description: 'What it is called.',
        ...whole,
        resolve: (row) => row.record?.scorecardName,
      }),
      isEnabled: t.boolean({
        description: 'Whether it can be filled in.',
        ...whole,
        resolve: (row) => row.record?.enabled,
      }),
      reviewMethod: t.string({
        description: 'MANUAL or AUTOMATIC; the platform may add others.',
        ...whole,
        resolve: (row) => row.record?.reviewMethod,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was set up.',
        ...whole,
        resolve: (row) => row.record?.created,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'When it was last changed.',
        ...whole,
        resolve: (row) => row.record?.updated,
      }),
      updater: t.field({
        type: calls.user,
        description: 'Who changed it last; null where the platform did.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkUser(context, info, personId(row.record?.updaterUserId)),
      }),
      workspace: t.field({
        type: calls.workspace,
        description: 'The workspace it belongs to; null for a scorecard of all workspaces.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkSetting(context, info, workspaceType, row.record?.workspaceId),
      }),
      questions: t.field({
        type: [calls.scorecardQuestion],
        nullable: wireList,
        description: 'Its questions as they are now.',
        ...whole,
        resolve: (row) => row.record?.questions,
      }),
    }),
  });
  defineQuestion({ builder, calls });
}

function defineQuestion({ calls }: Pick<Graph, 'builder' | 'calls'>): void {
  calls.scorecardQuestion.implement({
    description: 'One question of a scorecard.',
    fields: (t) => ({
      upstreamId: t.exposeID('questionId', { description: 'Id at the platform.' }),
      revisionId: t.exposeID('questionRevisionId', {
        description: 'Id of this wording; another one is made whenever the question is changed.',
      }),
      text: t.exposeString('questionText', { description: 'The question.' }),
      type: t.exposeString('questionType', {
        description: 'RANGE, OPEN, MULTIPLE_CHOICE, YES_NO; the platform may add others.',
      }),
      isRequired: t.boolean({
        description: 'Whether it has to be answered; null where the platform does not say.',
        resolve: (row) => row.isRequired,
      }),
      isOverall: t.exposeBoolean('isOverall', {
        description: 'Whether its score is that of the whole scorecard.',
      }),
      answerGuide: t.exposeString('answerGuide', { description: 'Advice to the reviewer.' }),
      minRange: t.string({
        description: 'Lowest score of a range, a number as text.',
        resolve: (row) => numeralOf(row.minRange),
      }),
      maxRange: t.string({
        description: 'Highest score of a range, a number as text.',
        resolve: (row) => numeralOf(row.maxRange),
      }),
      answerOptions: t.field({
        type: ['JSON'],
        nullable: wireList,
        description: 'What can be chosen; the platform leaves the form of an option open.',
        resolve: (row: ScorecardQuestionRecord) => row.answerOptions ?? [],
      }),
      updater: t.field({
        type: calls.user,
        description: 'Who changed it last; null where the platform did.',
        resolve: (row, _args, context, info) =>
          linkUser(context, info, personId(row.updaterUserId)),
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was added.',
        resolve: (row) => row.created,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'When it was last changed.',
        resolve: (row) => row.updated,
      }),
    }),
  });
}
