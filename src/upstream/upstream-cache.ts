/** Upstream cache: answers of execute calls, reused while fresh, a little longer while a new one is fetched, or in place of a failure. */

import { LRUCache } from 'lru-cache';
import { type EntitySpec, entityKey, type Freshness } from '../contract/entity-spec.ts';
import type { Answer, Row } from '../contract/wire/execute.ts';
import type { RowDecoder } from '../contract/wire/row-decoder.ts';
import { type ErrorCode, SwitchboardError } from '../errors.ts';
import { createLru } from '../lru.ts';
import type { Runtime } from './clock.ts';
import type { CacheState } from './diagnostics-channel.ts';
import { contains, isWhole, type RowContents, reaches } from './row-contents.ts';
import type { KeyPrefix, ScopedKey } from './row-scope.ts';

/** An answer with its size on the wire, which the cache weighs it by. */
export interface SizedAnswer {
  readonly answer: Answer;
  readonly bytes: number;
  /** Limit of rows, where the call named one. */
  readonly limit?: number | undefined;
}

/** Ratio of a parsed answer's memory to its bytes on the wire: 1.3 to 1.9 where measured, from lists of calls to content with trackers. */
const heapFactor = 2;
/** Smallest weight of an entry, for its key and frame. */
const entryBytes = 1_000;
/** Pause after a failed background refresh. */
const refreshPauseMs = 1_000;

/**
 * Time after a row changed in which shared answers that hold it are not used: a gateway that does not know yet may
 * have asked before, and share the answer after. Older ones stay where the store was away meanwhile.
 */
const distrustMs = 5_000;

interface Cached extends SizedAnswer {
  /** On the monotonic clock; may lie before this process began. */
  readonly storedAt: number;
  /** No background refresh before this time. */
  refreshAfter: number;
}

/** Answers in memory, the least recently used leaving first. */
export type UpstreamMemory = LRUCache<ScopedKey, Cached>;

/** @param maxBytes 0: nothing is cached. */
export function createUpstreamMemory(maxBytes: number): UpstreamMemory {
  return new LRUCache({
    // The library takes 0 for no limit; nothing weighs as little as 1.
    maxSize: Math.max(1, maxBytes),
    // A single answer may not evict the whole cache.
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: (cached) => cached.bytes * heapFactor + entryBytes,
  });
}

/** Answers shared with other gateways. A failure is a miss, and stores nothing. */
export interface SharedAnswers {
  read(key: ScopedKey): Promise<(SizedAnswer & { readonly ageMs: number }) | null>;
  write(key: ScopedKey, fetched: SizedAnswer, retentionMs: number): void;
  /** Deletes the answers whose key has the prefix and whose text holds one of the ids. */
  forget(prefix: KeyPrefix, ids: readonly string[]): Promise<void>;
}

export interface CacheHit {
  readonly answer: Answer;
  readonly state: CacheState;
}

/** Error codes that a stale answer may replace: those of the upstream's health, never of rights. */
const excusable: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_BAD_RESPONSE',
]);

/** Key and freshness of a cache lookup. */
export interface CacheQuery {
  /** Calls that differ only in their limit share one entry. */
  readonly cacheKey: ScopedKey;
  readonly limit: number | undefined;
  /** What its rows hold, made once; null where no answer of another statement can have them. */
  readonly contents: (() => ListContents) | null;
  readonly freshness: Freshness;
  /** Decodes the rows of its answer, which are kept decoded in memory; null where they stay as they came. */
  readonly decode: RowDecoder | null;
}

export function decodeRows({ decode }: Pick<CacheQuery, 'decode'>, { rows }: Answer): void {
  if (decode !== null) for (const row of rows) decode(row);
}

/** What the rows of a list's answer hold, and the key of all calls for the list, whatever its rows hold and however many come. */
export interface ListContents extends RowContents {
  readonly key: ScopedKey;
}

/** Limit of cached answers of one list whose rows hold different things: each is an entry of its own. */
const maxAnswersOfList = 6;
const maxLists = 1_000;

interface UpstreamCache {
  /** Looks an answer up in memory, synchronously, so that a cached read needs no promise. */
  recall(query: CacheQuery): CacheHit | null;
  /** Whether a stale answer's revalidation should start now; true once until it `settles`. */
  startRevalidation(cacheKey: ScopedKey): boolean;
  /** Looks an answer up in the shared store and copies it into memory. */
  recallShared(query: CacheQuery): Promise<CacheHit | null>;
  /** The shared cache's answer, when it is fresh. */
  adoptShared(query: CacheQuery): Promise<SizedAnswer | null>;
  /** Copies an answer as it came into the shared store. */
  share(query: CacheQuery, fetched: SizedAnswer): void;
  put(query: CacheQuery, fetched: SizedAnswer): void;
  /** Evicts the answers whose key has the prefix and that hold one of the entity's ids, here and in the shared store. */
  forget(prefix: KeyPrefix, entity: EntitySpec, ids: readonly string[]): Promise<void>;
  /** Stale answer in place of a failure; null where none may replace it. */
  staleIfError(query: CacheQuery, error: unknown): CacheHit | null;
}

/**
 * First rows of an answer with a larger limit; null where it does not hold all of them.
 * @example
 * firstRows({ rows: [a, b, c], page: { total: 3, … } }, 3, 2) → { rows: [a, b], page: { total: 2, … } }
 */
function firstRows(
  { rows, page }: Answer,
  cachedLimit: number | undefined,
  limit: number | undefined,
): Pick<Answer, 'rows' | 'page'> | null {
  if (cachedLimit === limit) return { rows, page };
  // An answer of several pages, or of fewer rows than announced, is no beginning to rely on.
  if (cachedLimit === undefined || limit === undefined) return null;
  const size = { rows: rows.length, done: page.done, total: page.total };
  if (!isWhole(size) || !reaches(size, cachedLimit, limit)) return null;
  const first = rows.slice(0, limit);
  return { rows: first, page: { ...page, total: first.length } };
}

const idIn = (entity: EntitySpec, row: Row): string => entityKey(entity, row) ?? '';

export function createUpstreamCache(
  memory: UpstreamMemory,
  shared: SharedAnswers | null,
  /** Age up to which a stale answer replaces a failure. */
  staleIfErrorMs: number,
  { clock }: Runtime,
): UpstreamCache {
  const retentionMs = ({ freshMs, staleMs }: Freshness): number =>
    freshMs + Math.max(staleMs, staleIfErrorMs);

  const recallAs = (
    cached: Cached,
    limit: number | undefined,
    state: CacheState,
  ): CacheHit | null => {
    const held = firstRows(cached.answer, cached.limit, limit);
    if (held === null) return null;
    const ageMs = Math.round(clock.monotonic() - cached.storedAt);
    return { answer: { ...held, cached: { ageMs, stale: state !== 'hit' } }, state };
  };

  const recallOwn = ({ cacheKey, limit, freshness }: CacheQuery): CacheHit | null => {
    const cached = memory.get(cacheKey);
    if (cached === undefined) return null;
    const age = clock.monotonic() - cached.storedAt;
    if (age < freshness.freshMs) return recallAs(cached, limit, 'hit');
    if (age < freshness.freshMs + freshness.staleMs) return recallAs(cached, limit, 'stale');
    return null;
  };

  /** Answers by their list, newest first. */
  const answersOfList = createLru<
    ScopedKey,
    readonly (RowContents & { readonly cacheKey: ScopedKey })[]
  >(maxLists);

  /** Looks up the answer itself, else one of the same list whose rows have at least what is wanted of them. */
  const recall = (query: CacheQuery): CacheHit | null => {
    const exact = recallOwn(query);
    if (exact !== null || query.contents === null) return exact;
    const requested = query.contents();
    for (const answer of answersOfList.get(requested.key) ?? []) {
      if (!contains(answer, requested)) continue;
      const hit = recallOwn({ ...query, cacheKey: answer.cacheKey });
      if (hit?.state === 'hit') return hit;
    }
    return null;
  };

  /** Of rows that changed, by prefix and id: until when a shared answer that holds one may be older. */
  const forgotten = new Map<
    KeyPrefix,
    { entity: EntitySpec; until: ReadonlyMap<string, number> }
  >();
  const isDistrusted = (key: ScopedKey, { answer, storedAt }: Cached): boolean =>
    [...forgotten].some(
      ([prefix, { entity, until }]) =>
        key.startsWith(prefix) &&
        answer.rows.some((row) => storedAt < (until.get(idIn(entity, row)) ?? -Infinity)),
    );

  const adopt = async (query: CacheQuery): Promise<Cached | null> => {
    const { cacheKey: key } = query;
    const stored = await shared?.read(key);
    if (!stored) return null;
    const { ageMs, ...fetched } = stored;
    decodeRows(query, fetched.answer);
    const cached: Cached = { ...fetched, storedAt: clock.monotonic() - ageMs, refreshAfter: 0 };
    if (isDistrusted(key, cached)) return null;
    const newer = memory.peek(key);
    if (newer !== undefined && newer.storedAt >= cached.storedAt) return newer;
    memory.set(key, cached);
    return cached;
  };

  /** Single flight: concurrent lookups of one key are one read of the store. */
  const reading = new Map<ScopedKey, Promise<Cached | null>>();
  const adoptOnce = (query: CacheQuery): Promise<Cached | null> => {
    const { cacheKey } = query;
    const pending = reading.get(cacheKey);
    if (pending !== undefined) return pending;
    const read = adopt(query).finally(() => reading.delete(cacheKey));
    reading.set(cacheKey, read);
    return read;
  };

  return {
    recall,
    startRevalidation(key) {
      const cached = memory.peek(key);
      if (cached === undefined || clock.monotonic() < cached.refreshAfter) return false;
      cached.refreshAfter = clock.monotonic() + refreshPauseMs;
      return true;
    },
    async recallShared(query) {
      if (shared === null) return null;
      await adoptOnce(query);
      return recall(query);
    },
    async adoptShared(query) {
      const { limit, freshness } = query;
      // Reads the store anew, since an earlier read may have begun before the answer came.
      const cached = await adopt(query);
      if (cached === null || clock.monotonic() - cached.storedAt >= freshness.freshMs) return null;
      const held = firstRows(cached.answer, cached.limit, limit);
      return held === null ? null : { answer: held, bytes: cached.bytes, limit };
    },
    share({ cacheKey, limit, freshness }, fetched) {
      shared?.write(cacheKey, { ...fetched, limit }, retentionMs(freshness));
    },
    put({ cacheKey, limit, contents }, fetched) {
      const cached = { ...fetched, limit, storedAt: clock.monotonic(), refreshAfter: 0 };
      memory.set(cacheKey, cached);
      if (contents === null) return;
      const { key, fields, windows } = contents();
      const others = (answersOfList.get(key) ?? []).filter(
        (answer) => answer.cacheKey !== cacheKey,
      );
      const answers = [{ cacheKey, fields, windows }, ...others];
      answersOfList.set(key, answers.slice(0, maxAnswersOfList));
    },
    async forget(prefix, entity, ids) {
      const now = clock.monotonic();
      const young = [...(forgotten.get(prefix)?.until ?? [])].filter(
        ([, end]) => end + retentionMs(entity.freshness) > now,
      );
      const more = ids.map((id) => [id, now + distrustMs] as const);
      forgotten.set(prefix, { entity, until: new Map([...young, ...more]) });
      const forgottenIds = new Set(ids);
      for (const [key, { answer }] of [...memory.entries()])
        if (
          key.startsWith(prefix) &&
          answer.rows.some((row) => forgottenIds.has(idIn(entity, row)))
        )
          memory.delete(key);
      await shared?.forget(prefix, ids);
    },
    staleIfError({ cacheKey, limit, freshness }, error) {
      if (!(error instanceof SwitchboardError) || !excusable.has(error.code)) return null;
      const cached = memory.peek(cacheKey);
      if (cached === undefined) return null;
      const age = clock.monotonic() - cached.storedAt;
      return age < retentionMs(freshness) ? recallAs(cached, limit, 'stale-on-error') : null;
    },
  };
}
