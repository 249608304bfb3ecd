/** Types of `callsAggregate`: groups of calls, their keys and their figures. */

import type { EnumRef } from '@pothos/core';
import { tracker } from '../../contract/calls/tracker.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import { type Cost, prefetched } from '../../engine/plan/field-cost.ts';
import type { PlanNode } from '../../engine/plan/operation.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { selectedOn } from '../../engine/plan/row-requirement.ts';
import type { Coverage } from '../../participants/call-query.ts';
import type { Ref, Types } from '../builder.ts';
import { linkSetting } from '../calls/platform-setting.ts';
import { linkUser } from '../calls/user-loader.ts';
import { linkReference } from '../crm/reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  type CallGroupField,
  callGroupFields,
  crmLabel,
  mostLabelled,
} from './call-group-dimension.ts';
import {
  aggregateCalls,
  type CallGroupOrder,
  type CallGroupsAnswer,
  type CallsAggregateArgs,
  type CallsMeasure,
  mostGroups,
  type ShownGroup,
} from './calls-aggregate.ts';
import { filterCost } from './filtered-calls.ts';
import type { LinkInputs } from './shared-type.ts';

const figures: Readonly<Record<CallsMeasure, string>> = {
  count: 'How many calls.',
  minutes: 'How long they took together, in minutes.',
  talkRatio:
    "Mean share of the talk that was the host's, from 0 to 1, of the calls where it was measured; null where it was in none.",
  people: 'How many different people took part, by e-mail address; aliases of a user are one.',
  accounts: 'How many different accounts the platform linked to them.',
};

/** Default number of groups. */
const usualGroups = 100;

const groupsOf = ({ first }: { readonly first?: unknown }): number =>
  typeof first === 'number' ? first : usualGroups;

/** The records that groups are named after are looked up once, at most so many. */
const callsAggregateCost: Cost = (fieldPlace) => {
  filterCost(fieldPlace, 'aggregate');
  const groupBy = fieldPlace.given(
    'groups',
    (args) => args.groupBy ?? [],
  ) as readonly CallGroupField[];
  const { context, fanout, estimate } = fieldPlace;
  const { model } = context;
  for (const field of groupBy) {
    const label = labelOf(model, field);
    if (label === null) continue;
    estimate.records(label.object, { rows: mostLabelled, batches: 1 }, label.paths);
  }
  const first = fieldPlace.given('first', groupsOf);
  const targets = ['Account', 'Opportunity'].flatMap((name) => model.object(name) ?? []);
  return { rows: fanout.rows * Math.max(0, first), batches: fanout.batches, targets };
};

function labelOf(model: TypeRegistry['model'], field: CallGroupField): ReturnType<typeof crmLabel> {
  try {
    return crmLabel(model, field);
  } catch {
    return null;
  }
}

interface Key {
  readonly field: CallGroupField;
  readonly value: string | number | null;
}

export function defineCallsAggregate(
  graph: TypeRegistry,
  inputs: LinkInputs,
  coverage: Ref<Coverage>,
): void {
  const { builder } = graph;
  const field = builder.enumType('CallGroupField', {
    description: 'What calls can be grouped by.',
    values: Object.fromEntries(
      Object.entries(callGroupFields).map(([value, description]) => [
        value,
        { value: value as CallGroupField, description },
      ]),
    ),
  });
  const group = groupType(graph, keyType(graph, inputs, field));
  const groups = builder.objectRef<CallGroupsAnswer>('CallGroups').implement({
    description: 'Calls counted by group, from the participant index.',
    fields: (t) => ({
      groups: t.field({
        type: [group],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'The groups, as ordered.',
        resolve: (answer) => [...answer.groups],
      }),
      totalCount: t.exposeInt('totalCount', {
        nullable: false,
        description:
          'How many groups there are, those beyond `first` among them; `calls` has the number of calls.',
      }),
      calls: t.int({
        nullable: false,
        description:
          'How many calls the filter finds, each counted once, those of groups that `having` leaves out among them.',
        resolve: ({ calls }) => calls ?? 0,
      }),
      coverage: t.expose('coverage', {
        type: coverage,
        nullable: false,
        description:
          'How complete the index is for the time of the filter; where it is not, extensions.incomplete says so, too.',
      }),
    }),
  });
  const order = orderInput(graph, inputs);
  builder.queryField('callsAggregate', (t) =>
    t.field({
      type: groups,
      cost: callsAggregateCost,
      description:
        'Calls counted and measured by Switchboard from the participant index: one group of all without groupBy, else the largest groups first. Fields of the CRM cost a call for some hundreds of the accounts or deals in the calls. Private calls count only for viewers who may read them.',
      args: {
        filter: t.arg({ type: inputs.callFilter, description: 'Which calls.' }),
        groupBy: t.arg({
          type: [field],
          description:
            'What the groups have in common. A call that has several values of a field counts in several groups, and one that has none in that of null.',
        }),
        having: t.arg({ type: havingInput(graph, inputs), description: 'Which groups to keep.' }),
        orderBy: t.arg({
          type: [order],
          description: 'Largest groups first unless said otherwise; their keys break ties.',
        }),
        first: t.arg.int({
          defaultValue: usualGroups,
          description: `At most this many groups, up to ${mostGroups}.`,
        }),
        timeZone: t.arg.string({
          description:
            "Whose days, weeks and months calls are grouped by, as an IANA name; the company's (COMPANY_TIME_ZONE) unless given.",
        }),
      },
      resolve: (_root, args, context, info) =>
        aggregateCalls(context, info, args as CallsAggregateArgs, shownFigures(nodeOf(info))),
    }),
  );
}

/** Figures selected anywhere below, and `calls`. */
const shownFigures = (node: PlanNode): ReadonlySet<string> =>
  node.memo(
    'figures',
    () =>
      new Set(
        selectedOn(node, 'CallGroups').flatMap((below) =>
          below.field.name === 'groups'
            ? selectedOn(below, 'CallGroup').map(({ field }) => field.name)
            : [below.field.name],
        ),
      ),
  );

function keyType(
  { builder, calls }: TypeRegistry,
  { record }: LinkInputs,
  fieldEnum: EnumRef<Types, CallGroupField>,
): Ref<Key> {
  const of = (key: Key, ...fields: readonly CallGroupField[]): string | null =>
    fields.includes(key.field) && typeof key.value === 'string' ? key.value : null;
  return builder.objectRef<Key>('CallGroupKey').implement({
    description: 'One thing the calls of a group have in common.',
    fields: (t) => ({
      field: t.expose('field', {
        type: fieldEnum,
        nullable: false,
        description: 'What it is.',
      }),
      value: t.string({
        description:
          "The common value as text: an id, a name, the instant a period begins; null for calls without one. Of ACCOUNT and OPPORTUNITY it is the CRM's id, 18 characters.",
        resolve: ({ value }) =>
          typeof value === 'number' ? new Date(value).toISOString() : (value ?? null),
      }),
      startsAt: t.field({
        type: 'DateTime',
        description: 'Begin of the day, week, month or quarter; null for other fields.',
        resolve: ({ value }) => (typeof value === 'number' ? new Date(value) : null),
      }),
      user: t.field({
        type: calls.user,
        description: 'The user, of OWNER.',
        resolve: (key, _args, context, info) => linkUser(context, info, of(key, 'OWNER')),
      }),
      tracker: t.field({
        type: calls.tracker,
        description: 'The tracker, of TRACKER; null where it has been deleted.',
        resolve: (key, _args, context, info) =>
          linkSetting(context, info, tracker, of(key, 'TRACKER')),
      }),
      record: t.field({
        type: record,
        description: 'The record, of ACCOUNT and OPPORTUNITY; null where it is gone.',
        resolve: (key, _args, context, info) =>
          linkReference(context, info, normalizeCrmId(of(key, 'ACCOUNT', 'OPPORTUNITY') ?? '')),
      }),
    }),
  });
}

function groupType({ builder }: TypeRegistry, key: Ref<Key>): Ref<ShownGroup> {
  return builder.objectRef<ShownGroup>('CallGroup').implement({
    description: 'Calls that have something in common.',
    fields: (t) => ({
      keys: t.field({
        type: [key],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'What they have in common, in the order of groupBy.',
        resolve: ({ keys, groupBy }) => keys.map((value, at) => ({ field: groupBy[at]!, value })),
      }),
      count: t.int({
        nullable: false,
        description: figures.count,
        resolve: (row) => row.count ?? 0,
      }),
      minutes: t.float({
        nullable: false,
        description: figures.minutes,
        resolve: (row) => row.minutes ?? 0,
      }),
      talkRatio: t.float({ description: figures.talkRatio, resolve: (row) => row.talkRatio }),
      people: t.int({ description: figures.people, resolve: (row) => row.people }),
      accounts: t.int({ description: figures.accounts, resolve: (row) => row.accounts }),
      shareOfAll: t.float({
        description: 'Share of all calls of the filter that are in this group.',
        resolve: ({ count, ofAll }) => shareOf(count, ofAll),
      }),
      shareOfGroup: t.float({
        description:
          'Share of the calls that have all keys but the last in common: with groupBy [RESULT, TOPIC], of the calls of won deals those with the topic.',
        resolve: ({ count, ofGroup }) => shareOf(count, ofGroup),
      }),
    }),
  });
}

const shareOf = (count: number | null, of: number | null): number | null =>
  count === null || of === null ? null : count / of;

function havingInput({ builder }: TypeRegistry, { comparators }: LinkInputs) {
  return builder.inputRef<NonNullable<CallsAggregateArgs['having']>>('CallHaving').implement({
    description: 'Which groups of calls to keep; everything given must hold.',
    fields: (t) => ({
      count: t.field({ type: comparators.Int, description: figures.count }),
      minutes: t.field({ type: comparators.Float, description: figures.minutes }),
      talkRatio: t.field({ type: comparators.Float, description: figures.talkRatio }),
      people: t.field({ type: comparators.Int, description: figures.people }),
      accounts: t.field({ type: comparators.Int, description: figures.accounts }),
    }),
  });
}

function orderInput({ builder }: TypeRegistry, { direction }: LinkInputs) {
  const by = builder.enumType('CallGroupOrderField', {
    description: 'What groups of calls can be ordered by.',
    values: {
      COUNT: { value: 'count' as const, description: figures.count },
      MINUTES: { value: 'minutes' as const, description: figures.minutes },
      TALK_RATIO: { value: 'talkRatio' as const, description: figures.talkRatio },
      PEOPLE: { value: 'people' as const, description: figures.people },
      ACCOUNTS: { value: 'accounts' as const, description: figures.accounts },
      KEY: { value: 'key' as const, description: 'What they have in common.' },
    },
  });
  return builder.inputRef<CallGroupOrder>('CallGroupOrder').implement({
    description: 'One key of an order of groups. Groups without a value come last.',
    fields: (t) => ({
      field: t.field({ type: by, required: true, description: 'What to order by.' }),
      direction: t.field({
        type: direction,
        defaultValue: 'asc',
        description: 'Ascending unless said otherwise.',
      }),
    }),
  });
}
