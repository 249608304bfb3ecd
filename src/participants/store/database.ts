/** Database interface of the index: one statement read, several written as one, two dialects of SQL. */

import { SwitchboardError } from '../../errors.ts';
import type { SpokenWord } from '../spoken-word.ts';

export type SqlValue = string | number | null;
export type ResultRow = readonly SqlValue[];

export interface Statement {
  /** SQL with `$1`, `$2` … for the parameters. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Condition of the whole transaction: if this statement returns no row, nothing is written. */
  readonly guard?: true;
}

export interface ReadOptions {
  /**
   * Rank among reads that look at all calls of a time, the least first: where reads take turns, others that wait go
   * before these. See `nextRank`.
   */
  readonly rank?: number;
}

export interface Database {
  readonly dialect: Dialect;
  /** Threads that answer one statement after the other; of two, the second has the reads with a rank. Default: all at once. */
  readonly threads?: 1 | 2;
  /** Cache of tenants' numbers by name. */
  readonly tenants: Map<string, number>;
  /** Runs a query. @returns rows as arrays, in the order of the SELECT list @throws IndexStoreError */
  read(
    sql: string,
    params?: readonly SqlValue[],
    options?: ReadOptions,
  ): Promise<readonly ResultRow[]>;
  /**
   * Runs all statements in one transaction.
   * @returns the rows of each; null when a guard failed
   * @throws IndexStoreError when the database could not (disk full, corrupt, gone); nothing is
   * written
   */
  write(statements: readonly Statement[]): Promise<readonly (readonly ResultRow[])[] | null>;
  close(): Promise<void>;
}

/** Tables of words in SQL, and the condition that a row has those that a text looks for. */
interface WordSource {
  readonly tables: string;
  readonly where: string;
  /** Number of the row. */
  readonly document: string;
}

/** Those of turns: `turn d` is joined behind `tables` by `ofTurn`, where more than its number is looked at. */
interface TurnSource extends WordSource {
  /** Its condition where the turns of a few calls are looked at: PostgreSQL would read the word's turns in all calls, for each call anew. */
  readonly whereOfCall: string;
  readonly turn: string;
  readonly ofTurn: string;
  /** How well a turn of `tables` meets the text, the greater the better: a column, not to be computed with. */
  readonly rank: string;
}

/** SQL dialect: the spellings in which SQLite and PostgreSQL differ. */
export interface Dialect {
  readonly integer: string;
  /** Text type that compares by code point, not by a language's rules. */
  readonly text: string;
  readonly serial: string;
  /** Suffix that stores a table in the order of its primary key; empty where unsupported. */
  readonly clustered: string;
  /** A table of the rows of a JSON array of arrays given as parameter `n`. */
  rows(n: number, columns: Readonly<Record<string, 'text' | 'integer'>>): string;
  /** A table `alias` of the elements of a JSON array of arrays in a column of a table before it; `alias.value->>n` reads one. */
  each(column: string, alias: string): string;
  jsonArray(...expressions: string[]): string;
  /** Aggregate: a JSON array, as text, of the values. */
  jsonGroup(expression: string): string;
  /** Aggregate: the values that are not null as one text, separated by commas. */
  textGroup(expression: string): string;
  /** A table of the numbers `no` in a text that separates them by commas; none where the text is null. */
  numbers(text: string): string;
  /** Position of a text in another, from 1; 0 where it is absent. */
  find(inText: string, text: string): string;
  /**
   * Condition: `c` is the call of a row `p` with its id in a column, found in an index by time. SQLite would look an
   * equal id up in the table, whose rows are three times as wide; PostgreSQL chooses by its statistics.
   */
  sameCall(id: string): string;
  /**
   * Table `c`: the call of an id, before other conditions are looked at. PostgreSQL would walk all calls for each id,
   * and look what was said in each of them, since it expects a single call in any time.
   */
  callOf(id: string): string;
  /** Statement that takes the statistics anew by which reads are planned; null where they are planned without. */
  readonly statistics: string | null;
  /** Table of the words of turns, by the number of their row; null where they are a column of the table `turn`. */
  readonly wordTable: string | null;
  /** Words of a turn as they are written. */
  storedWords(words: readonly string[]): string;
  /** The different words of a transcript as they are written, in one row of `transcript_words` or several. */
  storedTranscript(words: readonly string[]): readonly string[];
  /** Written words in SQL, of a text. */
  words(text: string): string;
  /** Text that looks for turns with all of some words, and a phrase. */
  wordsWanted(words: readonly SpokenWord[], phrase: readonly SpokenWord[]): string;
  turnsWith(wanted: string): TurnSource;
  /** Column of `transcript_words`: the number of the call. */
  readonly transcriptNumber: string;
  /** Whole transcripts, by the number of their call, for a text of one word; of the calls `first` to `last`, by number. A call may come twice. */
  transcriptsWith(wanted: string, first: string, last: string): WordSource;
  /** Disk for a transcript of 6,500 words in 108 turns, as measured. */
  readonly transcriptBytes: number;
  /** Suffix of a SELECT that makes other writers wait until this transaction ends. */
  readonly forUpdate: string;
}

/**
 * Failure of the index's database, or a database of another kind. The file or database is left as
 * it is. Clients learn only that it is away: `advice` may hold the path of a file.
 */
export class IndexStoreError extends SwitchboardError {
  /** Advice for operators: the expected state and the actual one. */
  readonly advice: string;
  /** Whether another connection may succeed: not where the database is busy, full, or slow. */
  readonly reopens: boolean;
  /** Whether there is no room for what should be stored. */
  readonly isFull: boolean;
  /** Whether a read took longer than one may. */
  readonly isLate: boolean;

  constructor(
    advice: string,
    options: { cause?: unknown; reopens?: boolean; isFull?: boolean; isLate?: boolean } = {},
  ) {
    super('UPSTREAM_UNAVAILABLE', 'The participant index is not available at the moment.', true, {
      cause: options.cause,
    });
    this.advice = advice;
    this.reopens = options.reopens ?? true;
    this.isFull = options.isFull ?? false;
    this.isLate = options.isLate ?? false;
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
  textGroup: (expression) => `string_agg((${expression})::text, ',')`,
  numbers: (text) =>
    `(SELECT v.v::bigint AS no FROM unnest(string_to_array(${text}, ',')) AS v(v))`,
  find: (inText, text) => `strpos(${inText}, ${text})`,
  sameCall: (id) => `c.id = p.${id}`,
  callOf: (id) => `LATERAL (SELECT * FROM call b WHERE b.tenant = $1 AND b.id = ${id} OFFSET 0) c`,
  statistics: 'ANALYZE key, alias, call, participation, mark, transcript, turn, transcript_words',
  wordTable: null,
  storedWords(words) {
    const places = Map.groupBy(words.entries(), ([, word]) => word);
    return [...places]
      .map(([word, entries]) => `${lexeme(word)}:${entries.map(([at]) => at + 1).join()}`)
      .join(' ');
  },
  storedTranscript: (words) =>
    Array.from({ length: Math.ceil(words.length / mostLexemes) }, (_, at) =>
      words
        .slice(at * mostLexemes, (at + 1) * mostLexemes)
        .map(lexeme)
        .join(' '),
    ),
  words: (text) => `${text}::tsvector`,
  wordsWanted(words, phrase) {
    const sought = ({ text, isPrefix }: SpokenWord): string =>
      `${lexeme(text)}${isPrefix ? ':*' : ''}`;
    const inOrder = phrase.length > 0 ? [`(${phrase.map(sought).join(' <-> ')})`] : [];
    return [...words.map(sought), ...inOrder].join(' & ');
  },
  turnsWith: (wanted) => ({
    tables: 'turn d',
    where: `d.words @@ (${wanted})::tsquery`,
    whereOfCall: `CASE WHEN d.words @@ (${wanted})::tsquery THEN true ELSE false END`,
    document: 'd.doc',
    turn: '',
    ofTurn: '',
    rank: `ts_rank_cd(d.words, (${wanted})::tsquery)`,
  }),
  transcriptNumber: 'no',
  transcriptsWith: (wanted, first, last) => ({
    tables: `transcripts_with((${wanted})::tsquery, ${first}, ${last}) AS s (no)`,
    where: 'true',
    document: 's.no',
  }),
  transcriptBytes: 150_000,
  forUpdate: 'FOR UPDATE',
};

/** Most words of a row: PostgreSQL takes a megabyte, and a word may have 192 bytes. */
const mostLexemes = 5_000;

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Schema of all tables in PostgreSQL, so that the database may serve others too. */
export const postgresSchema = 'switchboard_index';
