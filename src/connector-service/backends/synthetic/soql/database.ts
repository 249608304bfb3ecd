/** The engine's door to SQLite: bound values in, rows as arrays out, statements prepared once. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { registerFold } from './fold.ts';
import type { Sql } from './sql.ts';

export type Cells = readonly unknown[];

export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: 500 });

  constructor(db: DatabaseSync) {
    this.#db = db;
    registerFold(db);
  }

  all(sql: Sql): readonly Cells[] {
    let statement = this.#statements.get(sql.text);
    if (!statement) {
      statement = this.#db.prepare(sql.text);
      statement.setReturnArrays(true);
      this.#statements.set(sql.text, statement);
    }
    return statement.all(...sql.values) as unknown as readonly Cells[];
  }

  /** The first column of all rows, for lists of row numbers. */
  numbers(sql: Sql): Uint32Array {
    const rows = this.all(sql);
    return Uint32Array.from(rows, (row) => Number(row[0]));
  }
}
