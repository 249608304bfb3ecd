/** Shared store: the Redis (or Valkey) of several gateways, which may be slow, gone or back at any moment: connection, scripts, answers, and presence of gateways. */

import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { type Clock, type Runtime, withTimeout } from './clock.ts';
import { sharedTopic } from './diagnostics-channel.ts';

/** Timeout of a command: a later reply is no help, as an upstream call is as quick. */
export const commandMs = 250;
/** Cooldown after a failure, in which no command is sent: a silent store costs one wait, and not one per request. */
const aloneMs = 1_000;
/** Longest pause between two attempts to connect. */
const reconnectMs = 1_000;
/** Time that the first commands wait for the first connection. */
const openingMs = 1_000;

export interface SharedRedis {
  /** Client whose commands fail at once without a connection, and during the cooldown: callers work without the store. */
  readonly client: Redis;
  /** Settles when the first connection succeeds or fails, at the latest after a moment. */
  readonly opening: Promise<void>;
  /** Whether commands are worth sending: it answers, and writes. */
  isReady(): boolean;
  /** Code of the store's refusal to write (READONLY, OOM, MISCONF); null while it writes, for all that is known. */
  refusal(): string | null;
  /** Says that a write was done: the refusal is over. */
  wrote(): void;
  close(): void;
}

/** Error replies of a store that is there and is of no use: full, a replica, without its disk, its copies, its data or our rights. */
const refusing =
  /(?:^|-)(OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|LOADING|BUSY|NOAUTH|NOPERM) /;

/** Code of a reply by which the store refuses to write; null for any other error. */
export function refusalIn({ message }: Error): string | null {
  // The one that has no code of its own within a script.
  if (message.includes('user executing the script')) return 'NOPERM';
  return refusing.exec(message)?.[1] ?? null;
}

/**
 * Opens the client with timeouts of our own: the library's would count the lateness of our event
 * loop as the store's. The library is loaded here, since most gateways have no Redis: it is 70 of the modules of a start.
 * @param options.once connects a single time, for a command line that ends with a failure
 */
export function openRedis(
  url: string,
  clock: Clock,
  { once = false }: { readonly once?: boolean } = {},
): SharedRedis {
  const { Redis: Client } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const client = new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    lazyConnect: once,
    // A primary that became a replica keeps its connections: its name may lead to another by now.
    reconnectOnError: (error) => refusalIn(error) === 'READONLY',
    retryStrategy: (times) => (once ? null : Math.min(50 * 2 ** times, reconnectMs)),
  });
  let aloneUntil = 0;
  let refusal: string | null = null;
  client.on('connect', () => {
    aloneUntil = 0;
  });
  // Commands report for themselves; without a listener a lost connection would end the process.
  client.on('error', () => {});
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    // The client's own commands before it is ready are always sent.
    if (client.status === 'ready' && clock.monotonic() < aloneUntil) {
      command.reject(new Error('The shared store was silent a moment ago.'));
      return command.promise;
    }
    const reply = withTimeout(
      send(command, stream) as Promise<unknown>,
      clock,
      commandMs,
      () => new SilentStoreError(),
    );
    // The client's own commands look at no promise; who awaits this one still gets the error.
    reply.catch((error: Error) => {
      // Only silence starts the cooldown: without a connection commands fail at once by themselves,
      // and an error reply is a reply.
      if (error instanceof SilentStoreError) aloneUntil = clock.monotonic() + aloneMs;
      refusal = refusalIn(error) ?? refusal;
    });
    return reply;
  };
  const opening = new Promise<void>((settle) => {
    const cancel = clock.setTimeout(settle, openingMs);
    for (const event of ['ready', 'close', 'end']) {
      client.once(event, () => {
        cancel();
        settle();
      });
    }
  });
  return {
    client,
    opening,
    isReady: () => client.status === 'ready' && refusal === null && clock.monotonic() >= aloneUntil,
    refusal: () => refusal,
    wrote: () => {
      refusal = null;
    },
    close: () => client.disconnect(),
  };
}

class SilentStoreError extends Error {
  constructor() {
    super('The shared store is silent.');
  }
}

/** Lua script, run in the store. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}

type ScriptReply = readonly (number | string | null)[];

export interface SharedStore {
  /** Settles when the first connection succeeds or fails, at the latest after a moment. */
  readonly opening: Promise<void>;
  /** Whether commands are worth sending. */
  isReady(): boolean;
  state(): 'ready' | 'degraded';
  /** As of SharedRedis. */
  refusal(): string | null;
  /** Runs a script. @throws Error when the store does not answer, which starts the cooldown */
  run(
    what: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<ScriptReply>;
  /** Reads a value and its remaining life in milliseconds. @throws Error as `run` */
  get(key: string): Promise<{ readonly value: string; readonly leftMs: number } | null>;
  /** @throws Error as `run` */
  set(key: string, value: string, retentionMs: number): Promise<void>;
  /** Deletes the keys with the prefix whose value holds one of the texts. @throws Error as `run` */
  forget(prefix: string, texts: readonly string[]): Promise<void>;
  /** Number of gateways that use the store, as last counted; at least 1. */
  gateways(): number;
  close(): void;
}

/** Time within which every gateway notices that the store is back. */
export const returnMs = Math.max(reconnectMs, aloneMs) + 250;
/** Interval of a gateway's presence heartbeat, and how long one counts. */
const presence = { everyMs: 1_000, countsMs: 5_000 } as const;
const announce = script(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`);

/** Deletes the keys whose value holds one of the texts; so many at once, since a script stops the whole store. */
const forgetting = script(`
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  for _, text in ipairs(ARGV) do
    if value and string.find(value, text, 1, true) then
      redis.call('DEL', key)
      break
    end
  end
end
return 0`);
const forgottenAtOnce = 10;

export function openSharedStore(redis: SharedRedis, { clock }: Runtime): SharedStore {
  const { client, opening, isReady } = redis;
  let published: string | null = null;

  const state = (): 'ready' | 'degraded' => (isReady() ? 'ready' : 'degraded');
  const publish = (): void => {
    const now = { state: state(), refusal: redis.refusal() };
    const text = `${now.state} ${now.refusal}`;
    if (text === published) return;
    published = text;
    sharedTopic.publish(() => now);
  };
  for (const event of ['ready', 'close', 'error']) client.on(event, publish);

  const publishing = async <T>(command: () => Promise<T>): Promise<T> => {
    try {
      return await command();
    } finally {
      publish();
    }
  };
  const guarded = async <T>(command: () => Promise<T>): Promise<T> => {
    if (!isReady()) throw new Error('The shared store is not ready.');
    return await publishing(command);
  };

  const send: SharedStore['run'] = async ({ lua, sha }, keys, args) => {
    const all = [...keys, ...args];
    const reply = await client.evalsha(sha, keys.length, ...all).catch((error: unknown) => {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return client.eval(lua, keys.length, ...all);
    });
    return Array.isArray(reply) ? reply : [reply as number | string | null];
  };
  const run: SharedStore['run'] = (...what) => guarded(() => send(...what));

  const self = randomUUID();
  let gateways = 1;
  let cancelPresence = (): void => {};
  const present = (): void => {
    // Whatever the store refused before: this write tells when it writes again.
    publishing(() => send(announce, ['switchboard:gateways'], [self, presence.countsMs])).then(
      // The last count holds while the store is away.
      ([count]) => {
        gateways = Math.max(Number(count), 1);
        redis.wrote();
        publish();
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
    refusal: redis.refusal,
    run,
    get: (key) =>
      guarded(async () => {
        const [value, leftMs] = await Promise.all([client.get(key), client.pttl(key)]);
        return value === null ? null : { value, leftMs };
      }),
    set: (key, value, retentionMs) =>
      guarded(async () => {
        await client.set(key, value, 'PX', Math.ceil(retentionMs));
      }),
    async forget(prefix, texts) {
      let cursor = '0';
      do {
        const [next, keys] = await guarded(() =>
          client.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1_000),
        );
        for (let at = 0; at < keys.length; at += forgottenAtOnce)
          await run(forgetting, keys.slice(at, at + forgottenAtOnce), texts);
        cursor = next;
      } while (cursor !== '0');
    },
    gateways: () => gateways,
    close() {
      cancelPresence();
      client.off('ready', present);
    },
  };
}
