/** Answers and single flight across gateways. Everything here may fail; the caller then goes its own way. */

import { randomUUID } from 'node:crypto';
import { isObject, parseJson, printJson } from '../contract/wire/json.ts';
import type { SharedAnswers } from './cache.ts';
import type { Fetched, UpstreamCall } from './call.ts';
import { cancelled, outOfTime } from './fault.ts';
import type { Surroundings } from './option.ts';
import { type SharedStore, script } from './shared-store.ts';

/** Larger answers stay in the memory of the gateway that fetched them. */
const largestBytes = 4 * 1024 * 1024;
/** A lock outlives its holder by this, so that a gateway that is killed holds nobody up for long. */
const lockMs = 2_000;
/** How often one looks whether another gateway's answer has come; grows to the second figure. */
const lookMs = [10, 100] as const;

const lock = script(`return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`);
const renew = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`,
);
const unlock = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
);

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
const lockKey = (key: string): string => `switchboard:flight:${key}`;

export interface SharedFlights {
  /**
   * One gateway of all fetches; the others wait for what it puts into the shared cache.
   * @param look reads that cache; @param fetch fetches, and has put it there when it resolves
   */
  once(
    call: UpstreamCall,
    look: () => Promise<Fetched | null>,
    fetch: () => Promise<Fetched>,
  ): Promise<Fetched>;
}

export function createSharedFlights(
  store: SharedStore,
  { clock, random }: Surroundings,
): SharedFlights {
  const tryLock = async (key: string, holder: string): Promise<'mine' | 'taken' | 'unknown'> => {
    if (!store.isReady()) return 'unknown';
    try {
      const [got] = await store.run(lock, [key], [holder, lockMs]);
      return got === 1 ? 'mine' : 'taken';
    } catch {
      return 'unknown';
    }
  };

  const holding = async (
    key: string,
    holder: string,
    fetch: () => Promise<Fetched>,
  ): Promise<Fetched> => {
    let cancelRenewal = (): void => {};
    const keepAlive = (): void => {
      cancelRenewal = clock.setTimeout(() => {
        store.run(renew, [key], [holder, lockMs]).catch(() => {});
        keepAlive();
      }, lockMs / 3);
    };
    keepAlive();
    try {
      return await fetch();
    } finally {
      cancelRenewal();
      // Sent on the connection after the answer was, so whoever finds no lock finds the answer.
      store.run(unlock, [key], [holder]).catch(() => {});
    }
  };

  return {
    async once(call, look, fetch) {
      const key = lockKey(call.key);
      const holder = randomUUID();
      for (let ms: number = lookMs[0]; ; ms = Math.min(ms * 2, lookMs[1])) {
        const state = await tryLock(key, holder);
        if (state === 'mine') {
          // Between looking and locking, another may have finished.
          const found = await look();
          if (found === null) return holding(key, holder, fetch);
          store.run(unlock, [key], [holder]).catch(() => {});
          return found;
        }
        if (state === 'unknown') return fetch();
        await new Promise<void>((done) => clock.setTimeout(done, ms * (0.5 + random() / 2)));
        if (call.signal.aborted) throw cancelled(call.site);
        if (clock.monotonic() >= call.deadline) throw outOfTime(call.site);
        const found = await look();
        if (found !== null) return found;
      }
    },
  };
}
