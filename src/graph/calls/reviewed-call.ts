/** Calls filtered by review scores: the reviews since a day are fetched once per request, and compared with the bounds here. */

import { settingsScorecards } from '../../contract/calls/scorecard.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import {
  floatOf,
  idOf,
  idText,
  invalidUpstreamValue,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { UserInputError } from '../../errors.ts';
import { rowsMissing } from '../../fetch/incomplete-list.ts';
import { listStart } from '../../fetch/token-list.ts';
import { walkTokenList } from '../../fetch/token-list-reader.ts';
import { anyPlatformId } from './call-filter.ts';
import { visibleUsers } from './call-visibility.ts';
import { settingRows } from './platform-setting.ts';
import { settingIdsByName } from './platform-setting-name.ts';
import { reviewList } from './review-list.ts';

/** Condition in a call filter; null is the same as absent. */
export interface CallScorecardFilter {
  readonly id?: readonly string[] | null;
  readonly name?: readonly string[] | null;
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
}

/** Pages of 100 reviews: the first ones are estimated, what is more is paid from the request's reserve. */
export const usualReviewPages = 10;
export const mostReviewPages = 50;

/**
 * Ids of the calls with a matching review.
 * @param from start of the first call that counts, epoch ms; null for all calls
 * @throws UserInputError; UpstreamError SCAN_LIMIT for more reviews than the page limit
 */
export async function reviewedCalls(
  context: GraphContext,
  filter: CallScorecardFilter,
  from: number | null,
): Promise<ReadonlySet<string>> {
  const atLeast = filter.atLeast ?? -Infinity;
  const atMost = filter.atMost ?? Infinity;
  if (atLeast > atMost)
    throw new UserInputError('Expected "atLeast" up to "atMost" of a scorecard, got more.');
  const scorecards = await scorecardIds(context, filter);
  const isBounded = atLeast > -Infinity || atMost < Infinity;
  const calls = new Set<string>();
  const users = await visibleUsers(context);
  for (const row of await reviewsSince(context, scorecards, dayBefore(from))) {
    if (users?.has(idText(row.reviewedUserId) ?? '') === false) continue;
    const score = isBounded ? floatOf(row.overallScore) : 0;
    if (score === null || (isBounded && (score < atLeast || score > atMost))) continue;
    const call = idOf(row.callId);
    if (call === null)
      throw invalidUpstreamValue('the id of the call that was reviewed', row.callId);
    calls.add(call);
  }
  return calls;
}

/** Ids of the named scorecards; null for any. @throws UserInputError for an unknown name */
async function scorecardIds(
  context: GraphContext,
  { id, name }: CallScorecardFilter,
): Promise<readonly string[] | null> {
  if ((id ?? name ?? null) === null) return null;
  const ids = (id ?? []).map((scorecardId) => anyPlatformId(scorecardId, 'Scorecard'));
  if (!name || name.length === 0) return ids;
  const rows = (await settingRows(context, settingsScorecards)).filter(isObject);
  const of = { what: 'a scorecard', nameField: 'scorecardName', idField: 'scorecardId' };
  return [...new Set([...ids, ...settingIdsByName(rows, name, of)])];
}

const dayMs = 86_400_000;

/**
 * A review follows its call, so whichever of the two times the range is of, none is lost that is of a
 * call from then on. Whole days, so that the same question in a minute is the same upstream call; one
 * more, because the platform's ranges go by schedule and calls by their start.
 */
const dayBefore = (at: number | null): Date | null =>
  at === null ? null : new Date((Math.floor(at / dayMs) - 1) * dayMs);

const readings = memoizeByRequestKey<string, Promise<readonly Row[]>>();

function reviewsSince(
  context: GraphContext,
  scorecardIds: readonly string[] | null,
  from: Date | null,
): Promise<readonly Row[]> {
  return readings(context, JSON.stringify([scorecardIds, from]), () =>
    readReviews(context, scorecardIds, from),
  );
}

async function readReviews(
  context: GraphContext,
  scorecardIds: readonly string[] | null,
  from: Date | null,
): Promise<readonly Row[]> {
  const list = {
    ...reviewList(context, { from }, scorecardIds === null ? {} : { scorecardIds }),
    advice: 'give the calls a later beginning, or name the scorecards',
  };
  const rows: Row[] = [];
  const pages = { estimated: usualReviewPages, maxPages: mostReviewPages };
  for await (const batch of walkTokenList(list, listStart, pages)) {
    if (batch.stopped !== null) throw batch.stopped;
    // The calls of missing reviews are unknown, so no call may be left out.
    if (batch.shortfall !== null) throw rowsMissing(list.site, batch.shortfall);
    for (const { row } of batch.rows) rows.push(row);
  }
  return rows;
}
