/** Token table in Redis, by its clock: for gateways on several machines. As durable as its append-only file. */

import { Redis } from 'ioredis';
import type { TokenTable } from './token-table.ts';

const keyOf = (account: string): string => `switchboard:vendor-token:{${account}}`;
const lockOf = (account: string): string => `${keyOf(account)}:lock`;

/** Frees the lock of its holder alone. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

export function redisTable(url: string): TokenTable {
  const redis = new Redis(url, {
    connectTimeout: 2_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  });
  // Commands report for themselves; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return {
    read: (account) => redis.getBuffer(keyOf(account)),
    async write(account, sealed) {
      await redis.set(keyOf(account), Buffer.from(sealed));
      // Until it is in the append-only file; a server without one, or an older one, refuses.
      await redis.call('WAITAOF', '1', '0', '2000').catch(() => undefined);
    },
    async take(account, holder, leaseMs) {
      return (await redis.set(lockOf(account), holder, 'PX', leaseMs, 'NX')) === 'OK';
    },
    async free(account, holder) {
      await redis.eval(release, 1, lockOf(account), holder);
    },
    close: () => redis.disconnect(),
  };
}
