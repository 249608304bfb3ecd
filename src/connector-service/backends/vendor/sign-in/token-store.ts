/**
 * Tokens that vendors gave out, encrypted in SQLite, with a lock for each account: of all processes
 * that share the file one at a time renews, and a pair is on disk before anybody uses it.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { BackendError } from '../../../backend.ts';
import { decrypt, encrypt, keyLength } from '../../../instance/store.ts';

export interface StoredToken {
  /** Digest of the configured credential it descends from; another one begins another line. */
  readonly line: string;
  readonly accessToken: string;
  /** Null where the form has none. */
  readonly refreshToken: string | null;
  /** Where requests go with it; null where the answer did not say. */
  readonly base: string | null;
  /** Epoch ms; null where the answer did not say. */
  readonly expiresAt: number | null;
}

export interface TokenStore {
  /** Whether a token survives this process. */
  readonly isDurable: boolean;
  read(account: string): StoredToken | null;
  write(account: string, token: StoredToken): void;
  /**
   * Runs `run` while nobody else holds the account's lock, in this process or another.
   * @throws BackendError 503 when it is not to be had.
   */
  locked<T>(account: string, run: () => Promise<T>): Promise<T>;
  close(): void;
}

export interface TokenStoreOptions {
  /** Shared by all gateways; null: in memory, for forms that lose nothing with it. */
  readonly file: string | null;
  /** 32 bytes; needed with a file. */
  readonly key?: Uint8Array | undefined;
  readonly clock?: (() => number) | undefined;
  /** Waits between two looks at a lock; tests give their own. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** A lock whose holder died is free again after this; longer than a renewal may take. */
const leaseMs = 60_000;
const lookEveryMs = 100;
/** How long a lock is waited for. */
const patienceMs = 30_000;

/** @throws Error for a file without a key of 32 bytes. */
export function openTokenStore(options: TokenStoreOptions): TokenStore {
  const { file, clock = Date.now, pause = wait } = options;
  if (file !== null && options.key?.length !== keyLength)
    throw new Error(`Expected a key of ${keyLength} bytes for the file of vendors' tokens`);
  const key = options.key ?? randomBytes(keyLength);
  const database = new DatabaseSync(file ?? ':memory:', { timeout: 5_000 });
  // Full: a pair that was written is on the disk, whatever becomes of the machine.
  database.exec(`PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS vendor_token (
      account TEXT PRIMARY KEY, sealed BLOB, holder TEXT, held_until INTEGER NOT NULL DEFAULT 0) STRICT`);
  const select = database.prepare('SELECT sealed FROM vendor_token WHERE account = ?');
  const upsert = database.prepare(`INSERT INTO vendor_token (account, sealed) VALUES (?, ?)
    ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed`);
  const ensure = database.prepare('INSERT OR IGNORE INTO vendor_token (account) VALUES (?)');
  const take = database.prepare(`UPDATE vendor_token SET holder = ?, held_until = ?
    WHERE account = ? AND (holder IS NULL OR held_until < ?)`);
  const free = database.prepare(
    'UPDATE vendor_token SET holder = NULL WHERE account = ? AND holder = ?',
  );
  const ownerOf = (account: string): string => `vendor token ${account}`;

  return {
    isDurable: file !== null,
    read(account) {
      const sealed = select.get(account)?.sealed;
      if (!(sealed instanceof Uint8Array)) return null;
      return JSON.parse(decrypt(key, ownerOf(account), sealed)) as StoredToken;
    },
    write(account, token) {
      upsert.run(account, encrypt(key, ownerOf(account), JSON.stringify(token)));
    },
    async locked(account, run) {
      const holder = randomUUID();
      ensure.run(account);
      for (let waited = 0; ; waited += lookEveryMs) {
        const now = clock();
        if (take.run(holder, now + leaseMs, account, now).changes === 1) break;
        if (waited >= patienceMs)
          throw new BackendError(503, 'Another process has been signing in for too long');
        await pause(lookEveryMs);
      }
      try {
        return await run();
      } finally {
        free.run(account, holder);
      }
    },
    close: () => database.close(),
  };
}
