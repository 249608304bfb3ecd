/**
 * Answered scorecards. The vendor filters them by dates, scorecards and reviewed users alone, so that
 * the reviews of one call could be found only by reading all of the company's. This keeps them in
 * SQLite: months of reviews are read once, then the newest days, and calls, reviewers and instants
 * are looked up here.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Row } from '../../../../contract/wire/execute.ts';
import { isObject } from '../../../../contract/wire/json.ts';
import {
  type BackendAnswer,
  BackendError,
  type Continuation,
  callAnalyticsError,
} from '../../../backend.ts';
import { withTextIds } from './operation.ts';

interface ReviewPage {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

interface ReviewStoreOptions {
  readonly database: DatabaseSync;
  /** Whose reviews: the instance's id. */
  readonly account: string;
  /** One page of the vendor's list. @throws BackendError; 404 where there is none. */
  readonly page: (filter: Row, cursor: string | null) => Promise<ReviewPage>;
  /** Epoch ms. */
  readonly clock: () => number;
}

export interface ReviewStore {
  /** @throws BackendError */
  list(
    params: Readonly<Record<string, unknown>>,
    page: Continuation | null,
  ): Promise<BackendAnswer>;
}

/** What is newer than this is taken for the newest. */
const freshMs = 60_000;
/** Days before the last reading that are read again: reviews are edited, and days end elsewhere. */
const overlapDays = 3;
/** After this everything is read again: edits of older reviews and deleted ones are found then. */
const wholeAgainMs = 7 * 86_400_000;
/** The months read one by one; what is older is read in one go. */
const months = 24;
const dayMs = 86_400_000;
const pageSize = 100;
/** Pages of one reading at most: a cursor that leads in a circle ends here. */
const mostPages = 2_000;

/** What of an account has been read: reviews from `since` (blank: the first) up to `at`. */
interface Coverage {
  readonly since: string;
  readonly at: number;
  /** When the oldest part of it was read. */
  readonly begun: number;
}

function createReviewTables(database: DatabaseSync): void {
  database.exec(`CREATE TABLE IF NOT EXISTS vendor_review (
      account TEXT, id TEXT, at INTEGER NOT NULL, day TEXT NOT NULL, scorecard TEXT, reviewed TEXT,
      reviewer TEXT, call TEXT, seen INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (account, id)) STRICT;
    CREATE INDEX IF NOT EXISTS vendor_review_at ON vendor_review (account, at, id);
    CREATE INDEX IF NOT EXISTS vendor_review_call ON vendor_review (account, call);
    CREATE TABLE IF NOT EXISTS vendor_review_read (
      account TEXT PRIMARY KEY, since TEXT NOT NULL, at INTEGER NOT NULL, begun INTEGER NOT NULL) STRICT`);
}

export function reviewStore({ database, account, page, clock }: ReviewStoreOptions): ReviewStore {
  createReviewTables(database);
  const coverageRow = database.prepare(
    'SELECT since, at, begun FROM vendor_review_read WHERE account = ?',
  );
  const setCoverage = database.prepare(`INSERT INTO vendor_review_read VALUES (?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET since = excluded.since, at = excluded.at, begun = excluded.begun`);
  const upsert = database.prepare(
    `INSERT OR REPLACE INTO vendor_review VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const forget = database.prepare(
    'DELETE FROM vendor_review WHERE account = ? AND day >= ? AND day < ? AND seen <> ?',
  );
  let reading: Promise<void> = Promise.resolve();
  let readings = clock();

  const coverage = (): Coverage | null => {
    const row = coverageRow.get(account);
    return row ? { since: String(row.since), at: Number(row.at), begun: Number(row.begun) } : null;
  };

  /** Reads the reviews of days `from` (blank: the first) to `to` (blank: the newest), exclusive, and puts them in place of those stored. */
  const read = async (from: string, to: string): Promise<void> => {
    readings += 1;
    const filter = {
      // Without it the vendor leaves automatic reviews out.
      reviewMethod: 'BOTH',
      ...(from === '' ? {} : { reviewFromDate: from }),
      ...(to === '' ? {} : { reviewToDate: to }),
    };
    let cursor: string | null = null;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const answer: ReviewPage = await page(filter, cursor).catch((error: unknown) => {
        if (error instanceof BackendError && error.status === 404)
          return { rows: [], cursor: null };
        throw error;
      });
      const rows = withTextIds(answer.rows).map(reviewRow);
      database.exec('BEGIN');
      for (const row of rows) store(row, readings);
      database.exec('COMMIT');
      ({ cursor } = answer);
      if (cursor === null) {
        forget.run(account, from, to === '' ? '9999' : to, readings);
        return;
      }
    }
    throw new BackendError(502, 'The list of answered scorecards has no end');
  };

  const store = (row: Row, seen: number): void => {
    const time = String(row.reviewTime);
    const text = (name: string): string => String(row[name] ?? '');
    upsert.run(
      account,
      text('answeredScorecardId'),
      Date.parse(time),
      // The vendor's times carry the company's offset, so this is the day it filters by.
      time.slice(0, 10),
      text('scorecardId'),
      text('reviewedUserId'),
      text('reviewerUserId'),
      text('callId'),
      seen,
      JSON.stringify(row),
    );
  };

  /** Sees to it that reviews from `since` on (blank: all) are stored, and the newest among them. */
  const cover = async (since: string): Promise<void> => {
    const now = clock();
    let known = coverage();
    if (known !== null && now - known.begun > wholeAgainMs) known = null;
    if (known !== null && now - known.at < freshMs && known.since <= since) return;
    if (known !== null && now - known.at >= freshMs) {
      await read(dateOf(known.at - overlapDays * dayMs), '');
      known = { ...known, at: now };
      setCoverage.run(account, known.since, known.at, known.begun);
    }
    // Backwards by months, the newest first: what was read stays read when a later one fails.
    let before = known?.since ?? '';
    for (const month of monthsUntil(since, now)) {
      if (known !== null && month >= before) continue;
      await read(month, before);
      known = { since: month, at: known?.at ?? now, begun: known?.begun ?? now };
      setCoverage.run(account, known.since, known.at, known.begun);
      before = month;
    }
  };

  return {
    async list(params, from) {
      const filter = isObject(params.filter) ? params.filter : {};
      const [start, end] = [instant(filter, 'fromDateTime'), instant(filter, 'toDateTime')];
      // A later page reads what the first one saw to.
      if (from === null) {
        const since = start === null ? '' : dateOf(start - dayMs);
        reading = reading.catch(() => undefined).then(() => cover(since));
        await reading;
      }
      return select(database, account, filter, { start, end, from });
    },
  };
}

/** Firsts of months, the newest first, down to one not after `since`; for a blank one down to the first review. */
function monthsUntil(since: string, now: number): string[] {
  const date = new Date(now + dayMs);
  const found: string[] = [];
  for (let back = 0; back < months; back += 1) {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1));
    found.push(dateOf(month.getTime()));
    if (since !== '' && found.at(-1)! <= since) return found;
  }
  return [...found, ''];
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function instant(filter: Row, name: string): number | null {
  const value = filter[name];
  if (typeof value !== 'string') return null;
  const time = Date.parse(value);
  if (Number.isNaN(time))
    throw callAnalyticsError(400, `filter.${name}: expected an ISO 8601 date-time`);
  return time;
}

const lists = [
  ['scorecardIds', 'scorecard'],
  ['reviewedUserIds', 'reviewed'],
  ['reviewerUserIds', 'reviewer'],
  ['callIds', 'call'],
] as const;

interface Window {
  readonly start: number | null;
  readonly end: number | null;
  readonly from: Continuation | null;
}

function select(
  database: DatabaseSync,
  account: string,
  filter: Row,
  { start, end, from }: Window,
): BackendAnswer {
  const terms = ['account = ?'];
  const values: SQLInputValue[] = [account];
  const add = (term: string, ...given: SQLInputValue[]): void => {
    terms.push(term);
    values.push(...given);
  };
  if (start !== null) add('at >= ?', start);
  if (end !== null) add('at < ?', end);
  for (const [name, column] of lists) {
    const wanted = filter[name];
    if (Array.isArray(wanted) && wanted.length > 0)
      add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted));
  }
  const where = terms.join(' AND ');
  const total =
    from === null
      ? Number(
          database.prepare(`SELECT count(*) AS n FROM vendor_review WHERE ${where}`).get(...values)
            ?.n,
        )
      : Number(from.total);
  if (from !== null) add('(at, id) > (?, ?)', Number(from.at), String(from.id));
  const rows = database
    .prepare(
      `SELECT at, id, row FROM vendor_review WHERE ${terms.join(' AND ')} ORDER BY at, id LIMIT ?`,
    )
    .all(...values, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const pageNumber = from === null ? 0 : Number(from.pageNumber) + 1;
  return {
    kind: 'cursor-page',
    rows: shown.map(({ row }) => JSON.parse(String(row)) as Row),
    totalRecords: total,
    pageNumber,
    next:
      rows.length > pageSize && last !== undefined
        ? { at: Number(last.at), id: String(last.id), pageNumber, total }
        : null,
  };
}

/**
 * A vendor's row with what only the interface has: the overall score is that of the overall question,
 * a review is visible by its code, was answered when it was handed in, and `-1` reviewed it where the
 * platform did.
 */
function reviewRow(row: Row): Row {
  // Without them a review could neither be kept nor found, and leaving it out would hide it.
  if (
    typeof row.answeredScorecardId !== 'string' ||
    Number.isNaN(Date.parse(String(row.reviewTime)))
  )
    throw new BackendError(502, 'An answered scorecard came without its id or its time');
  const answers = (Array.isArray(row.answers) ? row.answers : []).filter(isObject).map(answerRow);
  return {
    ...row,
    reviewerUserId: row.reviewerUserId ?? '-1',
    overallScore: row.overallScore ?? answers.find(({ isOverall }) => isOverall)?.score ?? null,
    visibility: row.visibility ?? row.visibilityType,
    answeredDateTime: row.answeredDateTime ?? row.reviewTime,
    answers,
  };
}

/** The vendor has no answer as one text: the options chosen, the score or what was written stand for it. */
function answerRow(answer: Row): Row {
  const { score, answerText, selectedOptions: options } = answer;
  const text =
    answer.answer ??
    (Array.isArray(options) && options.length > 0
      ? options.join(', ')
      : (score ?? answerText ?? ''));
  return { ...answer, answer: String(text) };
}
