/** Call insights of a record: its last call, counts, people and trackers, from the participant index. */

import type { ObjectFieldBuilder } from '@pothos/core';
import { readWindow } from '../../fetch/connection-argument.ts';
import type { Answered, PersonSpokenWith } from '../../participants/call-query.ts';
import type { Ref, Types } from '../builder.ts';
import { affiliationWords, checkWords } from '../calls/call-filter.ts';
import type { GraphContext } from '../context.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { crmRequirement } from '../crm/record-plan.ts';
import { crmType } from '../crm/type-reference.ts';
import { prefetched } from '../plan/field-cost.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { boundedPeriod, createOverTime, type PeriodArgs } from './call-time-series.ts';
import { insightCost, peopleSpokenWithCost, trackersCost } from './index-cost.ts';
import {
  type CallFilterArgs,
  callFilterArgs,
  indexFilterOf,
  startedFrom,
  viaContactRolesArg,
} from './index-filter.ts';
import { indexLoaders } from './index-loader.ts';
import { createLastCall } from './last-call.ts';
import { type SubjectArgs, subjectKinds } from './participant-keys.ts';
import { wantedOf } from './party-link.ts';
import { peopleByEmail, peopleCost, sharers } from './people-lookup.ts';
import type { RelatedTypes } from './related-calls.ts';
import { reportedAnswer } from './uncovered-time.ts';

export function defineInsights(graph: TypeRegistry, related: RelatedTypes): void {
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
    const need = crmRequirement(kind.need(model));
    const subjectOf = (context: GraphContext, row: CrmRow, args: object) =>
      kind.subject(context, row, args as SubjectArgs);
    const filterArgs = (t: ObjectFieldBuilder<Types, CrmRow>) => ({
      ...callFilterArgs(t.arg, related),
      ...viaContactRolesArg(t.arg, kind.object),
    });
    const periodArgs = (t: ObjectFieldBuilder<Types, CrmRow>) => ({
      ...filterArgs(t),
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
    const periodQuery = async (context: GraphContext, row: CrmRow, args: PeriodArgs) => {
      const period = boundedPeriod(context, args);
      const subject = await subjectOf(context, row, args);
      const filter = await indexFilterOf(context, period);
      return { subject, filter, bucket: period.bucket };
    };
    const calls = kind.description.charAt(0).toLowerCase() + kind.description.slice(1);
    builder.objectFields(type.row, (t) => ({
      lastCall: t.field({
        cost: insightCost,
        type: lastCall,
        description: `The newest of the ${calls}`,
        args: filterArgs(t),
        ...need,
        resolve: async (row, args, context, info) => {
          const subject = await subjectOf(context, row, args);
          const filter = await indexFilterOf(context, args as CallFilterArgs);
          const found = indexLoaders(context).lastCalls.load({ subject, filter });
          const { value, coverage } = await reportedAnswer(context, info, filter, found);
          return { found: value, coverage };
        },
      }),
      callsPerPeriod: t.field({
        cost: insightCost,
        type: callsPerPeriod,
        description: `How many there were by day or week of the ${calls}`,
        args: periodArgs(t),
        ...need,
        resolve: async (row, args, context, info) => {
          const query = await periodQuery(context, row, args as PeriodArgs);
          const counts = indexLoaders(context).periods.load(query);
          return reportedAnswer(context, info, query.filter, counts);
        },
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
          affiliations: t.arg.stringList({ description: affiliationWords }),
        },
        ...need,
        resolve: async (row, args, context, info) => {
          const { affiliations, ...own } = args as SpokenWithArgs;
          checkWords({ affiliations });
          const first = readWindow({ first: own.first }, context.pageLimits).size;
          const subject = await subjectOf(context, row, args);
          const filter = await indexFilterOf(context, own);
          const people = indexLoaders(context).people.load({
            subject,
            filter,
            first,
            affiliations,
          });
          return reportedAnswer(context, info, filter, people);
        },
      }),
      trackersOverTime: t.field({
        cost: trackersCost,
        type: trackersOverTime,
        description: `Which trackers were heard by day or week in the ${calls}`,
        args: periodArgs(t),
        ...need,
        resolve: async (row, args, context, info) => {
          const query = await periodQuery(context, row, args as PeriodArgs);
          const counts = indexLoaders(context).trackers.load(query);
          return reportedAnswer(context, info, query.filter, counts);
        },
      }),
    }));
  }
}

type SpokenWith = Answered<readonly PersonSpokenWith[]>;

interface SpokenWithArgs extends CallFilterArgs {
  readonly first: number;
  readonly affiliations?: readonly string[] | null;
}

/** People of the CRM an address can belong to. */
const kinds = [
  { object: 'Contact', field: 'contacts' },
  { object: 'Lead', field: 'leads' },
  { object: 'User', field: 'crmUsers' },
] as const;

function createSpokenWith(graph: TypeRegistry, related: RelatedTypes): Ref<SpokenWith> {
  const { builder } = graph;
  const person = builder.objectRef<PersonSpokenWith>('PersonSpokenWith').implement({
    description: 'Somebody who took part in calls, by e-mail address; aliases of a user are one.',
    fields: (t) => ({
      email: t.field({
        type: 'EmailAddress',
        description: 'The address, in lower case and without outer blanks.',
        resolve: (row) => row.email,
      }),
      calls: t.exposeInt('calls', {
        nullable: false,
        description: 'In how many of the calls asked for.',
      }),
      lastCallAt: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the last of them began.',
        resolve: (row) => new Date(row.lastCallAt),
      }),
    }),
  });
  for (const { object: name, field } of kinds) {
    const { row, object } = crmType(graph.crm, name);
    builder.objectField(person, field, (t) =>
      t.field({
        type: [row],
        cost: peopleCost(name, { people: 1, rows: sharers }),
        nullable: { list: true, items: false },
        description: `Every ${object.typeName} with this address, by ascending id.`,
        resolve: ({ email }, _args, context, info) =>
          peopleByEmail(context, object, [email], wantedOf(context, info, object, null)),
      }),
    );
  }
  return builder.objectRef<SpokenWith>('PeopleSpokenWith').implement({
    description: 'Who took part in calls, from the participant index.',
    fields: (t) => ({
      people: t.field({
        type: [person],
        cost: prefetched,
        nullable: { list: false, items: false },
        description:
          'Those with the most calls first, then the one spoken with last. People without an address are not among them.',
        resolve: ({ value }) => [...value],
      }),
      coverage: t.field({
        type: related.coverage,
        nullable: false,
        description: 'How complete the counts are.',
        resolve: (answer) => answer.coverage,
      }),
    }),
  });
}
