/** SQL with its bound values, so that no value becomes text, and the SQLite statements that run it. */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { createLru } from '../../lru.ts';
import { registerBlanks } from '../sosl/blank.ts';
import { registerFold } from './nocase.ts';

export class Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];

  constructor(text: string, values: readonly SQLInputValue[] = []) {
    this.text = text;
    this.values = values;
  }

  /** Equal for pieces that mean the same. */
  get key(): string {
    return JSON.stringify([this.text, this.values.map(String)]);
  }
}

/** Template tag: pieces are spliced in with their values, anything else is bound as a value. */
export function sql(strings: TemplateStringsArray, ...parts: (Sql | SQLInputValue)[]): Sql {
  let text = strings[0] ?? '';
  const values: SQLInputValue[] = [];
  parts.forEach((part, i) => {
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[i + 1] ?? '';
  });
  return new Sql(text, values);
}

/** Text of the program's own making: keywords, aliases, quoted API names from the model. */
export function raw(text: string): Sql {
  return new Sql(text);
}

/** Pieces with the same text between them. */
export function joined(parts: readonly Sql[], separator: string): Sql {
  return new Sql(
    parts.map((part) => part.text).join(separator),
    parts.flatMap((part) => part.values),
  );
}

/** Whether a condition does not hold: true of nothing, too. */
export const not = (condition: Sql): Sql => sql`(${condition} IS NOT TRUE)`;

/** Conditions under one operator, as a tree: a chain of thousands would be deeper than SQLite allows. */
export function combined(parts: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  if (parts.length <= 32) return sql`(${joined(parts, ` ${operator} `)})`;
  const middle = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  return combined(
    halves.map((half) => combined(half, operator)),
    operator,
  );
}

/** `IN (…)` over a bound list of any length, so that one prepared statement serves all lengths. */
export function inList(values: readonly (string | number)[]): Sql {
  return sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

export class Columns {
  readonly #items: Sql[] = [];
  readonly #positions = new Map<string, number>();

  /** Position of the piece in the row; adds it when it is new. */
  add(item: Sql): number {
    const existing = this.#positions.get(item.key);
    if (existing !== undefined) return existing;
    this.#positions.set(item.key, this.#items.length);
    return this.#items.push(item) - 1;
  }

  get items(): readonly Sql[] {
    return this.#items;
  }

  list(): Sql {
    return joined(this.#items, ', ');
  }
}

export type Cells = readonly unknown[];

export class CompanyDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = createLru<string, StatementSync>(500);

  constructor(db: DatabaseSync) {
    this.#db = db;
    registerFold(db);
    registerBlanks(db);
  }

  all(sql: Sql): readonly Cells[] {
    let statement = this.#statements.get(sql.text);
    if (!statement) {
      // SQLite compiles a statement anew at each execution where a LIMIT is a mere parameter: it plans by its value.
      statement = this.#db.prepare(sql.text.replaceAll('LIMIT ?', 'LIMIT 0 + ?'));
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
