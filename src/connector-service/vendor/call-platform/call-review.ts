/**
 * Reviews of calls: the vendor filters reviews by the day of the call, so those of a call take the pages of its
 * day. A question has a few requests; what they don't reach is counted as unread, and the next one goes on there.
 */

import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { createLru } from '../../../lru.ts';
import { BackendError } from '../../backend.ts';
import { type PlatformContext, whereMissing } from './platform-request.ts';
import {
  noReviews,
  type ReviewPage,
  type ReviewStoreOptions,
  storedReviews,
} from './review-page.ts';
import type { ReviewTable } from './review-table.ts';

/** Most requests of one question. */
const mostRequests = 6;
/** Age up to which the reviews of a day's calls count as read: colleagues review, and edit, at any time. */
const freshMs = 10 * 60_000;
/** Days between two calls that one list covers rather than two. */
const widestGap = 3;
/** Most calls of one request. */
const mostIds = 100;
const dayMs = 86_400_000;

/** Neighbouring days of calls, oldest first. */
interface Stretch {
  readonly days: readonly string[];
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** A stretch that is being read: where it goes on. */
interface Begun {
  readonly reading: number;
  readonly cursor: string;
  readonly rows: number;
}

/** @returns a function that reads the reviews of calls, and returns how many it did not reach, at least */
export function callReviews(
  { page, callDays, clock }: ReviewStoreOptions,
  table: ReviewTable,
  nextReading: () => number,
): (calls: readonly string[], context: PlatformContext) => Promise<number> {
  const begun = createLru<string, Begun>(100);

  /** Days of the calls that the vendor has; `left` counts requests down. */
  const learnDays = async (
    calls: readonly string[],
    left: { requests: number },
    context: PlatformContext,
  ): Promise<number> => {
    const days = table.daysOf(calls);
    const unknown = calls.filter((call) => !days.has(call));
    let unread = 0;
    for (let first = 0; first < unknown.length; first += mostIds) {
      const callIds = unknown.slice(first, first + mostIds);
      if (left.requests === 0) {
        unread += callIds.length;
        continue;
      }
      left.requests -= 1;
      for (const { metaData } of await callDays(callIds, context)) {
        const day = isObject(metaData) ? dayOf(metaData) : null;
        if (isObject(metaData) && day !== null) table.setDay(String(metaData.id), day);
      }
    }
    return unread;
  };

  /** Reads a stretch on; null once it is read, else how many of its reviews are unread, at least. */
  const readOn = async (
    stretch: Stretch,
    left: { requests: number },
    context: PlatformContext,
  ): Promise<number | null> => {
    const { days, from, to } = stretch;
    const name = `${from} ${to}`;
    const filter = { reviewMethod: 'BOTH', callFromDate: from, callToDate: to };
    let at = begun.get(name) ?? null;
    begun.delete(name);
    const reading = at?.reading ?? nextReading();
    let rows = at?.rows ?? 0;
    let cursor = at?.cursor ?? null;
    while (left.requests > 0) {
      left.requests -= 1;
      const request = page(filter, cursor, context);
      // Behind a first page nothing may be missing: stored reviews that were not seen again are removed.
      const answer: ReviewPage = await (cursor === null
        ? request.catch(whereMissing(noReviews))
        : request);
      table.store(storedReviews(answer), reading);
      rows += answer.rows.length;
      ({ cursor } = answer);
      if (cursor === null) {
        table.endCallDays(days, reading, clock());
        return null;
      }
      at = { reading, cursor, rows };
      begun.set(name, at);
      const total = answer.total ?? rows + 1;
      if (left.requests === 0) return Math.max(1, total - rows);
    }
    if (at !== null) begun.set(name, at);
    return 1;
  };

  return async (calls, context) => {
    const left = { requests: mostRequests };
    let unread = await learnDays(calls, left, context);
    const days = new Set(table.daysOf(calls).values());
    const since = clock() - freshMs;
    const all = table.readDays();
    // A review is not older than its call: whoever has read all reviews since has read those of the day.
    const isRead = (day: string): boolean =>
      (all !== null && all.at >= since && all.since < day) || table.isDayRead(day, since);
    const stale = [...days].filter((day) => !isRead(day));
    for (const stretch of stretchesOf(stale).reverse()) {
      const before = left.requests;
      try {
        unread += (await readOn(stretch, left, context)) ?? 0;
      } catch (error) {
        const isPause = error instanceof BackendError && error.status === 429;
        // What was read is shown; the first request of all is for whoever asked to repeat.
        if (!isPause || before === mostRequests) throw error;
        left.requests = 0;
        unread += 1;
      }
    }
    return unread;
  };
}

/** Date of a call in the company's time zone, whose offset its times carry. */
function dayOf({ started, scheduled }: Row): string | null {
  const time = started ?? scheduled;
  return typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time) ? time.slice(0, 10) : null;
}

function stretchesOf(days: readonly string[]): Stretch[] {
  const stretches: string[][] = [];
  for (const day of days.toSorted()) {
    const last = stretches.at(-1);
    const before = last?.at(-1);
    const isNear =
      before !== undefined && Date.parse(day) - Date.parse(before) <= widestGap * dayMs;
    if (last !== undefined && isNear) last.push(day);
    else stretches.push([day]);
  }
  return stretches.map((days) => ({
    days,
    from: days[0] ?? '',
    to: new Date(Date.parse(days.at(-1) ?? '') + dayMs).toISOString().slice(0, 10),
  }));
}
