/** What the participant index tells of a record beyond its list of calls: the last one, counts, people, trackers. */

import type { ObjectFieldBuilder } from '@pothos/core';
import { readWindow } from '../../fetch/connection.ts';
import type { Types } from '../builder.ts';
import type { GraphContext } from '../context.ts';
import { crmNeed } from '../crm/plan.ts';
import type { CrmRow } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import {
  type CallFilterArgs,
  callFilterArgs,
  callFilterOf,
  startedFrom,
  viaContactRolesArg,
} from './call-filter-arg.ts';
import { insightCost, peopleSpokenWithCost, trackersCost } from './index-cost.ts';
import { createLastCall } from './last-call.ts';
import { boundedPeriod, createOverTime, type PeriodArgs } from './over-time.ts';
import { questions } from './question.ts';
import type { RelatedTypes } from './related-calls-type.ts';
import { createSpokenWith, type SpokenWithArgs } from './spoken-with.ts';
import { type SubjectArgs, subjectKinds } from './subject.ts';

export function defineInsights(graph: Graph, related: RelatedTypes): void {
  const { builder, crm, model } = graph;
  const lastCall = createLastCall(graph, related);
  const { callsPerPeriod, trackersOverTime } = createOverTime(graph, related);
  const spokenWith = createSpokenWith(graph, related);
  const bucket = builder.enumType('PeriodBucket', {
    description: 'How long a period is.',
    values: {
      DAY: { value: 'day' as const, description: 'A day of UTC.' },
      WEEK: { value: 'week' as const, description: 'A week of UTC, from Monday.' },
    },
  });
  for (const kind of subjectKinds) {
    const type = crmType(crm, kind.object);
    const need = crmNeed(kind.need(model));
    const subjectOf = (context: GraphContext, row: CrmRow, args: object) =>
      kind.subject(context, row, args as SubjectArgs);
    const filterArgs = (t: ObjectFieldBuilder<Types, CrmRow>) => ({
      ...callFilterArgs(t.arg, related.role),
      ...viaContactRolesArg(t.arg, kind.object),
    });
    const periodArgs = (t: ObjectFieldBuilder<Types, CrmRow>) => ({
      ...filterArgs(t),
      bucket: t.arg({ type: bucket, required: true, description: 'How long a period is.' }),
      from: t.arg({ type: 'DateTime', required: true, description: startedFrom }),
      to: t.arg({
        type: 'DateTime',
        description: 'Started before this instant; now unless said otherwise.',
      }),
    });
    const periodAsk = async (context: GraphContext, row: CrmRow, args: PeriodArgs) => {
      const period = boundedPeriod(context, args);
      const subject = await subjectOf(context, row, args);
      return { subject, filter: callFilterOf(context, period), bucket: period.bucket };
    };
    const calls = kind.description.charAt(0).toLowerCase() + kind.description.slice(1);
    builder.objectFields(type.row, (t) => ({
      lastCall: t.field({
        cost: insightCost,
        type: lastCall,
        description: `The newest of the ${calls}`,
        args: filterArgs(t),
        ...need,
        resolve: async (row, args, context) => {
          const subject = await subjectOf(context, row, args);
          const filter = callFilterOf(context, args as CallFilterArgs);
          const { value, coverage } = await questions(context).lastCalls.load({ subject, filter });
          return { found: value, coverage };
        },
      }),
      callsPerPeriod: t.field({
        cost: insightCost,
        type: callsPerPeriod,
        description: `How many there were by day or week of the ${calls}`,
        args: periodArgs(t),
        ...need,
        resolve: async (row, args, context) =>
          questions(context).periods.load(await periodAsk(context, row, args as PeriodArgs)),
      }),
      peopleSpokenWith: t.field({
        cost: peopleSpokenWithCost,
        type: spokenWith,
        description: `Who took part in the ${calls}`,
        args: {
          ...filterArgs(t),
          first: t.arg.int({
            required: true,
            defaultValue: 20,
            description: 'At most this many, up to 100.',
          }),
          affiliations: t.arg.stringList({
            description: 'Only people of these affiliations, such as External.',
          }),
        },
        ...need,
        resolve: async (row, args, context) => {
          const { affiliations, ...own } = args as SpokenWithArgs;
          const first = readWindow({ first: own.first }, context.pageLimits).size;
          const subject = await subjectOf(context, row, args);
          const filter = callFilterOf(context, own);
          return questions(context).people.load({ subject, filter, first, affiliations });
        },
      }),
      trackersOverTime: t.field({
        cost: trackersCost,
        type: trackersOverTime,
        description: `Which trackers were heard by day or week in the ${calls}`,
        args: periodArgs(t),
        ...need,
        resolve: async (row, args, context) =>
          questions(context).trackers.load(await periodAsk(context, row, args as PeriodArgs)),
      }),
    }));
  }
}
