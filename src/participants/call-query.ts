/** Query types of the participant index (who took part in which calls) and their results. All instants are epoch milliseconds. */

import type { GroupFacet } from './call-facet.ts';
import type { Role } from './indexed-call.ts';
import type { KeyKind } from './match-key.ts';
import type { SpokenWord } from './spoken-word.ts';

/**
 * Participant keys of a query's subject: all addresses and ids of one node of the graph. A contact
 * has one address, an account the addresses of its contacts and its own id. A call that matches
 * several keys is one call with several matches. Malformed and empty values are ignored.
 */
export interface ParticipantKeys {
  readonly emails?: readonly (string | null | undefined)[];
  /** Ids of CRM records linked to a call or to a party; 15 or 18 characters. */
  readonly crmIds?: readonly (string | null | undefined)[];
  /** Users of the call platform, as host or party. */
  readonly userIds?: readonly (string | null | undefined)[];
}

/** Keys of a viewer's calls, and the records that may be told of. */
export interface VisibleBy extends ParticipantKeys {
  /** Accounts and deals that are shown beside those of `crmIds`; 15 or 18 characters. */
  readonly shownIds?: readonly string[];
}

/** Condition on a call's facets; see `facetKinds`. */
export interface FacetFilter {
  readonly kind: GroupFacet;
  /** An empty list matches no call. */
  readonly values: readonly string[];
  /** The amount is at least this. */
  readonly least?: number | undefined;
}

/** Condition on the people who took part, by their addresses. A member that is null or absent restricts nobody. */
export interface PeopleFilter {
  /** A person has an address of each of these lists. An empty list admits nobody. */
  readonly emails?: readonly (readonly string[])[] | undefined;
  /** Any of these domains, in lower case. */
  readonly domains?: readonly string[] | null | undefined;
  /** As any of these. */
  readonly roles?: readonly Role[] | null | undefined;
  /** So many different people; aliases of a user are one. Default 1. */
  readonly least?: number | undefined;
}

/**
 * Condition on one turn of a call: what a speaker said before another took over. A turn of several thousand words is
 * several (see `documentsOf`). At least one word is named; a member that is null or absent restricts nothing.
 */
export interface SaidFilter {
  /** All of these, anywhere in the turn. */
  readonly words: readonly SpokenWord[];
  /** In this order, side by side. Only the last may be a prefix. */
  readonly phrase: readonly SpokenWord[];
  readonly side?: 'ours' | 'theirs' | null | undefined;
  /** Said by any of these users of the platform. An empty list admits nobody. */
  readonly users?: readonly string[] | null | undefined;
  /** The turn begins before this second of the call. */
  readonly firstSeconds?: number | null | undefined;
  /** The turn begins in so many seconds at the end of the call, whose length is known. */
  readonly lastSeconds?: number | null | undefined;
  /** Set by the store: its text is in most calls, so that each call of a window is looked at. */
  readonly isEverywhere?: boolean | undefined;
}

/** Calls by their start; null is unbounded. */
export interface Period {
  /** Inclusive. */
  readonly from?: number | null | undefined;
  /** Exclusive. */
  readonly to?: number | null | undefined;
}

export interface IndexFilter extends Period {
  /** Any of these directions: Inbound, Outbound, Conference, Unknown; others may exist. */
  readonly directions?: readonly string[] | null | undefined;
  /** Any of these scopes: Internal, External, Unknown; others may exist. */
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
  /** The title contains this text, whatever the case and accents. */
  readonly title?: string | null | undefined;
  /** All facet filters hold, each by any of its values. */
  readonly facets?: readonly FacetFilter[] | null | undefined;
  readonly participants?: PeopleFilter | null | undefined;
  /** None of these holds, of calls whose contents have been read. */
  readonly absent?: readonly FacetFilter[] | null | undefined;
  /** Each holds in some turn. */
  readonly said?: readonly SaidFilter[] | null | undefined;
  /** None holds in any turn, of calls whose transcript has been read and has not changed since. */
  readonly unsaid?: readonly SaidFilter[] | null | undefined;
  /** Linked to none of these records, by id, neither the call itself nor a party. */
  readonly notLinkedTo?: readonly string[] | null | undefined;
  /** Calls with one of these ids. */
  readonly calls?: readonly string[] | null | undefined;
  /** False leaves private calls out. Default true. */
  readonly includePrivate?: boolean | undefined;
  /**
   * Calls that somebody with one of these keys hosted, attended or was invited to, or that were themselves linked to
   * one of these records: what the platform linked to a party opens nothing. All queries of a statement have the same.
   * Linked records that are not shown are in no group and no figure, and a call that is linked to one has no fields of
   * its kind.
   */
  readonly visibleBy?: VisibleBy | null | undefined;
}

/** Sort position of a call, as an edge cursor holds it. */
export interface CallPosition {
  readonly startedAt: number;
  readonly callId: string;
  /** In the order of relevance alone: see `ranked-window.ts`. */
  readonly rank?: number | undefined;
}

/** Which calls of a list come first: by their start, or those that best meet the conditions `said` of their filter, which then has some. */
export type CallOrder = 'newest' | 'oldest' | 'relevance';

/** One subject's window of calls. Exactly one of `first` and `last`. */
export interface CallsQuery {
  readonly subject: ParticipantKeys;
  readonly filter?: IndexFilter | undefined;
  /** By start, ties by the id's number; `newest` first is the exact reverse of `oldest` first. Default newest. */
  readonly order?: CallOrder | undefined;
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  readonly after?: CallPosition | null | undefined;
  readonly before?: CallPosition | null | undefined;
}

/** A window of calls without a subject. */
export type FilteredQuery = Omit<CallsQuery, 'subject'>;

/**
 * Dimension of a grouping: the property that calls of a group share. Periods and labels follow from calls that are
 * looked up before: a call that comes in between, and has no period or label yet, is in no group.
 */
export type GroupDimension =
  | { readonly by: 'host' | 'direction' | 'scope' | 'outcome' }
  /** Stretches of time by their start. The bounds are ascending, the last is the end of the last stretch. */
  | { readonly by: 'period'; readonly bounds: (extent: CallExtent) => readonly number[] }
  /** A call with several facets is in several groups; with none, in that of null. */
  | { readonly by: 'facet'; readonly kind: GroupFacet; readonly prefix?: string | undefined }
  /** Facets replaced by a label, such as accounts by their industry. Those whose label is null form the group of null. */
  | {
      readonly by: 'label';
      readonly kind: GroupFacet;
      readonly labels: readonly FacetLabel[];
    };

/** A facet's value and its label. */
export type FacetLabel = readonly [value: string, label: string | null];

export interface AggregateQuery {
  readonly filter: IndexFilter;
  readonly groupBy: readonly GroupDimension[];
  /** Whether to count people; it reads more than the calls themselves. */
  readonly people: boolean;
  readonly accounts: boolean;
  /** Limit of groups; an answer beyond it holds none, see `CallGroups.isWhole`. */
  readonly mostGroups: number;
  /** See `nextRank`. Default: behind all that were asked before. */
  readonly rank?: number | undefined;
}

let lastRank = 0;

/**
 * Rank of a question about all calls of a time, in the order in which they are asked: where such questions wait for
 * each other, one that needs another's answer before doesn't lose its turn to those behind it.
 */
export const nextRank = (): number => ++lastRank;

/** Starts of the first and the last call in a range of time, private calls included. */
export interface CallExtent {
  readonly first: number;
  readonly last: number;
}

export interface CallGroup {
  /** Group keys in the order of groupBy; a period's key is its start. */
  readonly keys: readonly (string | number | null)[];
  readonly calls: number;
  readonly seconds: number;
  /** Mean talk share of the host, over the calls with a measured one; null where no call has one. */
  readonly talkRatio: number | null;
  /** Number of distinct people by address, aliases of a user counted as one; null where not requested. */
  readonly people: number | null;
  /** Number of distinct accounts linked to the calls; null where not requested. */
  readonly accounts: number | null;
}

export interface CallGroups {
  readonly groups: readonly CallGroup[];
  /** False where there are more groups than `mostGroups`; the answer holds none of them. */
  readonly isWhole: boolean;
}

/** Match: the key by which a call belongs to a subject. */
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
  /** Calls in the requested order. */
  readonly calls: readonly MatchedCall[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * Coverage of an answer. All calls that started in [completeFrom, completeTo) are in it, as the
 * platform showed them at `syncedAt`; calls outside may be missing. All members are null where no
 * part of the requested time is covered.
 */
export interface Coverage {
  readonly completeFrom: number | null;
  readonly completeTo: number | null;
  /** Time of the last comparison of the newest part with the platform. */
  readonly syncedAt: number | null;
  /** Time of the oldest comparison of any part: later deletions may be unknown. */
  readonly reconciledAt: number | null;
  /** Whether rows of the requested time never came or could not be read, so that calls may be missing. */
  readonly lacksRows?: boolean;
  /** Calls of the requested time, at least, that the platform announced lately and still analyses; left out for none, null where that is not told. */
  readonly pending?: number | null;
  /**
   * Calls of the covered time whose words are not known yet, or have changed: of those that pass the rest of the
   * filter, whoever took part; where there are too many, of all, and null for viewers of some. Left out for none.
   */
  readonly unread?: number | null;
}

export interface Answered<T> {
  readonly value: T;
  readonly coverage: Coverage;
}

export interface SubjectQuery {
  readonly subject: ParticipantKeys;
  readonly filter?: IndexFilter | undefined;
}

/** Which of a record's own calls, by start and id: the first or last so many, or the n-th, from the end where it is negative. At most one member. */
export interface CallChoice {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly nth?: number | null | undefined;
}

/** What of the chosen calls is looked at besides their number and starts. */
export interface OwnCallsLook {
  readonly choice: CallChoice;
  /** A call counts as heard where all of these hold. */
  readonly heard: readonly FacetFilter[];
  readonly people: boolean;
  readonly talk: boolean;
  readonly length: boolean;
  readonly unaddressed: boolean;
}

/** A record's own calls: those that the platform linked to it, within bounds of its own. */
export interface OwnCallsQuery {
  readonly recordId: string;
  /** Inclusive; null is unbounded. */
  readonly from: number | null;
  /** Exclusive. */
  readonly to: number;
  readonly look: OwnCallsLook;
  /** Private and hidden calls; other members are ignored. */
  readonly filter?: Pick<IndexFilter, 'includePrivate' | 'visibleBy'> | undefined;
}

export interface OwnCalls {
  readonly calls: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly heard: number;
  /** Different addresses from outside; 0 where not looked at. */
  readonly people: number;
  /** Mean share of the host's talk over the calls with a measured one; null where none has, or it is not looked at. */
  readonly talkRatio: number | null;
  /** How long they lasted together; 0 where not looked at. A call without a known length adds nothing. */
  readonly seconds: number;
  /** Parties from outside without an address; null where a call was stored by a version that did not count them, and where not looked at. */
  readonly unaddressed: number | null;
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
  /** Number of hits in all calls of the period. */
  readonly count: number;
  /** Number of calls with a hit. */
  readonly calls: number;
}

export interface PeopleQuery extends SubjectQuery {
  /** Limit of people per subject, those with the most calls first. */
  readonly first: number;
  /** Only people of these affiliations, e.g. External. */
  readonly affiliations?: readonly string[] | null | undefined;
}

/** Person who took part in a subject's calls; aliases of a user count as one. */
export interface PersonSpokenWith {
  readonly email: string;
  readonly calls: number;
  readonly lastCallAt: number;
}

export interface RecentKeysQuery {
  readonly kind: KeyKind;
  /** Prefix of the keys, e.g. `001` for accounts. */
  readonly prefix?: string | undefined;
  /** Start of the calls that count. */
  readonly since: number;
  /** Their end, exclusive; null is unbounded. */
  readonly to?: number | null | undefined;
  readonly includePrivate?: boolean | undefined;
  /** See `IndexFilter`. */
  readonly visibleBy?: VisibleBy | null | undefined;
  /** Most keys that are of use. */
  readonly first: number;
}
