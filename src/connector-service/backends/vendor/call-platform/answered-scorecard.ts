/**
 * Answered scorecards, cached in SQLite. The vendor filters them by dates, scorecards and reviewed
 * users alone: the reviews of one call would take reading all of the company's. So months of reviews
 * are read once, then the newest days; calls, reviewers and instants are looked up in the table.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../../../contract/wire/execute.ts';
import { isObject } from '../../../../contract/wire/json.ts';
import {
  type BackendAnswer,
  BackendError,
  type Continuation,
  callAnalyticsError,
} from '../../../backend.ts';
import { withTextIds } from './operation.ts';
import { whereMissing } from './platform-request.ts';
import { ReviewTable } from './review-table.ts';

interface ReviewPage {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

interface ReviewStoreOptions {
  readonly database: DatabaseSync;
  /** The instance's id. */
  readonly account: string;
  /** One page of the vendor's list. @throws BackendError; 404 where there is none. */
  readonly page: (filter: Row, cursor: string | null) => Promise<ReviewPage>;
  /** Epoch ms. */
  readonly clock: () => number;
}

interface ReviewStore {
  /** @throws BackendError */
  list(
    params: Readonly<Record<string, unknown>>,
    page: Continuation | null,
  ): Promise<BackendAnswer>;
}

/** What the vendor answers with 404: days without reviews. */
const noReviews: ReviewPage = { rows: [], cursor: null };
/** Age up to which stored reviews count as the newest. */
const freshMs = 60_000;
/** Days before the last reading that are read again: colleagues edit reviews, and days end elsewhere. */
const overlapDays = 3;
/** Age of the oldest reading at which all is read again, to find edits and deletions of older reviews. */
const rereadAfterMs = 7 * 86_400_000;
/** Months that are read one by one; one reading covers all older ones. */
const months = 24;
const dayMs = 86_400_000;
/** Most pages of one reading: a bound for cursors that lead in a circle. */
const maxPages = 2_000;

export function reviewStore({ database, account, page, clock }: ReviewStoreOptions): ReviewStore {
  const table = new ReviewTable(database, account);
  let reading: Promise<void> = Promise.resolve();
  let readings = clock();

  /** Reads the reviews of days `from` (blank: the first) to `to` (blank: the newest), exclusive, and replaces the stored ones. */
  const read = async (from: string, to: string): Promise<void> => {
    readings += 1;
    const filter = {
      // Without it the vendor leaves automatic reviews out.
      reviewMethod: 'BOTH',
      ...(from === '' ? {} : { reviewFromDate: from }),
      ...(to === '' ? {} : { reviewToDate: to }),
    };
    let cursor: string | null = null;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const asked = page(filter, cursor);
      // Behind a first page nothing may be missing: stored reviews that were not seen again are removed.
      const answer: ReviewPage = await (cursor === null
        ? asked.catch(whereMissing(noReviews))
        : asked);
      table.store(withTextIds(answer.rows).map(reviewRow), readings);
      ({ cursor } = answer);
      if (cursor === null) {
        table.removeUnseen(from, to, readings);
        return;
      }
    }
    throw new BackendError(502, 'The list of answered scorecards has no end');
  };

  /** Reads reviews from `since` on (blank: all), and the newest, unless they are stored and fresh. */
  const cover = async (since: string): Promise<void> => {
    const now = clock();
    let known = table.readDays();
    if (known !== null && now - known.begun > rereadAfterMs) known = null;
    if (known !== null && now - known.at < freshMs && known.since <= since) return;
    if (known !== null && now - known.at >= freshMs) {
      await read(dateOf(known.at - overlapDays * dayMs), '');
      known = { ...known, at: now };
      table.setReadDays(known);
    }
    // Backwards by months, the newest first: a failed month leaves the newer ones read.
    let before = known?.since ?? '';
    for (const month of monthsUntil(since, now)) {
      if (known !== null && month >= before) continue;
      await read(month, before);
      known = { since: month, at: known?.at ?? now, begun: known?.begun ?? now };
      table.setReadDays(known);
      before = month;
    }
  };

  return {
    async list(params, from) {
      const filter = isObject(params.filter) ? params.filter : {};
      const [start, end] = [instant(filter, 'fromDateTime'), instant(filter, 'toDateTime')];
      // Later pages read the rows that the first page made fresh.
      if (from === null) {
        const since = start === null ? '' : dateOf(start - dayMs);
        reading = reading.catch(() => undefined).then(() => cover(since));
        await reading;
      }
      return table.page(filter, { start, end, from });
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

/**
 * A vendor's row with the interface's own fields: the overall score is that of the overall question,
 * a review is visible by its code, was answered when it was handed in, and `-1` reviewed it where the
 * platform did.
 */
function reviewRow(row: Row): Row {
  // A review without them could neither be stored nor found, and leaving it out would hide it.
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

/** Answer as one text, which the vendor does not have: the chosen options, the score or the written text. */
function answerRow(answer: Row): Row {
  const { score, answerText, selectedOptions: options } = answer;
  const text =
    answer.answer ??
    (Array.isArray(options) && options.length > 0
      ? options.join(', ')
      : (score ?? answerText ?? ''));
  return { ...answer, answer: String(text) };
}
