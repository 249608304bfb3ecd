/**
 * Token store: the vendors' tokens, encrypted, with a lock for each account. Of all gateways that
 * share the store one at a time renews, and a pair is stored before its first use.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BackendError } from '../../../backend.ts';
import { decrypt, encrypt, keyLength } from '../../../encryption.ts';
import { postgresTable } from './token-postgres.ts';
import { redisTable } from './token-redis.ts';
import { sqliteTable } from './token-sqlite.ts';
import type { TokenTable } from './token-table.ts';

export interface StoredToken {
  /** Digest of the configured credential it descends from; another one begins another line. */
  readonly line: string;
  readonly accessToken: string;
  /** Null where the form has none. */
  readonly refreshToken: string | null;
  /** Base address of requests with the token; null where the answer had none. */
  readonly base: string | null;
  /** Epoch ms; null where the answer did not say. */
  readonly expiresAt: number | null;
}

export interface TokenStore {
  /** Whether a token survives this process. */
  readonly isDurable: boolean;
  /** @throws BackendError 503 when the store is away, as all others here. */
  read(account: string): Promise<StoredToken | null>;
  write(account: string, token: StoredToken): Promise<void>;
  /** Runs `run` under the account's lock, which excludes this process and all others. */
  locked<T>(account: string, run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface TokenStoreOptions {
  /** The first of these that is there holds the tokens; with none, memory does: for forms that lose nothing with it. */
  readonly postgresUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** SQLite, for all gateways of one machine. */
  readonly file?: string | undefined;
  /** 32 bytes; needed with any of them. */
  readonly key?: Uint8Array | undefined;
  readonly clock?: (() => number) | undefined;
  /** Waits between two looks at a lock; tests give their own. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** A lock whose holder died is free again after this; longer than a renewal may take. */
const leaseMs = 60_000;
const lookEveryMs = 100;
/** Longest wait for a lock. */
const patienceMs = 30_000;

/** @throws Error for a place without a key of 32 bytes. */
export function openTokenStore(options: TokenStoreOptions): TokenStore {
  const { clock = Date.now, pause = wait } = options;
  const isDurable = [options.postgresUrl, options.redisUrl, options.file].some(Boolean);
  if (isDurable && options.key?.length !== keyLength)
    throw new Error(`Expected a key of ${keyLength} bytes for the store of vendors' tokens`);
  const key = options.key ?? randomBytes(keyLength);
  const table = tableOf(options, clock);
  const ownerOf = (account: string): string => `vendor token ${account}`;
  const reached = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      const away = new BackendError(503, 'The store of tokens is away');
      away.cause = cause;
      throw away;
    });

  return {
    isDurable,
    async read(account) {
      const sealed = await reached(table.read(account));
      if (sealed === null) return null;
      try {
        return JSON.parse(decrypt(key, ownerOf(account), sealed)) as StoredToken;
      } catch (cause) {
        const unreadable = new BackendError(503, 'The key does not open the stored tokens');
        unreadable.cause = cause;
        throw unreadable;
      }
    },
    write: (account, token) =>
      reached(table.write(account, encrypt(key, ownerOf(account), JSON.stringify(token)))),
    async locked(account, run) {
      const holder = randomUUID();
      for (let waited = 0; !(await reached(table.take(account, holder, leaseMs))); ) {
        if (waited >= patienceMs)
          throw new BackendError(503, 'Another process has been signing in for too long');
        waited += lookEveryMs;
        await pause(lookEveryMs);
      }
      try {
        return await run();
      } finally {
        // Unfreed, it is free when the lease ends.
        await table.free(account, holder).catch(() => undefined);
      }
    },
    close: async () => table.close(),
  };
}

function tableOf(
  { postgresUrl, redisUrl, file }: TokenStoreOptions,
  clock: () => number,
): TokenTable {
  if (postgresUrl !== undefined) return postgresTable(postgresUrl);
  if (redisUrl !== undefined) return redisTable(redisUrl);
  return sqliteTable(file ?? ':memory:', clock);
}
