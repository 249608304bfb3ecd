/** The connection to the Redis (or Valkey) that gateways share, which may be slow, gone or back at any moment. */

import { Redis } from 'ioredis';
import type { Clock } from './clock.ts';
import { timely } from './timely.ts';

/** An answer later than this is no help: asking upstream is as quick. */
export const commandMs = 250;
/** After a failure, nobody asks for so long, so that a silent store costs one wait and not one a request. */
export const aloneMs = 1_000;
/** Longest pause between two attempts to connect. */
export const reconnectMs = 1_000;
/** How long the first commands wait for the first connection. */
const openingMs = 1_000;

export interface SharedRedis {
  /**
   * Commands fail at once while there is no connection, and for a moment after the store was
   * silent: the callers have a way without it.
   */
  readonly client: Redis;
  /** Settles when the first connection stands or has failed, or a moment has passed. */
  readonly opening: Promise<void>;
  /** Whether it is worth asking. */
  isReady(): boolean;
  close(): void;
}

/**
 * The client's own timeout for commands would count the lateness of our event loop as the store's.
 * @param options.once connects a single time, for a command line that ends with a failure.
 */
export function openRedis(
  url: string,
  clock: Clock,
  { once = false }: { readonly once?: boolean } = {},
): SharedRedis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    lazyConnect: once,
    retryStrategy: (times) => (once ? null : Math.min(50 * 2 ** times, reconnectMs)),
  });
  let aloneUntil = 0;
  client.on('connect', () => {
    aloneUntil = 0;
  });
  // Commands report for themselves; without a listener a lost connection would end the process.
  client.on('error', () => {});
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    // What the client asks for itself before it is ready is always sent.
    if (client.status === 'ready' && clock.monotonic() < aloneUntil) {
      command.reject(new Error('The shared store was silent a moment ago.'));
      return command.promise;
    }
    const reply = timely(
      send(command, stream) as Promise<unknown>,
      clock,
      commandMs,
      () => new SilentStoreError(),
    );
    // The client's own commands look at no promise; whoever looks at this one still hears it.
    reply.catch((error: Error) => {
      // Without a connection commands fail at once by themselves, and an answer that says no is an answer.
      if (error instanceof SilentStoreError) aloneUntil = clock.monotonic() + aloneMs;
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
    isReady: () => client.status === 'ready' && clock.monotonic() >= aloneUntil,
    close: () => client.disconnect(),
  };
}

class SilentStoreError extends Error {
  constructor() {
    super('The shared store is silent.');
  }
}
