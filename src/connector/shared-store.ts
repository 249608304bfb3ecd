/** The Redis (or Valkey) that several gateways share, which may be slow, gone or back at any moment. */

import { createHash, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { sharedTopic } from './channel.ts';
import type { Surroundings } from './option.ts';
import { aloneMs, timely } from './timely.ts';

/** A Lua script, run where the data is. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}

export type ScriptReply = readonly (number | string | null)[];

export interface SharedStore {
  /** Settles when the first connection stands or has failed, or a moment has passed. */
  readonly opening: Promise<void>;
  /** Whether it is worth asking. */
  isReady(): boolean;
  state(): 'ready' | 'degraded';
  /** @throws Error when the store does not answer; it is then left alone for a moment. */
  run(
    what: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptReply>;
  /** A value and its remaining life in milliseconds. @throws Error as `run` */
  get(key: string): Promise<{ readonly value: string; readonly leftMs: number } | null>;
  /** @throws Error as `run` */
  set(key: string, value: string, keepMs: number): Promise<void>;
  /** Gateways that use the store, as last seen; at least 1. */
  gateways(): number;
  close(): void;
}

/** Longest pause between two attempts to connect. */
const reconnectMs = 1_000;
/** Once the store is back, every gateway has noticed within so long: it tries again, or asks again, and gets an answer. */
export const returnMs = Math.max(reconnectMs, aloneMs) + 250;
/** How long the first calls wait for the first connection. */
const openingMs = 1_000;
/** How often a gateway says that it is there, and how long that counts. */
const presence = { everyMs: 1_000, countsMs: 5_000 } as const;
const announce = script(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`);

export function openSharedStore(url: string, { clock }: Surroundings): SharedStore {
  const redis = new Redis(url, {
    // Commands fail at once while there is no connection; the callers have a way without.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(50 * 2 ** times, reconnectMs),
  });
  let aloneUntil = 0;
  let told: 'ready' | 'degraded' | null = null;

  const isReady = (): boolean => redis.status === 'ready' && clock.monotonic() >= aloneUntil;
  const state = (): 'ready' | 'degraded' => (isReady() ? 'ready' : 'degraded');
  const tell = (): void => {
    const now = state();
    if (now === told) return;
    told = now;
    sharedTopic.tell(() => ({ state: now }));
  };
  redis.on('ready', () => {
    aloneUntil = 0;
    tell();
  });
  redis.on('close', tell);
  // Told by state; without a listener it would end the process.
  redis.on('error', tell);

  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    if (!isReady()) throw new Error('The shared store is not ready.');
    try {
      const reply = await timely(command(), clock);
      tell();
      return reply;
    } catch (error) {
      aloneUntil = clock.monotonic() + aloneMs;
      tell();
      throw error;
    }
  };

  const opening = new Promise<void>((settle) => {
    const cancel = clock.setTimeout(settle, openingMs);
    for (const event of ['ready', 'close', 'end']) {
      redis.once(event, () => {
        cancel();
        settle();
      });
    }
  });

  const run: SharedStore['run'] = ({ lua, sha }, keys, args) =>
    ask(async () => {
      const all = [...keys, ...args];
      const reply = await redis.evalsha(sha, keys.length, ...all).catch((error: unknown) => {
        if (!String(error).includes('NOSCRIPT')) throw error;
        return redis.eval(lua, keys.length, ...all);
      });
      return Array.isArray(reply) ? reply : [reply as number | string | null];
    });

  const self = randomUUID();
  let gateways = 1;
  let cancelPresence = (): void => {};
  const present = (): void => {
    run(announce, ['switchboard:gateways'], [self, presence.countsMs]).then(
      // What was last seen holds while the store is away.
      ([count]) => {
        gateways = Math.max(Number(count), 1);
      },
      () => {},
    );
    cancelPresence();
    cancelPresence = clock.setTimeout(present, presence.everyMs);
  };
  redis.on('ready', present);

  return {
    opening,
    isReady,
    state,
    run,
    get: (key) =>
      ask(async () => {
        const [value, leftMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
        return value === null ? null : { value, leftMs };
      }),
    set: (key, value, keepMs) =>
      ask(async () => {
        await redis.set(key, value, 'PX', Math.ceil(keepMs));
      }),
    gateways: () => gateways,
    close() {
      cancelPresence();
      redis.disconnect();
    },
  };
}
