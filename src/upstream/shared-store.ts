/** What gateways keep in their shared Redis: scripts that count, answers, and who is there. */

import { createHash, randomUUID } from 'node:crypto';
import { sharedTopic } from './channel.ts';
import type { Surroundings } from './option.ts';
import { aloneMs, reconnectMs, type SharedRedis } from './shared-redis.ts';

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

/** Once the store is back, every gateway has noticed within so long: it tries again, or asks again, and gets an answer. */
export const returnMs = Math.max(reconnectMs, aloneMs) + 250;
/** How often a gateway says that it is there, and how long that counts. */
const presence = { everyMs: 1_000, countsMs: 5_000 } as const;
const announce = script(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`);

export function openSharedStore(redis: SharedRedis, { clock }: Surroundings): SharedStore {
  const { client, opening, isReady } = redis;
  let told: 'ready' | 'degraded' | null = null;

  const state = (): 'ready' | 'degraded' => (isReady() ? 'ready' : 'degraded');
  const tell = (): void => {
    const now = state();
    if (now === told) return;
    told = now;
    sharedTopic.tell(() => ({ state: now }));
  };
  for (const event of ['ready', 'close', 'error']) client.on(event, tell);

  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    if (!isReady()) throw new Error('The shared store is not ready.');
    try {
      return await command();
    } finally {
      tell();
    }
  };

  const run: SharedStore['run'] = ({ lua, sha }, keys, args) =>
    ask(async () => {
      const all = [...keys, ...args];
      const reply = await client.evalsha(sha, keys.length, ...all).catch((error: unknown) => {
        if (!String(error).includes('NOSCRIPT')) throw error;
        return client.eval(lua, keys.length, ...all);
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
  client.on('ready', present);

  return {
    opening,
    isReady,
    state,
    run,
    get: (key) =>
      ask(async () => {
        const [value, leftMs] = await Promise.all([client.get(key), client.pttl(key)]);
        return value === null ? null : { value, leftMs };
      }),
    set: (key, value, keepMs) =>
      ask(async () => {
        await client.set(key, value, 'PX', Math.ceil(keepMs));
      }),
    gateways: () => gateways,
    close() {
      cancelPresence();
      client.off('ready', present);
    },
  };
}
