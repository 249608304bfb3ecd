/** Calls aggregate: one query to the participant index, its groups filtered, ordered and cut here. */

import type { GraphQLResolveInfo } from 'graphql';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import { type CallGroup, type Coverage, nextRank } from '../../participants/call-query.ts';
import { commonCoverage } from '../../participants/coverage.ts';
import type { CallFilter } from '../calls/call-filter.ts';
import { type Comparators, noCurrencyHere } from '../crm/comparator.ts';
import { type CallGroupField, dimensionOf, tooMany } from './call-group-dimension.ts';
import { units } from './call-period.ts';
import { indexFilter } from './filtered-calls.ts';
import { reportUncovered } from './index-query.ts';

const callsMeasures = ['count', 'minutes', 'talkRatio', 'people', 'accounts'] as const;
export type CallsMeasure = (typeof callsMeasures)[number];

export interface CallGroupOrder {
  readonly field: CallsMeasure | 'key';
  readonly direction?: 'asc' | 'desc' | null;
}

export interface CallsAggregateArgs {
  readonly filter?: CallFilter | null;
  readonly groupBy?: readonly CallGroupField[] | null;
  readonly having?: Partial<Record<CallsMeasure, Comparators | null>> | null;
  readonly orderBy?: readonly CallGroupOrder[] | null;
  readonly first?: number | null;
  readonly timeZone?: string | null;
}

export interface ShownGroup extends Readonly<Record<CallsMeasure, number | null>> {
  readonly groupBy: readonly CallGroupField[];
  readonly keys: CallGroup['keys'];
  /** Calls of all groups, and of those with all keys but the last in common; each counted once, and null where nobody asks. */
  readonly ofAll: number | null;
  readonly ofGroup: number | null;
}

export interface CallGroupsAnswer {
  readonly groups: readonly ShownGroup[];
  readonly totalCount: number;
  /** Null where nobody asks for it. */
  readonly calls: number | null;
  readonly coverage: Coverage;
}

/** Most groups of one question. */
export const mostGroups = 10_000;

/** @param selected measures that the client looks at, shares, and `calls` for their number in all groups. */
export async function aggregateCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  args: CallsAggregateArgs,
  selected: ReadonlySet<string>,
): Promise<CallGroupsAnswer> {
  const rank = nextRank();
  const groupBy = args.groupBy ?? [];
  checkArgs(args, groupBy);
  const filter = await indexFilter(context, args.filter ?? {});
  const timeZone = args.timeZone ?? context.timeZone;
  const dimensions = await Promise.all(
    groupBy.map((field) => dimensionOf(context, { filter, rank }, field, timeZone)),
  );
  const looked = (measure: CallsMeasure): boolean =>
    selected.has(measure) ||
    (args.having?.[measure] ?? null) !== null ||
    (args.orderBy ?? []).some(({ field }) => field === measure);
  const { participants, tenant } = context;
  const query = {
    filter,
    groupBy: dimensions.map(({ dimension }) => dimension),
    people: looked('people'),
    accounts: looked('accounts'),
    mostGroups,
    rank,
  };
  const options = executeOptions(context);
  const answering = participants.aggregate(tenant, query, options);
  /** Calls by the first so many keys. A call may count in several groups, so groups can't be summed. */
  const countBy = async (size: number): Promise<ReadonlyMap<string, number>> => {
    const outer = { groupBy: query.groupBy.slice(0, size), people: false, accounts: false };
    const { value } = await (size === groupBy.length
      ? answering
      : participants.aggregate(tenant, { ...query, ...outer }, options));
    return new Map(value.groups.map(({ keys, calls }) => [JSON.stringify(keys), calls]));
  };
  const [answer, all, outer] = await Promise.all([
    answering,
    selected.has('calls') || selected.has('shareOfAll') ? countBy(0) : null,
    selected.has('shareOfGroup') ? countBy(Math.max(0, groupBy.length - 1)) : null,
  ]);
  const { value } = answer;
  if (!value.isWhole) throw tooMany('groups', mostGroups);
  const calls = all === null ? null : (all.get('[]') ?? 0);
  const coverage = commonCoverage(
    [answer, ...dimensions].flatMap((partAnswer) => partAnswer.coverage ?? []),
  );
  reportUncovered(context, info, filter, coverage);
  const matching = value.groups
    .map((group) => ({
      ...shownGroup(group, groupBy),
      ofAll: calls,
      ofGroup: outer?.get(JSON.stringify(group.keys.slice(0, -1))) ?? null,
    }))
    .filter((group) => passes(group, args.having ?? {}))
    .sort(byOrder(args.orderBy ?? []));
  return {
    groups: matching.slice(0, args.first ?? 100),
    totalCount: matching.length,
    calls,
    coverage,
  };
}

function checkArgs(
  { first, having }: CallsAggregateArgs,
  groupBy: readonly CallGroupField[],
): void {
  if (Object.values(having ?? {}).some((comparators) => comparators?.currency != null))
    throw noCurrencyHere();
  if (typeof first === 'number' && (first < 0 || first > mostGroups))
    throw new UserInputError(`Expected first from 0 to ${mostGroups}, got ${first}.`);
  if (new Set(groupBy).size < groupBy.length)
    throw new UserInputError('Expected groupBy to name each field once.');
  if (groupBy.filter((field) => field in units).length > 1)
    throw new UserInputError('Expected one of DAY, WEEK, MONTH and QUARTER, got several.');
}

function shownGroup(
  group: CallGroup,
  groupBy: readonly CallGroupField[],
): Omit<ShownGroup, 'ofAll' | 'ofGroup'> {
  const { calls, seconds, talkRatio, people, accounts } = group;
  const keys = group.keys.map((key, at) => shownKey(key, groupBy[at]!));
  return { groupBy, keys, count: calls, minutes: seconds / 60, talkRatio, people, accounts };
}

/** The index names records by 15 characters; records themselves, and aggregates of the CRM, by 18. */
const shownKey = (key: CallGroup['keys'][number], field: CallGroupField): typeof key =>
  (field === 'ACCOUNT' || field === 'OPPORTUNITY') && typeof key === 'string'
    ? (normalizeCrmId(key) ?? key)
    : key;

const passes = (group: ShownGroup, having: NonNullable<CallsAggregateArgs['having']>): boolean =>
  callsMeasures.every((measure) => compares(group[measure], having[measure] ?? {}));

/** Compares groups by the requested order, then the largest first, then by key; nulls last. */
function byOrder(orders: readonly CallGroupOrder[]): (a: ShownGroup, b: ShownGroup) => number {
  const all: readonly CallGroupOrder[] = [
    ...orders,
    { field: 'count', direction: 'desc' },
    { field: 'key' },
  ];
  return (a, b) => {
    for (const { field: by, direction } of all) {
      const down = direction === 'desc';
      const order = by === 'key' ? byKeys(a, b, down) : byValue(a[by], b[by], down);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function byValue(
  a: string | number | null | undefined,
  b: string | number | null | undefined,
  down: boolean,
): number {
  if (a === b || (a ?? b ?? null) === null) return 0;
  if ((a ?? null) === null || (b ?? null) === null) return (a ?? null) === null ? 1 : -1;
  return (a! < b! ? -1 : 1) * (down ? -1 : 1);
}

function byKeys({ keys: a }: ShownGroup, { keys: b }: ShownGroup, down: boolean): number {
  for (const [at, key] of a.entries()) {
    const order = byValue(key, b[at], down);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares as the CRM does: null passes `ne`, `nin` and `isNull: true` alone. */
function compares(value: number | null, comparators: Comparators): boolean {
  return Object.entries(comparators).every(([name, argument]) => {
    if (argument === null || argument === undefined) return true;
    if (name === 'isNull') return (value === null) === argument;
    if (name === 'ne') return value !== argument;
    if (name === 'nin') return !(argument as readonly unknown[]).includes(value);
    if (value === null) return false;
    if (name === 'in') return (argument as readonly unknown[]).includes(value);
    const other = argument as number;
    if (name === 'eq') return value === other;
    if (name === 'gt') return value > other;
    if (name === 'gte') return value >= other;
    if (name === 'lt') return value < other;
    return value <= other;
  });
}
