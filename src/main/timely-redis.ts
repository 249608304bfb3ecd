/** A Redis client whose commands fail when the store is silent, and not when this process is busy. */

import { Redis, type RedisOptions } from 'ioredis';
import { systemClock } from '../connector/clock.ts';
import { aloneMs, timely } from '../connector/timely.ts';

/**
 * Commands fail at once while there is no connection, and for a moment after the store was
 * silent: the callers have a way without it. The client's own timeout for commands would count
 * the lateness of our event loop as the store's.
 */
export function timelyRedis(url: string, options: RedisOptions): Redis {
  const redis = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const send = redis.sendCommand.bind(redis);
  let aloneUntil = 0;
  redis.on('connect', () => {
    aloneUntil = 0;
  });
  redis.sendCommand = (command, stream) => {
    // Without a connection commands fail by themselves, and those that make one must not fail.
    if (redis.status !== 'ready') return send(command, stream);
    if (systemClock.monotonic() < aloneUntil) {
      command.reject(new Error('The shared store was silent a moment ago.'));
      return command.promise;
    }
    const reply = timely(send(command, stream) as Promise<unknown>, systemClock);
    // The client's own commands look at no promise; whoever looks at this one still hears it.
    reply.catch((error: Error) => {
      // An answer that says no is an answer.
      if (error.name !== 'ReplyError') aloneUntil = systemClock.monotonic() + aloneMs;
    });
    return reply;
  };
  return redis;
}
