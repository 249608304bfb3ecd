/** Answers that are served again: fresh, a little late while a new one is fetched, or in place of a failure. */

import { LRUCache } from 'lru-cache';
import { type ErrorCode, SwitchboardError } from '../errors.ts';
import type { Answer } from '../wire/answer.ts';
import type { Fetched } from './call.ts';
import type { CacheState } from './channel.ts';
import type { Surroundings } from './option.ts';

/** A parsed answer takes about this many times its bytes on the wire. */
const heapFactor = 3;
/** Smallest weight of an entry: its key, its frame. */
const entryBytes = 1_000;
/** After a background refresh has failed, the next one waits. */
const refreshPauseMs = 1_000;

export interface Kept extends Fetched {
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

/** How long an answer is of use, in milliseconds of its age. */
export interface Terms {
  readonly freshMs: number;
  readonly staleMs: number;
  readonly staleIfErrorMs: number;
}

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

export interface AnswerCache {
  /** At once from memory, or null: the way a cached read takes without a promise of its own. */
  recall(key: string, terms: Terms): Recall | null;
  /** Whether a stale answer's refresh should start now; says yes once until it `settles`. */
  claimRefresh(key: string): boolean;
  /** From the shared store into memory. */
  recallShared(key: string, terms: Terms): Promise<Recall | null>;
  /** The same, when it is fresh. */
  adoptShared(key: string, terms: Terms): Promise<Fetched | null>;
  keep(key: string, fetched: Fetched, terms: Terms): void;
  /** What may be served although the upstream failed, or null. */
  excuse(key: string, terms: Terms, error: unknown): Recall | null;
}

export function createAnswerCache(
  memory: AnswerMemory,
  shared: SharedAnswers | null,
  { clock }: Surroundings,
): AnswerCache {
  const recallAs = (kept: Kept, state: CacheState): Recall => ({
    answer: {
      rows: kept.answer.rows,
      page: kept.answer.page,
      cached: { ageMs: Math.round(clock.monotonic() - kept.storedAt), stale: state !== 'hit' },
    },
    state,
  });

  const recall = (key: string, terms: Terms): Recall | null => {
    const kept = memory.get(key);
    if (kept === undefined) return null;
    const age = clock.monotonic() - kept.storedAt;
    if (age < terms.freshMs) return recallAs(kept, 'hit');
    if (age < terms.freshMs + terms.staleMs) return recallAs(kept, 'stale');
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
    async recallShared(key, terms) {
      if (shared === null) return null;
      await adoptOnce(key);
      return recall(key, terms);
    },
    async adoptShared(key, terms) {
      // Not one that began earlier: what has come since is what is asked for.
      const kept = await adopt(key);
      return kept !== null && clock.monotonic() - kept.storedAt < terms.freshMs ? kept : null;
    },
    keep(key, fetched, terms) {
      memory.set(key, { ...fetched, storedAt: clock.monotonic(), refreshAfter: 0 });
      shared?.write(key, fetched, terms.freshMs + Math.max(terms.staleMs, terms.staleIfErrorMs));
    },
    excuse(key, terms, error) {
      if (!(error instanceof SwitchboardError) || !excusable.has(error.code)) return null;
      const kept = memory.peek(key);
      if (kept === undefined) return null;
      const age = clock.monotonic() - kept.storedAt;
      const limit = terms.freshMs + Math.max(terms.staleMs, terms.staleIfErrorMs);
      return age < limit ? recallAs(kept, 'stale-on-error') : null;
    },
  };
}
