/**
 * Answered scorecards, cached in SQLite. The vendor filters them by dates, scorecards and reviewed
 * users alone. Those of calls are read for the days of the calls (call-review.ts); of all others months
 * of reviews are read once, then the newest days. Calls, reviewers and instants are looked up in the table.
 */

import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import {
  type BackendAnswer,
  BackendError,
  type Continuation,
  callAnalyticsError,
} from '../../backend.ts';
import { callReviews } from './call-review.ts';
import { type PlatformContext, whereMissing } from './platform-request.ts';
import {
  noReviews,
  type ReviewPage,
  type ReviewStoreOptions,
  storedReviews,
} from './review-page.ts';
import { ReviewTable } from './review-table.ts';

interface ReviewStore {
  /** @throws BackendError */
  list(
    params: Readonly<Record<string, unknown>>,
    page: Continuation | null,
    context: PlatformContext,
  ): Promise<BackendAnswer>;
}

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

export function reviewStore(options: ReviewStoreOptions): ReviewStore {
  const { database, account, patientPage, clock } = options;
  const table = new ReviewTable(database, account);
  const ofCalls = callReviews(options, table, () => ++readings);
  let reading: Promise<void> = Promise.resolve();
  let readings = clock();

  /** Reads the reviews of days `from` (blank: the first) to `to` (blank: the newest), exclusive, and replaces the stored ones. */
  const read = async (from: string, to: string, context: PlatformContext): Promise<void> => {
    readings += 1;
    const filter = {
      // Without it the vendor leaves automatic reviews out.
      reviewMethod: 'BOTH',
      ...(from === '' ? {} : { reviewFromDate: from }),
      ...(to === '' ? {} : { reviewToDate: to }),
    };
    let cursor: string | null = null;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const request = patientPage(filter, cursor, context);
      // Behind a first page nothing may be missing: stored reviews that were not seen again are removed.
      const answer: ReviewPage = await (cursor === null
        ? request.catch(whereMissing(noReviews))
        : request);
      table.store(storedReviews(answer), readings);
      ({ cursor } = answer);
      if (cursor === null) {
        table.removeUnseen(from, to, readings);
        return;
      }
    }
    throw new BackendError(502, 'The list of answered scorecards has no end');
  };

  /** Reads reviews from `since` on (blank: all), and the newest, unless they are stored and fresh. */
  const cover = async (since: string, context: PlatformContext): Promise<void> => {
    const now = clock();
    let days = table.readDays();
    if (days !== null && now - days.begun > rereadAfterMs) days = null;
    if (days !== null && now - days.at < freshMs && days.since <= since) return;
    if (days !== null && now - days.at >= freshMs) {
      await read(dateOf(days.at - overlapDays * dayMs), '', context);
      days = { ...days, at: now };
      table.setReadDays(days);
    }
    // Backwards by months, the newest first: a failed month leaves the newer ones read.
    let before = days?.since ?? '';
    for (const month of monthsUntil(since, now)) {
      if (days !== null && month >= before) continue;
      await read(month, before, context);
      days = { since: month, at: days?.at ?? now, begun: days?.begun ?? now };
      table.setReadDays(days);
      before = month;
    }
  };

  return {
    async list(params, from, context) {
      const filter = isObject(params.filter) ? params.filter : {};
      const start = instant(filter, 'fromDateTime');
      const end = instant(filter, 'toDateTime');
      let unread = 0;
      // Later pages read the rows that the first page made fresh.
      if (from === null) {
        const { callIds } = filter;
        const since = start === null ? '' : dateOf(start - dayMs);
        const isByCall = Array.isArray(callIds) && callIds.length > 0;
        const next = reading
          .catch(() => undefined)
          .then(async () => {
            if (isByCall) unread = await ofCalls(callIds.map(String), context);
            else await cover(since, context);
          });
        reading = next;
        await next;
      }
      return table.page(filter, { start, end, from, unread });
    },
  };
}

/** Firsts of months, the newest first, down to one not after `since`; for a blank one down to the first review. */
function monthsUntil(since: string, now: number): string[] {
  const date = new Date(now + dayMs);
  const starts: string[] = [];
  for (let back = 0; back < months; back += 1) {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1));
    const start = dateOf(month.getTime());
    starts.push(start);
    if (since !== '' && start <= since) return starts;
  }
  return [...starts, ''];
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
