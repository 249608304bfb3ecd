/** Call insights of a record: its last call, counts, people and trackers, from the participant index. */

import type { ObjectFieldBuilder } from '@pothos/core';
import type { CrmModel } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import { readWindow } from '../../fetch/connection.ts';
import type { Types } from '../builder.ts';
import { affiliationWords, checkWords } from '../calls/call-filter.ts';
import { proveCalls } from '../calls/call-visibility.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { crmRequirement } from '../crm/record-plan.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { boundedPeriod, createOverTime, type PeriodArgs } from './call-time-series.ts';
import {
  type CallFilterArgs,
  callFilterArgs,
  indexFilterOf,
  indexLoaders,
  insightCost,
  peopleSpokenWithCost,
  reportedAnswer,
  startedFrom,
  trackersCost,
  viaContactRolesArg,
} from './index-query.ts';
import { createLastCall } from './last-call.ts';
import { type SubjectArgs, subjectKinds } from './participant-key.ts';
import { createSpokenWith } from './people-spoken-with.ts';
import type { RelatedTypes } from './related-calls.ts';

type SubjectKind = (typeof subjectKinds)[number];

export function defineInsights(graph: TypeRegistry, related: RelatedTypes): void {
  const { builder, crm, model } = graph;
  const lastCall = createLastCall(graph, related);
  const spokenWith = createSpokenWith(graph, related);
  for (const kind of subjectKinds)
    builder.objectFields(crmType(crm, kind.object).row, (t) => ({
      lastCall: t.field({
        cost: insightCost('lastCalls'),
        type: lastCall,
        description: `The newest of the ${callsOf(kind)}`,
        args: filterArgs(t, kind, related),
        ...requirementOf(kind, model),
        resolve: async (row, args, context, info) => {
          const subject = await subjectOf(kind, context, row, args);
          const filter = await indexFilterOf(context, args as CallFilterArgs);
          const lastCall = indexLoaders(context).lastCalls.load({ subject, filter });
          const { value, coverage } = await reportedAnswer(context, info, filter, lastCall);
          if (value !== null) proveCalls(context, [value.callId]);
          return { lastCall: value, coverage };
        },
      }),
      peopleSpokenWith: t.field({
        cost: peopleSpokenWithCost,
        type: spokenWith,
        description: `Who took part in the ${callsOf(kind)}`,
        args: {
          ...filterArgs(t, kind, related),
          first: t.arg.int({
            required: true,
            defaultValue: 20,
            description: 'At most this many, up to 100.',
          }),
          affiliations: t.arg.stringList({ description: affiliationWords }),
        },
        ...requirementOf(kind, model),
        resolve: async (row, args, context, info) => {
          const { affiliations, ...callArgs } = args as SpokenWithArgs;
          checkWords({ affiliations });
          const first = readWindow({ first: callArgs.first }, context.pageLimits).size;
          const subject = await subjectOf(kind, context, row, args);
          const filter = await indexFilterOf(context, callArgs);
          const people = indexLoaders(context).people.load({
            subject,
            filter,
            first,
            affiliations,
          });
          return reportedAnswer(context, info, filter, people);
        },
      }),
    }));
  definePeriods(graph, related);
}

/** Fields that count by day or week. */
function definePeriods(graph: TypeRegistry, related: RelatedTypes): void {
  const { builder, crm, model } = graph;
  const { callsPerPeriod, trackersOverTime } = createOverTime(graph, related);
  const bucket = builder.enumType('PeriodBucket', {
    description: 'How long a period is.',
    values: {
      DAY: { value: 'day' as const, description: 'A day of UTC.' },
      WEEK: { value: 'week' as const, description: 'A week of UTC, from Monday.' },
    },
  });
  const periodArgs = (t: ObjectFieldBuilder<Types, CrmRow>, kind: SubjectKind) => ({
    ...filterArgs(t, kind, related),
    bucket: t.arg({ type: bucket, required: true, description: 'How long a period is.' }),
    from: t.arg({
      type: 'DateTime',
      description: `${startedFrom} Required unless during is given.`,
    }),
    to: t.arg({
      type: 'DateTime',
      description: 'Started before this instant; now unless said otherwise.',
    }),
  });
  for (const kind of subjectKinds)
    builder.objectFields(crmType(crm, kind.object).row, (t) => ({
      callsPerPeriod: t.field({
        cost: insightCost('callsPerPeriod'),
        type: callsPerPeriod,
        description: `How many there were by day or week of the ${callsOf(kind)}`,
        args: periodArgs(t, kind),
        ...requirementOf(kind, model),
        resolve: async (row, args, context, info) => {
          const query = await periodQuery(kind, context, row, args as PeriodArgs);
          const counts = indexLoaders(context).periods.load(query);
          return reportedAnswer(context, info, query.filter, counts);
        },
      }),
      trackersOverTime: t.field({
        cost: trackersCost,
        type: trackersOverTime,
        description: `Which trackers were heard by day or week in the ${callsOf(kind)}`,
        args: periodArgs(t, kind),
        ...requirementOf(kind, model),
        resolve: async (row, args, context, info) => {
          const query = await periodQuery(kind, context, row, args as PeriodArgs);
          const counts = indexLoaders(context).trackers.load(query);
          return reportedAnswer(context, info, query.filter, counts);
        },
      }),
    }));
}

async function periodQuery(
  kind: SubjectKind,
  context: GraphContext,
  row: CrmRow,
  args: PeriodArgs,
) {
  const period = boundedPeriod(context, args);
  const subject = await subjectOf(kind, context, row, args);
  const filter = await indexFilterOf(context, period);
  return { subject, filter, bucket: period.bucket };
}

const subjectOf = (kind: SubjectKind, context: GraphContext, row: CrmRow, args: object) =>
  kind.subject(context, row, args as SubjectArgs);

const requirementOf = (kind: SubjectKind, model: CrmModel) =>
  crmRequirement(kind.requirement(model));

/** The calls of a kind of subject, in the middle of a sentence. */
const callsOf = ({ description }: SubjectKind): string =>
  description.charAt(0).toLowerCase() + description.slice(1);

const filterArgs = (
  t: ObjectFieldBuilder<Types, CrmRow>,
  kind: SubjectKind,
  related: RelatedTypes,
) => ({
  ...callFilterArgs(t.arg, related),
  ...viaContactRolesArg(t.arg, kind.object),
});

interface SpokenWithArgs extends CallFilterArgs {
  readonly first: number;
  readonly affiliations?: readonly string[] | null;
}
