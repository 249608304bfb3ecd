/** Database interface of the index: one statement read, several written as one, two dialects of SQL. */

import { SwitchboardError } from '../../errors.ts';

export type SqlValue = string | number | null;
export type ResultRow = readonly SqlValue[];

export interface Statement {
  /** With `$1`, `$2` … for the parameters. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** A condition of the whole transaction: when this gives no row, nothing is written. */
  readonly guard?: true;
}

export interface Database {
  readonly dialect: Dialect;
  /** Numbers of tenants by name, as far as they have been read. */
  readonly tenants: Map<string, number>;
  /** Rows as arrays, in the order of the SELECT list. @throws IndexStoreError */
  read(sql: string, params?: readonly SqlValue[]): Promise<readonly ResultRow[]>;
  /**
   * All statements or none, with each one's rows; null when a guard refused.
   * @throws IndexStoreError when the database could not (disk full, corrupt, gone); nothing is written then.
   */
  write(statements: readonly Statement[]): Promise<readonly (readonly ResultRow[])[] | null>;
  close(): Promise<void>;
}

/** Where SQLite and PostgreSQL spell the same thing differently. */
export interface Dialect {
  readonly integer: string;
  /** Text compared by code point, not by a language's rules. */
  readonly text: string;
  readonly serial: string;
  /** Suffix that stores a table in the order of its primary key, where there is such a thing. */
  readonly clustered: string;
  /** A table of the rows of a JSON array of arrays given as parameter `n`. */
  rows(n: number, columns: Readonly<Record<string, 'text' | 'integer'>>): string;
  /** A table `alias` of the elements of a JSON array of arrays in a column of a table before it; `alias.value->>n` reads one. */
  each(column: string, alias: string): string;
  jsonArray(...expressions: string[]): string;
  /** Aggregate: a JSON array, as text, of the values. */
  jsonGroup(expression: string): string;
  /** Where a text occurs in another, from 1; 0 where it does not. */
  find(inText: string, text: string): string;
  /** Suffix of a SELECT that makes other writers wait until this transaction ends. */
  readonly forUpdate: string;
}

/**
 * The index's database failed or is not what it should be. The file or database is left as it is.
 * Clients learn only that it is away: `advice` may hold the path of a file.
 */
export class IndexStoreError extends SwitchboardError {
  /** For operators: what was expected and what came. */
  readonly advice: string;
  /** Whether another connection may do better: not where the database is busy, full, or slow. */
  readonly reopens: boolean;

  constructor(advice: string, options: { cause?: unknown; reopens?: boolean } = {}) {
    super('UPSTREAM_UNAVAILABLE', 'The participant index is not available at the moment.', true, {
      cause: options.cause,
    });
    this.advice = advice;
    this.reopens = options.reopens ?? true;
  }
}

const casts = { text: '', integer: '::bigint' } as const;

export const postgresDialect: Dialect = {
  integer: 'bigint',
  text: 'text COLLATE "C"',
  serial: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  clustered: '',
  rows: (n, columns) =>
    `(SELECT ${Object.entries(columns)
      .map(([name, type], i) => `(v.v->>${i})${casts[type]} AS ${name}`)
      .join(', ')} FROM json_array_elements($${n}::json) AS v(v))`,
  each: (column, alias) => `json_array_elements((${column})::json) AS ${alias}(value)`,
  jsonArray: (...expressions) => `json_build_array(${expressions.join(', ')})`,
  jsonGroup: (expression) => `coalesce(json_agg(${expression}), '[]')::text`,
  find: (inText, text) => `strpos(${inText}, ${text})`,
  forUpdate: 'FOR UPDATE',
};

/** Everything lives in a schema of its own, so that the database may serve others too. */
export const postgresSchema = 'switchboard_index';
