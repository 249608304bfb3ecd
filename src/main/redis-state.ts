/** Shared state of gateways beside the connector's cache and budget: quotas, persisted documents, revoked clients. */

import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { asError, UserInputError } from '../errors.ts';
import { boundedTexts, type PersistedTexts } from '../server/document/document.ts';
import type { QuotaOptions } from '../server/limit/admission.ts';
import { systemClock } from '../upstream/clock.ts';
import { openRedis, refusalIn, type SharedRedis } from '../upstream/shared-store.ts';
import {
  setRevoked as decideRevocation,
  isClient,
  type RevocationOptions,
  watchRevocations,
} from './revocation.ts';

export interface Shared {
  readonly quotaCounter: NonNullable<QuotaOptions['counter']>;
  /** Counts the upstream calls of media links. @param seconds as long as a link lives */
  linkCounter(calls: number, seconds: number): RateLimiterAbstract;
  readonly persisted: PersistedTexts;
  /** Whether a client of a tenant has been shut out; learned within seconds. */
  isRevoked(tenant: string, client: string): boolean;
  /** False while the list of revoked clients is an old copy, or missing. */
  knowsRevoked(): boolean;
  /** Stops looking; the connection is its owner's to close. */
  close(): void;
}

interface RevocationOrder {
  readonly tenant: string;
  readonly client: string;
  /** False: let in again. */
  readonly revoked: boolean;
  /** Directory of the copy. */
  readonly directory: string;
  /** Whether the access file at hand names the client; gateways that run may know others. */
  readonly isKnown: boolean;
}

const textKey = (hash: string): string => `switchboard:document:${hash}`;
const textSeconds = 7 * 86_400;

/**
 * Resolves when the first connection is open, or failed for a moment: an unreachable
 * Redis makes every process count and cache for itself.
 */
export async function openShared(
  { client: redis, opening }: SharedRedis,
  options: RevocationOptions = { directory: null, clients: [] },
): Promise<Shared> {
  await opening;
  const memory = boundedTexts();
  const revocations = watchRevocations(redis, options);
  await revocations.firstLook;
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
    linkCounter: (points, duration) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: 'switchboard:media-link',
        points,
        duration,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      }),
    persisted: {
      async get(hash) {
        const cached = await memory.get(hash);
        if (cached !== null) return cached;
        const text = await redis.get(textKey(hash)).catch(() => null);
        if (text !== null) void memory.set(hash, text);
        return text;
      },
      async set(hash, text) {
        void memory.set(hash, text);
        await redis.set(textKey(hash), text, 'EX', textSeconds).catch(() => {});
      },
    },
    isRevoked: (tenant, client) => revocations.isRevoked(`${tenant}/${client}`),
    knowsRevoked: () => revocations.isKnown(),
    close: () => revocations.stop(),
  };
}

/** @throws UserInputError for an unknown client; Error when Redis does not answer. */
export async function orderRevocation(
  url: string,
  { tenant, client, revoked, directory, isKnown }: RevocationOrder,
): Promise<void> {
  const { client: redis, close } = openRedis(url, systemClock, { once: true });
  try {
    await redis.connect().catch((cause: unknown) => {
      throw new UserInputError(
        'REDIS_URL: expected a Redis that answers, since gateways learn of it there; got no connection. Nothing was changed.',
        { cause },
      );
    });
    const name = `${tenant}/${client}`;
    if (!isKnown && !(await isClient(redis, name)))
      throw new UserInputError(
        `Expected a client that ACCESS_FILE or a running gateway knows; got "${name}". Nothing was changed.`,
      );
    await decideRevocation(redis, directory, name, revoked).catch((cause: unknown) => {
      const refusal = refusalIn(asError(cause));
      if (refusal === null) throw cause;
      throw new UserInputError(
        `REDIS_URL: expected a Redis that writes; it refuses to (${refusal}). Nothing was changed.`,
        { cause },
      );
    });
  } finally {
    close();
  }
}
