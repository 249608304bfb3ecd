/** What can be asked about who took part in what. All instants are epoch milliseconds. */

import type { ExecuteOptions } from '../upstream/upstream-call.ts';
import type { KeyKind, Role } from './extract.ts';
import type { MarkKind } from './mark.ts';
import type { Need } from './store/span.ts';

/**
 * Whom or what a question is about: everything one node of the graph can be found by. A contact is
 * one address, an account the addresses of its contacts and its own id; a call that fits several is
 * one call with several matches. Malformed and empty values are ignored.
 */
export interface Subject {
  readonly emails?: readonly (string | null | undefined)[];
  /** Ids of CRM records linked to a call or to a party; 15 or 18 characters. */
  readonly crmIds?: readonly (string | null | undefined)[];
  /** Users of the call platform, as host or party. */
  readonly userIds?: readonly (string | null | undefined)[];
}

/** What was said, or what a call was linked to; see `markKinds`. */
export interface MarkFilter {
  readonly kind: MarkKind;
  /** None of them: no call. */
  readonly values: readonly string[];
  /** The amount is at least this. */
  readonly least?: number | undefined;
}

/** Whether a filter looks at more of a call than who took part, when and how. */
export function readsContents(filter: IndexFilter): boolean {
  const { systems, languages, workspaceId, title, marks } = filter;
  return [systems, languages, workspaceId, title, marks].some((one) => (one ?? null) !== null);
}

export interface IndexFilter {
  /** Start of the call, inclusive. */
  readonly from?: number | null | undefined;
  /** Start of the call, exclusive. */
  readonly to?: number | null | undefined;
  /** Any of these. Inbound, Outbound, Conference, Unknown; others may exist. */
  readonly directions?: readonly string[] | null | undefined;
  /** Any of these. Internal, External, Unknown; others may exist. */
  readonly scopes?: readonly string[] | null | undefined;
  /** The subject took part as any of these. CRM context of the call itself has no role. */
  readonly roles?: readonly Role[] | null | undefined;
  readonly minDurationSeconds?: number | null | undefined;
  readonly maxDurationSeconds?: number | null | undefined;
  /** Hosted by any of these users. */
  readonly hosts?: readonly string[] | null | undefined;
  /** Held on any of these systems, in any of these languages. */
  readonly systems?: readonly string[] | null | undefined;
  readonly languages?: readonly string[] | null | undefined;
  readonly workspaceId?: string | null | undefined;
  /** Has this in its title, in any case. */
  readonly title?: string | null | undefined;
  /** All of them hold, each by any of its values. */
  readonly marks?: readonly MarkFilter[] | null | undefined;
  /** One of these, by id. */
  readonly calls?: readonly string[] | null | undefined;
  /** False leaves private calls out. Default true. */
  readonly includePrivate?: boolean | undefined;
}

/** The place of a call in an order; what an edge cursor holds. */
export interface CallPosition {
  readonly startedAt: number;
  readonly callId: string;
}

/** One subject's window of calls. Exactly one of `first` and `last`. */
export interface CallsQuery {
  readonly subject: Subject;
  readonly filter?: IndexFilter | undefined;
  /** By start, ties by the id's number; `newest` first is the exact reverse of `oldest` first. Default newest. */
  readonly order?: 'newest' | 'oldest' | undefined;
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  readonly after?: CallPosition | null | undefined;
  readonly before?: CallPosition | null | undefined;
}

/** A window of calls of whomever. */
export type FilteredQuery = Omit<CallsQuery, 'subject'>;

/** What calls of a group have in common. */
export type GroupDimension =
  | { readonly by: 'host' | 'direction' | 'scope' | 'outcome' }
  /** Stretches of time by their start, ascending; the first begins where the filter does. */
  | { readonly by: 'period'; readonly starts: readonly number[] }
  /** A call with several marks is in several groups; with none, in that of null. */
  | { readonly by: 'mark'; readonly kind: MarkKind; readonly prefix?: string | undefined }
  /** Marks named otherwise: accounts by their industry. Those without a label are in the group of null. */
  | {
      readonly by: 'label';
      readonly kind: MarkKind;
      readonly labels: readonly (readonly [value: string, label: string | null])[];
    };

export interface AggregateQuery {
  readonly filter: IndexFilter;
  readonly groupBy: readonly GroupDimension[];
  /** Numbers that cost a look at more than the calls themselves. */
  readonly people: boolean;
  readonly accounts: boolean;
  /** More groups than this are none at all: see `CallGroups.isWhole`. */
  readonly mostGroups: number;
}

/** Starts of the first and the last call of a time, private ones too. */
export interface CallExtent {
  readonly first: number;
  readonly last: number;
}

export interface CallGroup {
  /** In the order of groupBy; of periods their start. */
  readonly keys: readonly (string | number | null)[];
  readonly calls: number;
  readonly seconds: number;
  /** Mean share of the host's talk, of the calls where it was measured; null where it was of none. */
  readonly talkRatio: number | null;
  /** Different people by address, aliases of a user as one; null where not asked for. */
  readonly people: number | null;
  /** Different accounts linked to the calls; null where not asked for. */
  readonly accounts: number | null;
}

export interface CallGroups {
  readonly groups: readonly CallGroup[];
  /** False where there are more groups than asked for: then there are none here. */
  readonly isWhole: boolean;
}

/** Why a call belongs to a subject. */
export interface Match {
  readonly reason: 'EMAIL' | 'CRM_CONTEXT' | 'USER';
  /** The key that matched, normalised: an address, the first 15 characters of a record id, a user id. */
  readonly key: string;
  /** Null where the key belongs to the call itself. */
  readonly partyId: string | null;
  readonly affiliation: string | null;
  readonly roles: readonly Role[];
}

export interface MatchedCall extends CallPosition {
  readonly isPrivate: boolean;
  readonly matches: readonly Match[];
}

export interface CallWindow {
  /** In the order asked for. */
  readonly calls: readonly MatchedCall[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * How far an answer can be trusted. Calls that started in [completeFrom, completeTo) are all there,
 * as the platform showed them at `syncedAt`; calls outside may be there or not. All null: nothing
 * of what was asked for is covered.
 */
export interface Coverage {
  readonly completeFrom: number | null;
  readonly completeTo: number | null;
  /** When the newest part was last compared with the platform. */
  readonly syncedAt: number | null;
  /** When the part compared longest ago was compared: deletions since then may not be known. */
  readonly reconciledAt: number | null;
}

export interface Answered<T> {
  readonly value: T;
  readonly coverage: Coverage;
}

export interface SubjectQuery {
  readonly subject: Subject;
  readonly filter?: IndexFilter | undefined;
}

export interface PeriodQuery extends SubjectQuery {
  /** Days and weeks of UTC; weeks begin on Monday. */
  readonly bucket: 'day' | 'week';
}

export interface PeriodCount {
  /** Start of the day or week. */
  readonly startsAt: number;
  readonly calls: number;
}

export interface TrackerCount {
  readonly trackerId: string;
  readonly startsAt: number;
  /** How often it was heard, in all calls of the period. */
  readonly count: number;
  /** In how many calls. */
  readonly calls: number;
}

export interface PeopleQuery extends SubjectQuery {
  /** Most people per subject, those with the most calls first. */
  readonly first: number;
  /** Only people of these affiliations, e.g. External. */
  readonly affiliations?: readonly string[] | null | undefined;
}

/** Somebody who took part in a subject's calls; aliases of a user count as one. */
export interface PersonSpokenWith {
  readonly email: string;
  readonly calls: number;
  readonly lastCallAt: number;
}

export interface LastCallQuery {
  readonly kind: KeyKind;
  /** Values that begin so, e.g. `001` for accounts. */
  readonly prefix?: string | undefined;
  /** The last call started before this (exclusive). */
  readonly before?: number | null | undefined;
  /** The last call started at this or later. */
  readonly after?: number | null | undefined;
  readonly includePrivate?: boolean | undefined;
  readonly first: number;
  /** The last key of the page before. */
  readonly afterKey?: string | null | undefined;
}

export interface KeyWithLastCall {
  readonly key: string;
  readonly lastCallAt: number;
}

/** Handed on to the upstream calls of a fill or a scan; without them a question costs no call. */
export type QuestionOptions = Pick<
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
    options?: QuestionOptions,
  ): Promise<readonly Answered<CallWindow>[]>;
  /** All calls of a tenant that pass a filter, without a subject: their matches are empty. */
  filteredCalls(
    tenant: string,
    query: FilteredQuery,
    options?: QuestionOptions,
  ): Promise<Answered<CallWindow>>;
  countFiltered(
    tenant: string,
    filter: IndexFilter,
    options?: QuestionOptions,
  ): Promise<Answered<number>>;
  /** Null where there is no call. */
  extent(
    tenant: string,
    filter: Pick<IndexFilter, 'from' | 'to'>,
    options?: QuestionOptions,
  ): Promise<Answered<CallExtent | null>>;
  /** Calls counted and measured by group. */
  aggregate(
    tenant: string,
    query: AggregateQuery,
    options?: QuestionOptions,
  ): Promise<Answered<CallGroups>>;
  countCalls(
    tenant: string,
    queries: readonly SubjectQuery[],
    options?: QuestionOptions,
  ): Promise<readonly Answered<number>[]>;
  /** The newest call of each subject, or null. */
  lastCalls(
    tenant: string,
    queries: readonly SubjectQuery[],
    options?: QuestionOptions,
  ): Promise<readonly Answered<MatchedCall | null>[]>;
  /** Whether a subject had no call since an instant. */
  withoutCallSince(
    tenant: string,
    subjects: readonly Subject[],
    since: number,
    options?: QuestionOptions,
  ): Promise<readonly Answered<boolean>[]>;
  /** Keys by their last call, in the order of the keys: the cross-source filter's other side. */
  keysWithLastCall(
    tenant: string,
    query: LastCallQuery,
    options?: QuestionOptions,
  ): Promise<Answered<{ readonly keys: readonly KeyWithLastCall[]; readonly hasNext: boolean }>>;
  /** Periods with calls, oldest first; between `from` and `to` of the filter also those without. */
  callsPerPeriod(
    tenant: string,
    queries: readonly PeriodQuery[],
    options?: QuestionOptions,
  ): Promise<readonly Answered<readonly PeriodCount[]>[]>;
  /** Coverage counts only what was synchronised with trackers. */
  trackersPerPeriod(
    tenant: string,
    queries: readonly PeriodQuery[],
    options?: QuestionOptions,
  ): Promise<readonly Answered<readonly TrackerCount[]>[]>;
  peopleSpokenWith(
    tenant: string,
    queries: readonly PeopleQuery[],
    options?: QuestionOptions,
  ): Promise<readonly Answered<readonly PersonSpokenWith[]>[]>;
  status(tenant: string): Promise<IndexStatus>;
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
  /** Code of the error that ended the last synchronisation, or null. */
  readonly lastError: string | null;
}
