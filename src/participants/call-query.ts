/** Query types of the participant index (who took part in which calls) and their results. All instants are epoch milliseconds. */

import type { FacetKind } from './call-facet.ts';
import type { Role } from './indexed-call.ts';
import type { KeyKind } from './match-key.ts';

/**
 * Whom or what a question is about: everything one node of the graph can be found by. A contact is
 * one address, an account the addresses of its contacts and its own id; a call that fits several is
 * one call with several matches. Malformed and empty values are ignored.
 */
export interface ParticipantKeys {
  readonly emails?: readonly (string | null | undefined)[];
  /** Ids of CRM records linked to a call or to a party; 15 or 18 characters. */
  readonly crmIds?: readonly (string | null | undefined)[];
  /** Users of the call platform, as host or party. */
  readonly userIds?: readonly (string | null | undefined)[];
}

/** What was said, or what a call was linked to; see `facetKinds`. */
export interface FacetFilter {
  readonly kind: FacetKind;
  /** None of them: no call. */
  readonly values: readonly string[];
  /** The amount is at least this. */
  readonly least?: number | undefined;
}

/** Whether a filter looks at more of a call than who took part, when and how. */
export function readsContents(filter: IndexFilter): boolean {
  const { systems, languages, workspaceId, title, facets } = filter;
  return [systems, languages, workspaceId, title, facets].some((one) => (one ?? null) !== null);
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
  readonly facets?: readonly FacetFilter[] | null | undefined;
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
  readonly subject: ParticipantKeys;
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
  /** A call with several facets is in several groups; with none, in that of null. */
  | { readonly by: 'facet'; readonly kind: FacetKind; readonly prefix?: string | undefined }
  /** Facets named otherwise: accounts by their industry. Those without a label are in the group of null. */
  | {
      readonly by: 'label';
      readonly kind: FacetKind;
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
  readonly subject: ParticipantKeys;
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
