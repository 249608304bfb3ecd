/** Query executor: prepares the store for the periods of a query, runs the query, and adds the coverage of the answer. */

import { memberAt } from '../contract/member-at.ts';
import { type Clock, withTimeout } from '../upstream/clock.ts';
import {
  type Answered,
  type CallsQuery,
  type CallWindow,
  type Coverage,
  type IndexFilter,
  type Period,
  type PeriodCount,
  type PeriodQuery,
  readsContents,
} from './call-query.ts';
import { coverageOf } from './coverage.ts';
import type { ParticipantQueryOptions, Participants } from './participant-query.ts';
import {
  periodsBetween,
  queryCounts,
  queryPeople,
  queryPeriods,
  queryRecentKeys,
  queryTrackers,
} from './store/aggregate-query.ts';
import { type Database, IndexStoreError } from './store/database.ts';
import { countFiltered, queryFiltered, queryKeepsField } from './store/filtered-query.ts';
import { queryGroups } from './store/group-query.ts';
import { type CallDetail, holds, type Span } from './store/span.ts';
import { queryWindows } from './store/window-query.ts';

/** Store with the best coverage that can be had for a query's periods. */
export interface CoveredStore {
  readonly database: Database;
  readonly tenant: number;
  /** Spans, read before the rows, so that the rows hold at least what the spans claim. */
  readonly spans: readonly Span[];
  readonly now: number;
}

type PrepareStore = (
  tenant: string,
  periods: readonly Period[],
  detail: CallDetail,
  options: ParticipantQueryOptions,
) => Promise<CoveredStore>;

/** Runs queries on the store that `prepare` covers; fails at the request's deadline. */
export function coveredQueries(
  prepare: PrepareStore,
  clock: Clock,
): Omit<
  Participants,
  'isIndexed' | 'status' | 'lastError' | 'version' | 'horizon' | 'maxRequests'
> {
  const answer = answerer(prepare, clock);
  return { ...tenantQueries(answer), ...callQueries(answer), ...periodQueries(answer) };
}

type Answer = ReturnType<typeof answerer>;

/** Makes the function that prepares the store, runs queries and pairs each result with its coverage. */
function answerer(prepare: PrepareStore, clock: Clock) {
  async function prepared<A extends { readonly filter?: IndexFilter | undefined }, T>(
    tenant: string,
    queries: readonly A[],
    options: ParticipantQueryOptions,
    query: (database: Database, tenant: number) => Promise<readonly T[]>,
    detail: CallDetail,
  ): Promise<Answered<T>[]> {
    const periods = distinctPeriods(queries.map(({ filter }) => filter));
    const store = await prepare(tenant, [...periods.values()], detail, options);
    const spans = store.spans.filter((span) => holds(span, detail));
    const coverages = new Map<string, Coverage>();
    const coverageIn = (filter: IndexFilter | undefined): Coverage => {
      const name = periodName(filter);
      const coverage = coverages.get(name) ?? coverageOf(spans, periodOf(filter), store.now);
      coverages.set(name, coverage);
      return coverage;
    };
    const values = await query(store.database, store.tenant);
    return queries.map(({ filter }, i) => ({
      value: memberAt(values, i),
      coverage: coverageIn(filter),
    }));
  }

  return async function answer<A extends { readonly filter?: IndexFilter | undefined }, T>(
    tenant: string,
    queries: readonly A[],
    options: ParticipantQueryOptions,
    query: (database: Database, tenant: number) => Promise<readonly T[]>,
    base: CallDetail = 'people',
  ): Promise<Answered<T>[]> {
    if (queries.length === 0) return [];
    return await inTime(
      prepared(tenant, queries, options, query, needOf(queries, base)),
      options.deadline,
      clock,
    );
  };
}

/** Queries about a tenant's calls as such. */
function tenantQueries(
  answer: Answer,
): Pick<Participants, 'filteredCalls' | 'countFiltered' | 'keepsField' | 'aggregate'> {
  const answerOne = async <T>(
    tenant: string,
    filter: IndexFilter,
    options: ParticipantQueryOptions,
    query: (database: Database, tenant: number) => Promise<T>,
    detail: CallDetail = 'people',
  ): Promise<Answered<T>> => {
    const only = async (database: Database, number: number) => [await query(database, number)];
    return memberAt(await answer(tenant, [{ filter }], options, only, detail), 0);
  };

  return {
    filteredCalls: (tenant, query, options = {}) =>
      answerOne(tenant, query.filter ?? {}, options, (database, number) =>
        queryFiltered(database, number, query),
      ),

    countFiltered: (tenant, filter, options = {}) =>
      answerOne(tenant, filter, options, (database, number) =>
        countFiltered(database, number, filter),
      ),

    async keepsField(tenant, object, field, options = {}) {
      const { value } = await answerOne(tenant, {}, options, (database, number) =>
        queryKeepsField(database, number, object, field),
      );
      return value;
    },

    // Talk ratios, outcomes and facets are contents, whichever of them is shown.
    aggregate: (tenant, query, options = {}) =>
      answerOne(
        tenant,
        query.filter,
        options,
        (database, number) => queryGroups(database, number, query),
        'contents',
      ),
  };
}

/** Queries about the calls of many subjects. */
function callQueries(
  answer: Answer,
): Pick<Participants, 'calls' | 'countCalls' | 'lastCalls' | 'recentKeys'> {
  const windows = (
    tenant: string,
    queries: readonly CallsQuery[],
    options: ParticipantQueryOptions = {},
  ): Promise<Answered<CallWindow>[]> =>
    answer(tenant, queries, options, (database, number) => queryWindows(database, number, queries));

  return {
    calls: windows,

    countCalls: (tenant, queries, options = {}) =>
      answer(tenant, queries, options, (database, number) =>
        queryCounts(database, number, queries),
      ),

    async lastCalls(tenant, queries, options = {}) {
      const newest = queries.map((query) => ({ ...query, first: 1 }));
      return (await windows(tenant, newest, options)).map(({ value, coverage }) => ({
        value: value.calls[0] ?? null,
        coverage,
      }));
    },

    async recentKeys(tenant, query, options = {}) {
      const period = { filter: { from: query.since, to: query.to } };
      const answers = await answer(tenant, [period], options, async (database, number) => [
        await queryRecentKeys(database, number, query),
      ]);
      return memberAt(answers, 0);
    },
  };
}

/** Counts by period, and the people of the calls. */
function periodQueries(
  answer: Answer,
): Pick<Participants, 'callsPerPeriod' | 'trackersPerPeriod' | 'peopleSpokenWith'> {
  return {
    callsPerPeriod: (tenant, queries, options = {}) =>
      answer(tenant, queries, options, (database, number) =>
        byBucket(queries, async (chosen, bucket) => {
          const buckets = await queryPeriods(database, number, chosen, bucket);
          return chosen.map((query, i) => periodCounts(memberAt(buckets, i), query));
        }),
      ),

    trackersPerPeriod: (tenant, queries, options = {}) =>
      answer(
        tenant,
        queries,
        options,
        (database, number) =>
          byBucket(queries, (chosen, bucket) => queryTrackers(database, number, chosen, bucket)),
        'trackers',
      ),

    peopleSpokenWith: (tenant, queries, options = {}) =>
      answer(tenant, queries, options, (database, number) =>
        queryPeople(database, number, queries),
      ),
  };
}

/** A filter on contents requires spans walked with contents. */
function needOf(
  queries: readonly { readonly filter?: IndexFilter | undefined }[],
  detail: CallDetail,
): CallDetail {
  return queries.some(({ filter }) => filter !== undefined && readsContents(filter))
    ? 'contents'
    : detail;
}

/** @throws IndexStoreError at the deadline, whatever is still waited for. */
function inTime<T>(work: Promise<T>, deadline: number | undefined, clock: Clock): Promise<T> {
  if (deadline === undefined) return work;
  return withTimeout(
    work,
    clock,
    deadline - clock.monotonic(),
    () => new IndexStoreError('Participant index: no answer in the time the request has'),
  );
}

const periodName = (filter: IndexFilter | undefined): string =>
  `${filter?.from ?? ''} ${filter?.to ?? ''}`;

const periodOf = (filter: IndexFilter | undefined): Period => ({
  from: filter?.from ?? null,
  to: filter?.to ?? null,
});

/** Distinct periods of the queries: those of one level nearly always share one. */
function distinctPeriods(filters: readonly (IndexFilter | undefined)[]): Map<string, Period> {
  return new Map(filters.map((filter) => [periodName(filter), periodOf(filter)]));
}

/** One query for each bucket size. */
async function byBucket<T>(
  queries: readonly PeriodQuery[],
  query: (queries: readonly PeriodQuery[], bucket: PeriodQuery['bucket']) => Promise<readonly T[]>,
): Promise<T[]> {
  const values = new Array<T>(queries.length);
  for (const bucket of ['day', 'week'] as const) {
    const chosen = [...queries.entries()].filter(([, query]) => query.bucket === bucket);
    if (chosen.length === 0) continue;
    const counts = await query(
      chosen.map(([, query]) => query),
      bucket,
    );
    for (const [at, [i]] of chosen.entries()) values[i] = memberAt(counts, at);
  }
  return values;
}

function periodCounts(
  counts: ReadonlyMap<number, number>,
  { filter, bucket }: PeriodQuery,
): PeriodCount[] {
  const { from, to } = filter ?? {};
  const starts =
    typeof from === 'number' && typeof to === 'number'
      ? periodsBetween(from, to, bucket)
      : [...counts.keys()].sort((a, b) => a - b);
  return starts.map((startsAt) => ({ startsAt, calls: counts.get(startsAt) ?? 0 }));
}
