/** The participant index as the graph sees it: one method for each kind of query, and its status. */

import type { ExecuteOptions } from '../upstream/upstream-call.ts';
import type {
  AggregateQuery,
  Answered,
  CallExtent,
  CallGroups,
  CallsQuery,
  CallWindow,
  Coverage,
  FilteredQuery,
  IndexFilter,
  KeyWithLastCall,
  LastCallQuery,
  MatchedCall,
  ParticipantKeys,
  PeopleQuery,
  PeriodCount,
  PeriodQuery,
  PersonSpokenWith,
  SubjectQuery,
  TrackerCount,
} from './call-query.ts';
import type { Need } from './store/span.ts';

/** Handed on to the upstream calls of a fill or a scan; without them a question costs no call. */
export type ParticipantQueryOptions = Pick<
  ExecuteOptions,
  'signal' | 'client' | 'deadline' | 'allowance' | 'askedBy' | 'trace'
>;

/** Upstream calls that a question's time may cost at most, however many ask about it. */
interface MostCalls {
  /** Pages of calls. */
  readonly walk: number;
  /** Whether the list of all users may have to be read besides, twice. */
  readonly needsUsers: boolean;
}

/** The participant index. Answers stand in the order of the asks; each says how complete it is. */
export interface Participants {
  /** The calls of many subjects, each with its own window. */
  calls(
    tenant: string,
    queries: readonly CallsQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<CallWindow>[]>;
  /** All calls of a tenant that pass a filter, without a subject: their matches are empty. */
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
  /** Null where there is no call. */
  extent(
    tenant: string,
    filter: Pick<IndexFilter, 'from' | 'to'>,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<CallExtent | null>>;
  /**
   * False where calls are kept by fields of linked records of this object, and none of them by this
   * field: the platform does not copy it, or it is empty in all of them.
   */
  keepsField(
    tenant: string,
    object: string,
    field: string,
    options?: ParticipantQueryOptions,
  ): Promise<boolean>;
  /** Calls counted and measured by group. */
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
  /** The newest call of each subject, or null. */
  lastCalls(
    tenant: string,
    queries: readonly SubjectQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<MatchedCall | null>[]>;
  /** Whether a subject had no call since an instant. */
  withoutCallSince(
    tenant: string,
    subjects: readonly ParticipantKeys[],
    since: number,
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<boolean>[]>;
  /** Keys by their last call, in the order of the keys: the cross-source filter's other side. */
  keysWithLastCall(
    tenant: string,
    query: LastCallQuery,
    options?: ParticipantQueryOptions,
  ): Promise<Answered<{ readonly keys: readonly KeyWithLastCall[]; readonly hasNext: boolean }>>;
  /** Periods with calls, oldest first; between `from` and `to` of the filter also those without. */
  callsPerPeriod(
    tenant: string,
    queries: readonly PeriodQuery[],
    options?: ParticipantQueryOptions,
  ): Promise<readonly Answered<readonly PeriodCount[]>[]>;
  /** Coverage counts only what was synchronised with trackers. */
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
  /** Code of the error of the last try to read from the platform; null when it went well. It is part of the version. */
  lastError(tenant: string): Promise<string | null>;
  /**
   * Raised whenever what the index holds or claims of a tenant changes, within a second of another
   * process' write. Two answers under one version are made of the same rows. Read it before the
   * question. Null while nobody can know: without an index, and while its database is away.
   */
  version(tenant: string): number | null;
  /** Before anything is asked, from what is known by then of the time that is covered. */
  mostCalls(tenant: string, period: Pick<IndexFilter, 'from' | 'to'>, need: Need): MostCalls;
}

/** How the index is doing, for operators and for `indexStatus` in the graph. */
export interface IndexStatus {
  /** `off`: questions are answered by scanning. */
  readonly state: 'off' | 'idle' | 'syncing';
  readonly coverage: Coverage;
  /** How far back the index is meant to reach. */
  readonly horizon: number | null;
  /** Share of the time between horizon and now that is covered, 0 to 1. */
  readonly complete: number;
  readonly calls: number;
  /** Rows the platform sent without an id or a time; they can't be indexed. */
  readonly skippedRows: number;
  /** Code of the error of the last try to read from the platform or to write it down; null when it went well. */
  readonly lastError: string | null;
}
