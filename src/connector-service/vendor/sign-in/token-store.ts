/**
 * Token store: the vendors' tokens, encrypted, with a lock for each account. Of all gateways that
 * share the store one at a time renews, and a pair is stored before its first use.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BackendError } from '../../backend.ts';
import { decrypt, encrypt, keyLength } from '../../encryption.ts';
import { postgresTable } from './token-postgres.ts';
import { redisTable } from './token-redis.ts';
import { sqliteTable } from './token-sqlite.ts';
import type { TokenTable } from './token-table.ts';

export interface StoredToken {
  /** Digest of the configured credential it descends from; another one begins another line. */
  readonly line: string;
  /** Null where the answer had none: its refresh token counts all the same. */
  readonly accessToken: string | null;
  /** Null where the form has none. */
  readonly refreshToken: string | null;
  /** Base address of requests with the token; null where the answer had none. */
  readonly base: string | null;
  /** Epoch ms; null where the answer did not say. */
  readonly expiresAt: number | null;
}

/** A stored row that the key does not open. */
export class UnreadableTokenError extends BackendError {
  constructor(cause: unknown) {
    super(503, 'The key does not open the stored tokens');
    this.name = 'UnreadableTokenError';
    this.cause = cause;
  }
}

export interface TokenStore {
  /** Whether a token survives this process. */
  readonly isDurable: boolean;
  /** @throws UnreadableTokenError; BackendError 503 when the store is away, as all others here. */
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
  /** Called when a row turns out to be unreadable, with the reason, and with null when it is replaced or opens again. */
  readonly unreadable?: ((account: string, reason: string | null) => void) | undefined;
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
  const reasons = new Set<string>();
  const report = (account: string, isUnreadable: boolean): void => {
    if (reasons.has(account) === isUnreadable) return;
    if (isUnreadable) reasons.add(account);
    else reasons.delete(account);
    const reason = `Expected TOKEN_KEY, or the key file, to open the tokens stored for ${account}; it is another key, or the row is damaged.`;
    options.unreadable?.(account, isUnreadable ? reason : null);
  };
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
        const token = JSON.parse(decrypt(key, ownerOf(account), sealed)) as StoredToken;
        report(account, false);
        return token;
      } catch (cause) {
        report(account, true);
        throw new UnreadableTokenError(cause);
      }
    },
    async write(account, token) {
      await reached(table.write(account, encrypt(key, ownerOf(account), JSON.stringify(token))));
      report(account, false);
    },
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
