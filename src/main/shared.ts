/** What gateways share beside the connector's cache and budget: quotas, persisted documents, revoked clients. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { boundedTexts, type PersistedTexts } from '../server/document/document.ts';
import type { QuotaOptions } from '../server/quota.ts';
import { timelyRedis } from './timely-redis.ts';

export interface Shared {
  readonly quotaCounter: NonNullable<QuotaOptions['counter']>;
  readonly persisted: PersistedTexts;
  /** Whether a client of a tenant has been shut out; learned within seconds. */
  isRevoked(tenant: string, client: string): boolean;
  close(): void;
}

/** Redis set of `tenant/client`. */
const revokedKey = 'switchboard:revoked';
const textKey = (hash: string): string => `switchboard:document:${hash}`;
const textSeconds = 7 * 86_400;
const lookMs = 2_000;
const openingMs = 1_000;

/**
 * Resolves when the first connection stands, or could not be made in a moment: an unreachable
 * Redis makes every process count, keep and remember for itself.
 */
export async function openShared(url: string): Promise<Shared> {
  const redis = connect(url);
  await Promise.race([
    new Promise((resolve) => redis.once('ready', resolve)),
    new Promise((resolve) => redis.once('error', resolve)),
    wait(openingMs, undefined, { ref: false }),
  ]);
  const own = boundedTexts();
  const revoked = watchRevoked(redis);
  return {
    quotaCounter: (points) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: 'switchboard:quota',
        points,
        duration: 60,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ points, duration: 60 }),
      }),
    persisted: {
      async get(hash) {
        const known = await own.get(hash);
        if (known !== null) return known;
        const text = await redis.get(textKey(hash)).catch(() => null);
        if (text !== null) void own.set(hash, text);
        return text;
      },
      async set(hash, text) {
        void own.set(hash, text);
        await redis.set(textKey(hash), text, 'EX', textSeconds).catch(() => {});
      },
    },
    isRevoked: (tenant, client) => revoked.names.has(`${tenant}/${client}`),
    close() {
      revoked.stop();
      redis.disconnect();
    },
  };
}

/** Shuts a client out of all gateways, or lets it in again. @throws Error when Redis does not answer. */
export async function setRevoked(
  url: string,
  { tenant, client, revoked }: { tenant: string; client: string; revoked: boolean },
): Promise<void> {
  const redis = connect(url, true);
  try {
    await redis.connect();
    const member = `${tenant}/${client}`;
    await (revoked ? redis.sadd(revokedKey, member) : redis.srem(revokedKey, member));
  } finally {
    redis.disconnect();
  }
}

function connect(url: string, once = false): Redis {
  const redis = timelyRedis(url, {
    lazyConnect: once,
    retryStrategy: (times) => (once ? null : Math.min(50 * 2 ** times, 2_000)),
  });
  // Commands report for themselves; a lost connection is no failure of its own.
  redis.on('error', () => {});
  return redis;
}

/** While Redis is away the last list it gave holds. */
function watchRevoked(redis: Redis): { readonly names: ReadonlySet<string>; stop(): void } {
  const watch = { names: new Set<string>(), stop: () => clearInterval(timer) };
  const look = (): void => {
    redis.smembers(revokedKey).then(
      (members) => {
        watch.names = new Set(members);
      },
      () => {},
    );
  };
  const timer = setInterval(look, lookMs).unref();
  look();
  redis.on('ready', look);
  return watch;
}
