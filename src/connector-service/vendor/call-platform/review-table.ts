/** Answered scorecards of one account in SQLite: rows by review, and which days have been read. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Row } from '../../../contract/wire/execute.ts';
import type { BackendAnswer, Continuation } from '../../backend.ts';

const pageSize = 100;

/** Read part of an account: reviews from `since` (blank: the first) up to `at`. */
interface ReadDays {
  readonly since: string;
  readonly at: number;
  /** Time of the oldest reading. */
  readonly begun: number;
}

/** SQL: the day of the call of a review, as the vendor filters by it. */
const callDay = "substr(json_extract(row, '$.callStartTime'), 1, 10)";

function createReviewTables(database: DatabaseSync): void {
  database.exec(`CREATE TABLE IF NOT EXISTS vendor_review (
      account TEXT, id TEXT, at INTEGER NOT NULL, day TEXT NOT NULL, scorecard TEXT, reviewed TEXT,
      reviewer TEXT, call TEXT, seen INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (account, id)) STRICT;
    CREATE INDEX IF NOT EXISTS vendor_review_at ON vendor_review (account, at, id);
    CREATE INDEX IF NOT EXISTS vendor_review_call ON vendor_review (account, call);
    CREATE INDEX IF NOT EXISTS vendor_review_call_day ON vendor_review (account, ${callDay});
    CREATE TABLE IF NOT EXISTS vendor_call_day (
      account TEXT, call TEXT, day TEXT NOT NULL, PRIMARY KEY (account, call)) STRICT;
    CREATE TABLE IF NOT EXISTS vendor_review_day (
      account TEXT, day TEXT, at INTEGER NOT NULL, PRIMARY KEY (account, day)) STRICT;
    CREATE TABLE IF NOT EXISTS vendor_review_read (
      account TEXT PRIMARY KEY, since TEXT NOT NULL, at INTEGER NOT NULL, begun INTEGER NOT NULL) STRICT`);
}

const lists = [
  ['scorecardIds', 'scorecard'],
  ['reviewedUserIds', 'reviewed'],
  ['reviewerUserIds', 'reviewer'],
  ['callIds', 'call'],
] as const;

interface ReviewWindow {
  readonly start: number | null;
  readonly end: number | null;
  readonly from: Continuation | null;
  readonly unread: number;
}

export class ReviewTable {
  readonly #database: DatabaseSync;
  readonly #account: string;

  /** @param account the instance's id. */
  constructor(database: DatabaseSync, account: string) {
    createReviewTables(database);
    this.#database = database;
    this.#account = account;
  }

  readDays(): ReadDays | null {
    const row = this.#database
      .prepare('SELECT since, at, begun FROM vendor_review_read WHERE account = ?')
      .get(this.#account);
    return row ? { since: String(row.since), at: Number(row.at), begun: Number(row.begun) } : null;
  }

  setReadDays({ since, at, begun }: ReadDays): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO vendor_review_read VALUES (?, ?, ?, ?)')
      .run(this.#account, since, at, begun);
  }

  /** Stores rows in one transaction. @param reading marks them as seen by it. */
  store(rows: readonly Row[], reading: number): void {
    const upsert = this.#database.prepare(
      'INSERT OR REPLACE INTO vendor_review VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const row of rows) upsert.run(...this.#values(row, reading));
      this.#database.exec('COMMIT');
    } catch (error) {
      // Left open, it would refuse every later one.
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #values(row: Row, reading: number): SQLInputValue[] {
    const time = String(row.reviewTime);
    const text = (name: string): string => String(row[name] ?? '');
    return [
      this.#account,
      text('answeredScorecardId'),
      Date.parse(time),
      // The vendor's times carry the company's offset, so this is the day it filters by.
      time.slice(0, 10),
      text('scorecardId'),
      text('reviewedUserId'),
      text('reviewerUserId'),
      text('callId'),
      reading,
      JSON.stringify(row),
    ];
  }

  /** Removes reviews of days `from` to `to` (blank: no end), exclusive, that a reading did not see. */
  removeUnseen(from: string, to: string, reading: number): void {
    this.#database
      .prepare('DELETE FROM vendor_review WHERE account = ? AND day >= ? AND day < ? AND seen <> ?')
      .run(this.#account, from, to === '' ? '9999' : to, reading);
  }

  /** Days of calls, as far as they are known. */
  daysOf(calls: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#database
      .prepare(
        'SELECT call, day FROM vendor_call_day WHERE account = ? AND call IN (SELECT value FROM json_each(?))',
      )
      .all(this.#account, JSON.stringify(calls));
    return new Map(rows.map(({ call, day }) => [String(call), String(day)]));
  }

  setDay(call: string, day: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO vendor_call_day VALUES (?, ?, ?)')
      .run(this.#account, call, day);
  }

  /** Whether the reviews of a day's calls were read since an instant. */
  isDayRead(day: string, since: number): boolean {
    const row = this.#database
      .prepare('SELECT at FROM vendor_review_day WHERE account = ? AND day = ?')
      .get(this.#account, day);
    return row !== undefined && Number(row.at) >= since;
  }

  /** Every review of these days' calls was seen by a reading: others are removed. */
  endCallDays(days: readonly string[], reading: number, at: number): void {
    const remove = this.#database.prepare(
      `DELETE FROM vendor_review WHERE account = ? AND ${callDay} = ? AND seen <> ?`,
    );
    const mark = this.#database.prepare(
      'INSERT OR REPLACE INTO vendor_review_day VALUES (?, ?, ?)',
    );
    for (const day of days) {
      remove.run(this.#account, day, reading);
      mark.run(this.#account, day, at);
    }
  }

  /**
   * @param unread reviews that may belong here and were not read. They count as one, by which the list is known to be
   * short: of more a client would ask for each call by itself.
   */
  page(filter: Row, { start, end, from, unread }: ReviewWindow): BackendAnswer {
    const terms = ['account = ?'];
    const values: SQLInputValue[] = [this.#account];
    const add = (term: string, ...params: SQLInputValue[]): void => {
      terms.push(term);
      values.push(...params);
    };
    if (start !== null) add('at >= ?', start);
    if (end !== null) add('at < ?', end);
    for (const [name, column] of lists) {
      const ids = filter[name];
      if (Array.isArray(ids) && ids.length > 0)
        add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
    }
    const where = terms.join(' AND ');
    const total =
      from === null
        ? Number(
            this.#database
              .prepare(`SELECT count(*) AS n FROM vendor_review WHERE ${where}`)
              .get(...values)?.n,
          ) + (unread > 0 ? 1 : 0)
        : Number(from.total);
    if (from !== null) add('(at, id) > (?, ?)', Number(from.at), String(from.id));
    const rows = this.#database
      .prepare(
        `SELECT at, id, row FROM vendor_review WHERE ${terms.join(' AND ')} ORDER BY at, id LIMIT ?`,
      )
      .all(...values, pageSize + 1);
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    const pageNumber = from === null ? 0 : Number(from.pageNumber) + 1;
    return {
      kind: 'cursor-page',
      rows: page.map(({ row }) => JSON.parse(String(row)) as Row),
      totalRecords: total,
      pageNumber,
      next:
        rows.length > pageSize && last !== undefined
          ? { at: Number(last.at), id: String(last.id), pageNumber, total }
          : null,
    };
  }
}
