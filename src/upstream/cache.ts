/** Answers that are served again: fresh, a little late while a new one is fetched, or in place of a failure. */

import { LRUCache } from 'lru-cache';
import type { Freshness } from '../contract/catalog.ts';
import type { Answer } from '../contract/wire/answer.ts';
import { isObject, parseJson, printJson } from '../contract/wire/json.ts';
import { type ErrorCode, SwitchboardError } from '../errors.ts';
import type { CacheState } from './channel.ts';
import type { Surroundings } from './clock.ts';
import type { SharedStore } from './shared-store.ts';

/** An answer with its size on the wire, which the cache weighs it by. */
export interface Fetched {
  readonly answer: Answer;
  readonly bytes: number;
  /** Rows it was limited to, where the call named a limit. */
  readonly limit?: number | undefined;
}

/** A parsed answer takes about this many times its bytes on the wire. */
const heapFactor = 3;
/** Smallest weight of an entry: its key, its frame. */
const entryBytes = 1_000;
/** After a background refresh has failed, the next one waits. */
const refreshPauseMs = 1_000;

interface Kept extends Fetched {
  /** On the monotonic clock; may lie before this process began. */
  readonly storedAt: number;
  /** No background refresh before this time. */
  refreshAfter: number;
}

/** Answers in memory, the least recently used leaving first. */
export type AnswerMemory = LRUCache<string, Kept>;

/** @param maxBytes 0: nothing is kept. */
export function createAnswerMemory(maxBytes: number): AnswerMemory {
  return new LRUCache({
    // The library takes 0 for no limit; nothing weighs as little as 1.
    maxSize: Math.max(1, maxBytes),
    // One answer may not empty the cache.
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: (kept) => kept.bytes * heapFactor + entryBytes,
  });
}

/** Answers shared with other gateways. Both fail softly: no answer, nothing kept. */
export interface SharedAnswers {
  read(key: string): Promise<(Fetched & { readonly ageMs: number }) | null>;
  write(key: string, fetched: Fetched, keepMs: number): void;
}

/** Larger answers stay in the memory of the gateway that fetched them. */
const largestBytes = 4 * 1024 * 1024;

/** Answers in the shared store. */
export function createSharedAnswers(store: SharedStore): SharedAnswers {
  return {
    async read(key) {
      if (!store.isReady()) return null;
      const found = await store.get(answerKey(key)).catch(() => null);
      return found === null ? null : unpack(found.value, found.leftMs);
    },
    write(key, fetched, keepMs) {
      if (fetched.bytes > largestBytes || !store.isReady()) return;
      const { rows, page } = fetched.answer;
      const value = printJson({ keepMs, bytes: fetched.bytes, limit: fetched.limit, rows, page });
      store.set(answerKey(key), value, keepMs).catch(() => {});
    },
  };
}

/** Its age follows from what is left of its life, on the store's clock: gateways' clocks may differ. */
function unpack(value: string, leftMs: number): (Fetched & { ageMs: number }) | null {
  const kept = parseJson(value);
  // Written by this file; another version's value is as good as none.
  if (!isObject(kept) || typeof kept.keepMs !== 'number' || typeof kept.bytes !== 'number') {
    return null;
  }
  if (!Array.isArray(kept.rows) || !isObject(kept.page) || leftMs <= 0) return null;
  const answer = { rows: kept.rows, page: kept.page } as unknown as Fetched['answer'];
  const limit = typeof kept.limit === 'number' ? kept.limit : undefined;
  return { answer, bytes: kept.bytes, limit, ageMs: Math.max(kept.keepMs - leftMs, 0) };
}

const answerKey = (key: string): string => `switchboard:answer:${key}`;

export interface Recall {
  readonly answer: Answer;
  readonly state: CacheState;
}

/** Failures an older answer may stand in for: those of the upstream's health, never of rights. */
const excusable: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_BAD_RESPONSE',
]);

/** What is asked of the cache. */
interface CacheQuery {
  readonly cacheKey: string;
  readonly limit: number | undefined;
  readonly freshness: Freshness;
}

export interface AnswerCache {
  /** At once from memory, or null: the way a cached read takes without a promise of its own. */
  recall(query: CacheQuery): Recall | null;
  /** Whether a stale answer's refresh should start now; says yes once until it `settles`. */
  claimRefresh(cacheKey: string): boolean;
  /** From the shared store into memory. */
  recallShared(query: CacheQuery): Promise<Recall | null>;
  /** The same, when it is fresh. */
  adoptShared(query: CacheQuery): Promise<Fetched | null>;
  keep(query: CacheQuery, fetched: Fetched): void;
  /** What may be served although the upstream failed, or null. */
  excuse(query: CacheQuery, error: unknown): Recall | null;
}

/**
 * The first rows of an answer that was limited to others; null where it does not hold all of them.
 *
 *     firstRows({ rows: [a, b, c], page: { total: 3, … } }, 3, 2) → { rows: [a, b], page: { total: 2, … } }
 */
function firstRows(
  { rows, page }: Answer,
  had: number | undefined,
  limit: number | undefined,
): Pick<Answer, 'rows' | 'page'> | null {
  if (had === limit) return { rows, page };
  // An answer of several pages, or of fewer rows than announced, is no beginning to rely on.
  if (had === undefined || limit === undefined) return null;
  if (!page.done || page.total !== rows.length) return null;
  // As many rows as the limit let through: there may be more.
  if (limit > had && rows.length >= had) return null;
  const first = rows.slice(0, limit);
  return { rows: first, page: { ...page, total: first.length } };
}

export function createAnswerCache(
  memory: AnswerMemory,
  shared: SharedAnswers | null,
  /** How long an answer may stand in for one the upstream fails to give. */
  staleIfErrorMs: number,
  { clock }: Surroundings,
): AnswerCache {
  const keptMs = ({ freshMs, staleMs }: Freshness): number =>
    freshMs + Math.max(staleMs, staleIfErrorMs);

  const recallAs = (kept: Kept, limit: number | undefined, state: CacheState): Recall | null => {
    const held = firstRows(kept.answer, kept.limit, limit);
    if (held === null) return null;
    const ageMs = Math.round(clock.monotonic() - kept.storedAt);
    return { answer: { ...held, cached: { ageMs, stale: state !== 'hit' } }, state };
  };

  const recall = ({ cacheKey, limit, freshness }: CacheQuery): Recall | null => {
    const kept = memory.get(cacheKey);
    if (kept === undefined) return null;
    const age = clock.monotonic() - kept.storedAt;
    if (age < freshness.freshMs) return recallAs(kept, limit, 'hit');
    if (age < freshness.freshMs + freshness.staleMs) return recallAs(kept, limit, 'stale');
    return null;
  };

  const adopt = async (key: string): Promise<Kept | null> => {
    const found = await shared?.read(key);
    if (!found) return null;
    const { ageMs, ...fetched } = found;
    const kept: Kept = { ...fetched, storedAt: clock.monotonic() - ageMs, refreshAfter: 0 };
    const own = memory.peek(key);
    if (own !== undefined && own.storedAt >= kept.storedAt) return own;
    memory.set(key, kept);
    return kept;
  };

  /** A thousand who ask for the same at once are one question to the store. */
  const reading = new Map<string, Promise<Kept | null>>();
  const adoptOnce = (key: string): Promise<Kept | null> => {
    const known = reading.get(key);
    if (known !== undefined) return known;
    const read = adopt(key).finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  };

  return {
    recall,
    claimRefresh(key) {
      const kept = memory.peek(key);
      if (kept === undefined || clock.monotonic() < kept.refreshAfter) return false;
      kept.refreshAfter = clock.monotonic() + refreshPauseMs;
      return true;
    },
    async recallShared(query) {
      if (shared === null) return null;
      await adoptOnce(query.cacheKey);
      return recall(query);
    },
    async adoptShared({ cacheKey, limit, freshness }) {
      // Not one that began earlier: what has come since is what is asked for.
      const kept = await adopt(cacheKey);
      if (kept === null || clock.monotonic() - kept.storedAt >= freshness.freshMs) return null;
      const held = firstRows(kept.answer, kept.limit, limit);
      return held === null ? null : { answer: held, bytes: kept.bytes, limit };
    },
    keep({ cacheKey, limit, freshness }, fetched) {
      const kept = { ...fetched, limit, storedAt: clock.monotonic(), refreshAfter: 0 };
      memory.set(cacheKey, kept);
      shared?.write(cacheKey, kept, keptMs(freshness));
    },
    excuse({ cacheKey, limit, freshness }, error) {
      if (!(error instanceof SwitchboardError) || !excusable.has(error.code)) return null;
      const kept = memory.peek(cacheKey);
      if (kept === undefined) return null;
      const age = clock.monotonic() - kept.storedAt;
      return age < keptMs(freshness) ? recallAs(kept, limit, 'stale-on-error') : null;
    },
  };
}
