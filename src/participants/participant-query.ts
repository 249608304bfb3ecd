/** The participant index as the graph sees it: one method for each kind of query, and its status. */

import type { ExecuteOptions } from '../upstream/upstream-request.ts';
import type {
  AggregateQuery,
  Answered,
  CallGroups,
  CallsQuery,
  CallWindow,
  Coverage,
  FilteredQuery,
  IndexFilter,
  MatchedCall,
  OwnCalls,
  OwnCallsQuery,
  PeopleQuery,
  PeriodCount,
  PeriodQuery,
  PersonSpokenWith,
  RecentKeysQuery,
  SubjectQuery,
  TrackerCount,
} from './call-query.ts';
import type { Need } from './need.ts';
import type { TranscriptStatus } from './sync/transcript-fill.ts';

/** Options of the execute requests that fill a gap or scan; a query without them causes none. */
export type ParticipantQueryOptions = Pick<
  ExecuteOptions,
  'signal' | 'client' | 'deadline' | 'allowance' | 'notes'
>;

/** Upper bound of the execute requests for a need, however many queries share it. */
interface MaxRequests {
  /** Pages of calls. */
  readonly walk: number;
  /** Whether the list of all users may be read as well, twice. */
  readonly needsUsers: boolean;
}

/** The participant index. Results come in the order of the queries, each with its coverage. */
export interface Participants {
  /** Whether there is an index. Without one questions about some calls are scanned for, and lists and figures of all are refused. */
  readonly isIndexed: boolean;
  /** Whether the words of a tenant's transcripts are indexed; else conditions on them can't be evaluated. */
  indexesWords(tenant: string): boolean;
  /** The calls of many subjects, each with its own window. */
  calls(
    tenant: string,
    queries: readonly CallsQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<CallWindow>[]>;
  /** Calls of a tenant that pass a filter, without a subject, so without matches. */
  filteredCalls(
    tenant: string,
    query: FilteredQuery,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<CallWindow>>;
  countFiltered(
    tenant: string,
    filter: IndexFilter,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<number>>;
  /**
   * Whether the index has facets of a field. False where it has facets of other fields of the
   * object and none of this one: the platform does not copy the field, or it is empty in all calls.
   */
  keepsField(
    tenant: string,
    object: string,
    field: string,
    options?: ParticipantQueryOptions,
  ): Promise<boolean>;
  /** Counts and measures calls by group. */
  aggregate(
    tenant: string,
    query: AggregateQuery,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<CallGroups>>;
  countCalls(
    tenant: string,
    queries: readonly SubjectQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<number>[]>;
  /** Facts of the own calls of many records. */
  ownCalls(
    tenant: string,
    queries: readonly OwnCallsQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<OwnCalls>[]>;
  /** The newest call of each subject, or null. */
  lastCalls(
    tenant: string,
    queries: readonly SubjectQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<MatchedCall | null>[]>;
  /** Keys with a call in a time, ascending; null where there are more than are of use. */
  recentKeys(
    tenant: string,
    query: RecentKeysQuery,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<readonly string[] | null>>;
  /** Periods with calls, oldest first; between `from` and `to` of the filter also those without. */
  callsPerPeriod(
    tenant: string,
    queries: readonly PeriodQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<readonly PeriodCount[]>[]>;
  /** Tracker hits by period. */
  trackersPerPeriod(
    tenant: string,
    queries: readonly PeriodQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<readonly TrackerCount[]>[]>;
  peopleSpokenWith(
    tenant: string,
    queries: readonly PeopleQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<readonly PersonSpokenWith[]>[]>;
  status(tenant: string): Promise<IndexStatus>;
  /** Code of the error of the last try to read from the platform or to store what was read; null when it went well. It is part of the version. */
  lastError(tenant: string): Promise<string | null>;
  /**
   * Version of a tenant's index. It rises whenever rows or coverage change, within a second of
   * another process' write, so answers under one version come from the same rows. Read it before
   * the query. Null where it is unknown: without an index, and while the database is away.
   */
  version(tenant: string): number | null;
  /** Start of the oldest call that the index should hold, epoch milliseconds; null without an index. */
  horizon(tenant: string): number | null;
  /** Upper bound of a query's execute requests, from the coverage known before the query. */
  maxRequests(tenant: string, need: Need): MaxRequests;
}

/** Status of the index, for operators and for `indexStatus` in the graph. */
export interface IndexStatus {
  /** `off`: queries are answered by scanning. */
  readonly state: 'off' | 'idle' | 'syncing';
  readonly coverage: Coverage;
  /**
   * End of the newest stretch that was read, epoch ms; null where none was. `coverage.syncedAt` can be later: a question
   * about earlier days has them read, and nothing behind them.
   */
  readonly readTo: number | null;
  /** Start of the time that the index should cover. */
  readonly horizon: number | null;
  /** Covered share of the time from horizon to now, 0 to 1. */
  readonly complete: number;
  readonly calls: number;
  /** Calls a minute while the index fills, and its expected end, epoch ms; null where nothing is left, or nobody knows yet. */
  readonly callsPerMinute: number | null;
  readonly endsAt: number | null;
  /** Rows without an id or a time that the last run was sent; they can't be indexed. Spans know for longer what they lack. */
  readonly skippedRows: number;
  /** Error code of the last attempt to read from the platform or to write to the index; null when it succeeded. */
  readonly lastError: string | null;
  /** Null where transcripts are not indexed. */
  readonly transcripts: TranscriptStatus | null;
}
