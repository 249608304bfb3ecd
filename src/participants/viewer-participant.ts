/**
 * The participant index as a viewer sees it: each query has the condition by which the viewer's calls are visible, so
 * no resolver can forget it. The context's type takes no other.
 */

import { type MaybePromise, thenMaybe } from '../fetch/maybe-promise.ts';
import type { RowAccess, RowAnchors, ViewerPeople } from '../row-access/row-access.ts';
import type { Answered, Coverage, IndexFilter, VisibleBy } from './call-query.ts';
import type { IndexStatus, ParticipantQueryOptions, Participants } from './participant-query.ts';
import type { TranscriptStatus } from './sync/transcript-fill.ts';

/** Nothing but `participantsOf` makes it. */
const viewer: unique symbol = Symbol('viewer');

type Counted = 'read' | 'unread';

/** How many calls there are is null for viewers who see some of them. */
export type ViewerIndexStatus = Omit<IndexStatus, 'calls' | 'transcripts'> & {
  readonly calls: number | null;
  readonly transcripts:
    | (Omit<TranscriptStatus, Counted> & Readonly<Record<Counted, number | null>>)
    | null;
};

export interface ViewerParticipants extends Omit<Participants, 'status'> {
  readonly [viewer]: Participants;
  status(tenant: string): Promise<ViewerIndexStatus>;
  /** Those of the calls that are hidden from the viewer, of the time that the index covers; none without an index. */
  hiddenCalls(
    tenant: string,
    ids: readonly string[],
    options?: ParticipantQueryOptions,
  ): Promise<ReadonlySet<string>>;
}

/** @param access null for viewers of all calls */
export const participantsOf = (
  index: Participants,
  access: RowAccess | null,
): ViewerParticipants => (access === null ? ofAll(index) : ofViewer(index, access));

/** The same of the same viewer, with the access read through another object. */
export const readThrough = (
  participants: ViewerParticipants,
  access: RowAccess | null,
): ViewerParticipants => (access === null ? participants : ofAccess(participants[viewer], access));

const noCalls: ReadonlySet<string> = new Set();

const unwrapped = new WeakMap<Participants, ViewerParticipants>();

function ofAll(index: Participants): ViewerParticipants {
  const existing = unwrapped.get(index);
  if (existing !== undefined) return existing;
  const participants = { ...index, [viewer]: index, hiddenCalls: async () => noCalls };
  unwrapped.set(index, participants);
  return participants;
}

/** Made once for a viewer, whose access lasts longer than a request. */
const ofViewers = new WeakMap<RowAccess, ViewerParticipants>();

function ofViewer(index: Participants, access: RowAccess): ViewerParticipants {
  const existing = ofViewers.get(access);
  if (existing?.[viewer] === index) return existing;
  const participants = ofAccess(index, access);
  ofViewers.set(access, participants);
  return participants;
}

const keysOfAnchors = new WeakMap<ViewerPeople, WeakMap<RowAnchors, VisibleBy>>();

const nothing: VisibleBy = {};

/** Keys of the calls a viewer may see. Who is nobody on the platform sees no call, not even of anchors. */
export function visibleKeysOf(access: RowAccess): MaybePromise<VisibleBy> {
  return thenMaybe(access.people(), (people) =>
    people.platformUserIds.size === 0
      ? nothing
      : thenMaybe(access.anchors(), (anchors) => keysOf(people, anchors)),
  );
}

/** Made once for people and anchors that stay the same, as statements hold them as text. */
function keysOf(people: ViewerPeople, anchors: RowAnchors): VisibleBy {
  const ofPeople = keysOfAnchors.get(people) ?? new WeakMap<RowAnchors, VisibleBy>();
  keysOfAnchors.set(people, ofPeople);
  const keys = ofPeople.get(anchors) ?? {
    userIds: [...people.platformUserIds],
    emails: [...people.emails],
    crmIds: [...anchors.accountIds, ...anchors.dealIds],
    shownIds: [...anchors.accountIdsAbove],
  };
  ofPeople.set(anchors, keys);
  return keys;
}

interface Filtered {
  readonly filter?: IndexFilter | undefined;
}

type AskMany<Query, Value> = (
  tenant: string,
  queries: readonly Query[],
  options?: ParticipantQueryOptions,
) => Promise<readonly Answered<Value>[]>;

function ofAccess(index: Participants, access: RowAccess): ViewerParticipants {
  /** Asks each query with the condition. */
  const many =
    <Query extends Filtered, Value>(ask: AskMany<Query, Value>): AskMany<Query, Value> =>
    async (tenant, queries, options) => {
      if (queries.length === 0) return [];
      const visibleBy = await visibleKeysOf(access);
      const visible = queries.map((query) => ({
        ...query,
        filter: { ...query.filter, visibleBy },
      }));
      return (await ask(tenant, visible, options)).map(withoutPending);
    };
  return {
    [viewer]: index,
    isIndexed: index.isIndexed,
    indexesWords: index.indexesWords,
    calls: many(index.calls),
    countCalls: many(index.countCalls),
    ownCalls: many(index.ownCalls),
    lastCalls: many(index.lastCalls),
    callsPerPeriod: many(index.callsPerPeriod),
    trackersPerPeriod: many(index.trackersPerPeriod),
    peopleSpokenWith: many(index.peopleSpokenWith),
    async filteredCalls(tenant, query, options) {
      const filter = { ...query.filter, visibleBy: await visibleKeysOf(access) };
      return withoutPending(await index.filteredCalls(tenant, { ...query, filter }, options));
    },
    async countFiltered(tenant, filter, options) {
      const visibleBy = await visibleKeysOf(access);
      return withoutPending(await index.countFiltered(tenant, { ...filter, visibleBy }, options));
    },
    async aggregate(tenant, query, options) {
      const filter = { ...query.filter, visibleBy: await visibleKeysOf(access) };
      return withoutPending(await index.aggregate(tenant, { ...query, filter }, options));
    },
    async recentKeys(tenant, query, options) {
      const visibleBy = await visibleKeysOf(access);
      return withoutPending(await index.recentKeys(tenant, { ...query, visibleBy }, options));
    },
    async hiddenCalls(tenant, ids, options) {
      if (!index.isIndexed) return noCalls;
      const visibleBy = await visibleKeysOf(access);
      const find = async (filter: IndexFilter) =>
        index.filteredCalls(tenant, { filter, first: ids.length }, options);
      const [stored, visible] = await Promise.all([
        find({ calls: ids }),
        find({ calls: ids, visibleBy }),
      ]);
      const { completeFrom, completeTo } = stored.coverage;
      if (completeFrom === null || completeTo === null) return noCalls;
      const visibleIds = new Set(visible.value.calls.map(({ callId }) => callId));
      const hidden = stored.value.calls.filter(
        ({ callId, startedAt }) =>
          !visibleIds.has(callId) && startedAt >= completeFrom && startedAt < completeTo,
      );
      return new Set(hidden.map(({ callId }) => callId));
    },
    // That a field is in no call at all would tell of hidden calls.
    keepsField: async () => true,
    async status(tenant) {
      const status = await index.status(tenant);
      const transcripts = status.transcripts && { ...status.transcripts, read: null, unread: null };
      return { ...status, calls: null, transcripts, coverage: hidingPending(status.coverage) };
    },
    lastError: index.lastError,
    version: index.version,
    horizon: index.horizon,
    maxRequests: index.maxRequests,
  };
}

/** How many calls the platform has announced is told of all of them together: nobody knows yet whose they are. */
const hidingPending = (coverage: Coverage): Coverage => ({ ...coverage, pending: null });

const withoutPending = <Value>({ value, coverage }: Answered<Value>): Answered<Value> => ({
  value,
  coverage: hidingPending(coverage),
});
