/** Token table in SQLite: for all processes of one machine, or in memory. */

import { accountTables, openPrivateDatabase } from '../../../storage/private-database.ts';
import type { TokenTable } from './token-table.ts';

export function sqliteTable(file: string, clock: () => number): TokenTable {
  const database = openPrivateDatabase(file, { timeout: 5_000, tables: accountTables });
  // Full: a written pair is on the disk even after a power failure.
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
  return {
    async read(account) {
      const sealed = select.get(account)?.sealed;
      return sealed instanceof Uint8Array ? sealed : null;
    },
    async write(account, sealed) {
      upsert.run(account, sealed);
    },
    async take(account, holder, leaseMs) {
      const now = clock();
      ensure.run(account);
      return take.run(holder, now + leaseMs, account, now).changes === 1;
    },
    async free(account, holder) {
      free.run(account, holder);
    },
    close: () => database.close(),
  };
}
