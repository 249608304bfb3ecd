/** Query executor: prepares the store for the periods of a query, runs the query, and adds the coverage of the answer. */

import { memberAt } from '../contract/member-at.ts';
import { SwitchboardError } from '../errors.ts';
import { type Clock, withTimeout } from '../upstream/clock.ts';
import type {
  Answered,
  CallOrder,
  CallsQuery,
  CallWindow,
  Coverage,
  FilteredQuery,
  IndexFilter,
  PeriodCount,
  PeriodQuery,
} from './call-query.ts';
import { coverageOf, nothingCovered } from './coverage.ts';
import { conditionsOf, type IndexQuestion, knowing, type Need, needOf } from './need.ts';
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
import { leadByWords, namesWords } from './store/lead-by-words.ts';
import { queryOwnCalls } from './store/own-call-query.ts';
import { inRankOrder } from './store/ranked-window.ts';
import type { Span } from './store/span.ts';
import { queryWindows } from './store/window-query.ts';
import { coverageOfWords } from './word-coverage.ts';

/** Store with the best coverage that can be had for the needs of queries. */
export interface CoveredStore {
  readonly database: Database;
  readonly tenant: number;
  /** Spans, read before the rows, so that the rows hold at least what the spans claim. */
  readonly spans: readonly Span[];
  readonly now: number;
}

type PrepareStore = (
  tenant: string,
  needs: readonly Need[],
  options: ParticipantQueryOptions,
) => Promise<CoveredStore>;

/** Runs queries on the store that `prepare` covers; fails at the request's deadline. */
export function coveredQueries(
  prepare: PrepareStore,
  clock: Clock,
): Omit<
  Participants,
  'isIndexed' | 'indexesWords' | 'status' | 'lastError' | 'version' | 'horizon' | 'maxRequests'
> {
  const answer = answerer(prepare, clock);
  return { ...tenantQueries(answer), ...callQueries(answer), ...periodQueries(answer) };
}

type Answer = ReturnType<typeof answerer>;

interface Filtered {
  readonly filter?: IndexFilter | undefined;
  readonly order?: CallOrder | undefined;
}

/** Makes the function that prepares the store, runs queries and pairs each result with its coverage. */
function answerer(prepare: PrepareStore, clock: Clock) {
  async function prepared<A extends Filtered, T>(
    question: IndexQuestion,
    tenant: string,
    queries: readonly A[],
    options: ParticipantQueryOptions,
    query: StoreQuery<A, T>,
  ): Promise<Answered<T>[]> {
    const needs = queries.map(({ filter = {} }) => needOf(question, conditionsOf(filter), filter));
    const names = needs.map((need) => JSON.stringify(need));
    // Queries of one level nearly always share one need.
    const distinct = new Map(needs.map((need, i) => [memberAt(names, i), need]));
    const store = await prepare(tenant, [...distinct.values()], options);
    const coverages = new Map<string, Coverage>();
    for (const [name, need] of distinct)
      coverages.set(name, coverageOf(knowing(store.spans, need.kinds), need, store.now));
    const walked = names.map((name) => coverages.get(name) ?? nothingCovered);
    // Before the rows, as the spans are.
    const covered = await coverageOfWords(store, queries, walked);
    const isWindow = windows.has(question) && queries.every(({ order }) => order !== 'relevance');
    const led = await leadByWords(store.database, store.tenant, queries, isWindow);
    const values = await query(store.database, store.tenant, led, queries);
    return covered.map((coverage, i) => ({ value: memberAt(values, i), coverage }));
  }

  return async function answer<A extends Filtered, T>(
    question: IndexQuestion,
    tenant: string,
    queries: readonly A[],
    options: ParticipantQueryOptions,
    query: StoreQuery<A, T>,
  ): Promise<Answered<T>[]> {
    if (queries.length === 0) return [];
    const answers = prepared(question, tenant, queries, options, query);
    try {
      return await inTime(answers, options.deadline, clock);
    } catch (error) {
      const asksForWords = queries.some(({ filter }) => namesWords(filter));
      throw asksForWords && error instanceof IndexStoreError && error.isLate
        ? new SwitchboardError('UPSTREAM_TIMEOUT', tooManyWords, true, { cause: error })
        : error;
    }
  };
}

const tooManyWords =
  'Looking for what was said took longer than it may: expected a shorter time, fewer calls or rarer words.';

/** Questions that are answered by the first calls of many. */
const windows: ReadonlySet<IndexQuestion> = new Set(['calls', 'lastCalls', 'filteredCalls']);

/** Runs queries, whose filters may have been put differently than they were asked. */
type StoreQuery<A, T> = (
  database: Database,
  tenant: number,
  queries: readonly A[],
  asked: readonly A[],
) => Promise<readonly T[]>;

/** Queries about a tenant's calls as such. */
function tenantQueries(
  answer: Answer,
): Pick<Participants, 'filteredCalls' | 'countFiltered' | 'keepsField' | 'aggregate'> {
  const answerOne = async <A extends Filtered, T>(
    question: IndexQuestion,
    tenant: string,
    query: A,
    options: ParticipantQueryOptions,
    run: (database: Database, tenant: number, query: A) => Promise<T>,
  ): Promise<Answered<T>> => {
    const runAll: StoreQuery<A, T> = (database, number, queries) =>
      Promise.all(queries.map((each) => run(database, number, each)));
    return memberAt(await answer(question, tenant, [query], options, runAll), 0);
  };

  return {
    async filteredCalls(tenant, query, options = {}) {
      const run = inRankOrder<FilteredQuery>((database, number, queries) =>
        Promise.all(queries.map((each) => queryFiltered(database, number, each))),
      );
      return memberAt(await answer('filteredCalls', tenant, [query], options, run), 0);
    },

    countFiltered: (tenant, filter, options = {}) =>
      answerOne('countFiltered', tenant, { filter }, options, (database, number, query) =>
        countFiltered(database, number, query.filter),
      ),

    async keepsField(tenant, object, field, options = {}) {
      const { value } = await answerOne('keepsField', tenant, {}, options, (database, number) =>
        queryKeepsField(database, number, object, field),
      );
      return value;
    },

    aggregate: (tenant, query, options = {}) =>
      answerOne('aggregate', tenant, query, options, queryGroups),
  };
}

/** Queries about the calls of many subjects. */
function callQueries(
  answer: Answer,
): Pick<Participants, 'calls' | 'countCalls' | 'ownCalls' | 'lastCalls' | 'recentKeys'> {
  const windows = (
    question: IndexQuestion,
    tenant: string,
    queries: readonly CallsQuery[],
    options: ParticipantQueryOptions,
  ): Promise<Answered<CallWindow>[]> =>
    answer(question, tenant, queries, options, inRankOrder(queryWindows));

  return {
    calls: (tenant, queries, options = {}) => windows('calls', tenant, queries, options),

    countCalls: (tenant, queries, options = {}) =>
      answer('countCalls', tenant, queries, options, queryCounts),

    ownCalls: (tenant, queries, options = {}) =>
      answer('ownCalls', tenant, queries, options, queryOwnCalls),

    async lastCalls(tenant, queries, options = {}) {
      const newest = queries.map((query) => ({ ...query, first: 1 }));
      return (await windows('lastCalls', tenant, newest, options)).map(({ value, coverage }) => ({
        value: value.calls[0] ?? null,
        coverage,
      }));
    },

    async recentKeys(tenant, query, options = {}) {
      const period = { filter: { from: query.since, to: query.to } };
      const answers = await answer(
        'recentKeys',
        tenant,
        [period],
        options,
        async (database, number) => [await queryRecentKeys(database, number, query)],
      );
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
      answer('callsPerPeriod', tenant, queries, options, (database, number, led) =>
        byBucket(led, async (chosen, bucket) => {
          const buckets = await queryPeriods(database, number, chosen, bucket);
          return chosen.map((query, i) => periodCounts(memberAt(buckets, i), query));
        }),
      ),

    trackersPerPeriod: (tenant, queries, options = {}) =>
      answer('trackersPerPeriod', tenant, queries, options, (database, number, led) =>
        byBucket(led, (chosen, bucket) => queryTrackers(database, number, chosen, bucket)),
      ),

    peopleSpokenWith: (tenant, queries, options = {}) =>
      answer('peopleSpokenWith', tenant, queries, options, queryPeople),
  };
}

/** @throws IndexStoreError at the deadline, whatever is still waited for. */
function inTime<T>(work: Promise<T>, deadline: number | undefined, clock: Clock): Promise<T> {
  if (deadline === undefined) return work;
  return withTimeout(
    work,
    clock,
    deadline - clock.monotonic(),
    () =>
      new IndexStoreError('Participant index: no answer in the time the request has', {
        isLate: true,
      }),
  );
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
