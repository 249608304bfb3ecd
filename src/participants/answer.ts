/** Questions put to a store, once it is known what the store covers. */

import type { Clock } from '../upstream/clock.ts';
import { coverageOf } from './coverage.ts';
import {
  type AggregateAsk,
  type Answered,
  asksForContents,
  type CallExtent,
  type CallGroups,
  type CallsAsk,
  type CallWindow,
  type Coverage,
  type FilteredAsk,
  type IndexFilter,
  type KeyWithLastCall,
  type LastCallAsk,
  type MatchedCall,
  type Participants,
  type PeopleAsk,
  type PeriodAsk,
  type PeriodCount,
  type PersonSpokenWith,
  type QuestionOptions,
  type Subject,
  type SubjectAsk,
  type TrackerCount,
} from './question.ts';
import {
  periodsBetween,
  queryCounts,
  queryLastCalls,
  queryPeople,
  queryPeriods,
  queryTrackers,
} from './store/aggregate-query.ts';
import { type Database, IndexStoreError } from './store/database.ts';
import { countFiltered, queryFiltered } from './store/filtered-query.ts';
import { queryExtent, queryGroups } from './store/group-query.ts';
import { holds, type Need, type Span } from './store/span.ts';
import { queryWindows } from './store/window-query.ts';

/** A part of the calls by their start; null is open. */
export type Period = Pick<IndexFilter, 'from' | 'to'>;

/** A store that is as complete for some periods as it can be made. */
export interface Prepared {
  readonly database: Database;
  readonly tenant: number;
  /** Read before the question, so that the rows hold at least what they claim. */
  readonly spans: readonly Span[];
  readonly now: number;
}

export type Prepare = (
  tenant: string,
  periods: readonly Period[],
  need: Need,
  options: QuestionOptions,
) => Promise<Prepared>;

/** Answers questions on whatever `prepare` brings about, or fails when the time of the request is over. */
export function answering(
  prepare: Prepare,
  clock: Clock,
): Omit<Participants, 'status' | 'version' | 'mostCalls'> {
  /** Prepares, asks, and puts each ask's coverage beside its value. */
  async function answer<A extends { readonly filter?: IndexFilter | undefined }, T>(
    tenant: string,
    asks: readonly A[],
    options: QuestionOptions,
    query: (database: Database, tenant: number) => Promise<readonly T[]>,
    ask: Need = 'people',
  ): Promise<Answered<T>[]> {
    if (asks.length === 0) return [];
    return await inTime(
      prepared(tenant, asks, options, query, needOf(asks, ask)),
      options.deadline,
      clock,
    );
  }

  async function prepared<A extends { readonly filter?: IndexFilter | undefined }, T>(
    tenant: string,
    asks: readonly A[],
    options: QuestionOptions,
    query: (database: Database, tenant: number) => Promise<readonly T[]>,
    need: Need,
  ): Promise<Answered<T>[]> {
    const periods = distinctPeriods(asks.map(({ filter }) => filter));
    const store = await prepare(tenant, [...periods.values()], need, options);
    const spans = store.spans.filter((span) => holds(span, need));
    const coverages = new Map<string, Coverage>();
    for (const [name, period] of periods) coverages.set(name, coverageOf(spans, period, store.now));
    const values = await query(store.database, store.tenant);
    return values.map((value, i) => ({
      value,
      coverage: coverages.get(periodName(asks[i]!.filter))!,
    }));
  }

  const windows = (
    tenant: string,
    asks: readonly CallsAsk[],
    options: QuestionOptions = {},
  ): Promise<Answered<CallWindow>[]> =>
    answer(tenant, asks, options, (database, number) => queryWindows(database, number, asks));

  /** One ask about a tenant's calls as such. */
  const one = async <T>(
    tenant: string,
    filter: IndexFilter,
    options: QuestionOptions,
    query: (database: Database, tenant: number) => Promise<T>,
    need: Need = 'people',
  ): Promise<Answered<T>> => {
    const only = async (database: Database, number: number) => [await query(database, number)];
    const [answered] = await answer(tenant, [{ filter }], options, only, need);
    return answered!;
  };

  return {
    calls: windows,

    filteredCalls: (tenant, ask: FilteredAsk, options = {}): Promise<Answered<CallWindow>> =>
      one(tenant, ask.filter ?? {}, options, (database, number) =>
        queryFiltered(database, number, ask),
      ),

    countFiltered: (tenant, filter, options = {}): Promise<Answered<number>> =>
      one(tenant, filter, options, (database, number) => countFiltered(database, number, filter)),

    extent: (tenant, period, options = {}): Promise<Answered<CallExtent | null>> =>
      one(
        tenant,
        period,
        options,
        (database, number) => queryExtent(database, number, period),
        'contents',
      ),

    // Talk ratios, outcomes and marks are contents, whichever of them is shown.
    aggregate: (tenant, ask: AggregateAsk, options = {}): Promise<Answered<CallGroups>> =>
      one(
        tenant,
        ask.filter,
        options,
        (database, number) => queryGroups(database, number, ask),
        'contents',
      ),

    countCalls: (tenant, asks, options = {}): Promise<Answered<number>[]> =>
      answer(tenant, asks, options, (database, number) => queryCounts(database, number, asks)),

    async lastCalls(
      tenant: string,
      asks: readonly SubjectAsk[],
      options = {},
    ): Promise<Answered<MatchedCall | null>[]> {
      const newest = asks.map((ask) => ({ ...ask, first: 1 }));
      return (await windows(tenant, newest, options)).map(({ value, coverage }) => ({
        value: value.calls[0] ?? null,
        coverage,
      }));
    },

    async withoutCallSince(
      tenant: string,
      subjects: readonly Subject[],
      since: number,
      options = {},
    ): Promise<Answered<boolean>[]> {
      const asks = subjects.map((subject) => ({ subject, filter: { from: since }, first: 1 }));
      return (await windows(tenant, asks, options)).map(({ value, coverage }) => ({
        value: value.calls.length === 0,
        coverage,
      }));
    },

    async keysWithLastCall(
      tenant: string,
      ask: LastCallAsk,
      options = {},
    ): Promise<Answered<{ readonly keys: readonly KeyWithLastCall[]; readonly hasNext: boolean }>> {
      // Whether a call is the last one depends on all later ones, not only on those before `before`.
      const period = { filter: { from: ask.after ?? null } };
      const [answered] = await answer(tenant, [period], options, async (database, number) => [
        await queryLastCalls(database, number, ask),
      ]);
      return answered!;
    },

    callsPerPeriod: (tenant, asks, options = {}): Promise<Answered<readonly PeriodCount[]>[]> =>
      answer(tenant, asks, options, (database, number) =>
        byBucket(asks, async (chosen, bucket) => {
          const found = await queryPeriods(database, number, chosen, bucket);
          return found.map((counts, i) => periodCounts(counts, chosen[i]!));
        }),
      ),

    trackersPerPeriod: (tenant, asks, options = {}): Promise<Answered<readonly TrackerCount[]>[]> =>
      answer(
        tenant,
        asks,
        options,
        (database, number) =>
          byBucket(asks, (chosen, bucket) => queryTrackers(database, number, chosen, bucket)),
        'trackers',
      ),

    peopleSpokenWith: (
      tenant: string,
      asks: readonly PeopleAsk[],
      options = {},
    ): Promise<Answered<readonly PersonSpokenWith[]>[]> =>
      answer(tenant, asks, options, (database, number) => queryPeople(database, number, asks)),
  };
}

/** A filter on what was said asks for more than people. */
function needOf(asks: readonly { readonly filter?: IndexFilter | undefined }[], need: Need): Need {
  return asks.some(({ filter }) => filter !== undefined && asksForContents(filter))
    ? 'contents'
    : need;
}

/** @throws IndexStoreError at the deadline, whatever is still waited for. */
function inTime<T>(work: Promise<T>, deadline: number | undefined, clock: Clock): Promise<T> {
  if (deadline === undefined) return work;
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(
      () => reject(new IndexStoreError('Participant index: no answer in the time the request has')),
      deadline - clock.monotonic(),
    );
    work.then(resolve, reject).finally(cancel);
  });
}

const periodName = (filter: IndexFilter | undefined): string =>
  `${filter?.from ?? ''} ${filter?.to ?? ''}`;

/** Asks of one level nearly always share one period. */
function distinctPeriods(filters: readonly (IndexFilter | undefined)[]): Map<string, Period> {
  return new Map(
    filters.map((filter) => [
      periodName(filter),
      { from: filter?.from ?? null, to: filter?.to ?? null },
    ]),
  );
}

/** One query for each bucket size. */
async function byBucket<T>(
  asks: readonly PeriodAsk[],
  query: (asks: readonly PeriodAsk[], bucket: PeriodAsk['bucket']) => Promise<readonly T[]>,
): Promise<T[]> {
  const values = new Array<T>(asks.length);
  for (const bucket of ['day', 'week'] as const) {
    const places = [...asks.keys()].filter((i) => asks[i]!.bucket === bucket);
    if (places.length === 0) continue;
    const found = await query(
      places.map((i) => asks[i]!),
      bucket,
    );
    for (const [at, i] of places.entries()) values[i] = found[at]!;
  }
  return values;
}

function periodCounts(
  counts: ReadonlyMap<number, number>,
  { filter, bucket }: PeriodAsk,
): PeriodCount[] {
  const { from, to } = filter ?? {};
  const starts =
    typeof from === 'number' && typeof to === 'number'
      ? periodsBetween(from, to, bucket)
      : [...counts.keys()].sort((a, b) => a - b);
  return starts.map((startsAt) => ({ startsAt, calls: counts.get(startsAt) ?? 0 }));
}
