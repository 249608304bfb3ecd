/** Uncovered time: the part of an answer's time range that the participant index does not know, and how the answer reports it. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Answered, Coverage, Period } from '../../participants/call-query.ts';
import { reportIncomplete } from '../connection-type.ts';
import type { GraphContext } from '../context.ts';
import { isAhead } from '../request-time.ts';

/** Tolerated lag of the index: the newest calls come with the next sync. */
const toleranceMs = 3_600_000;

/** Reports an answer as incomplete where the index does not cover its whole period. */
export function reportUncovered(
  context: GraphContext,
  info: GraphQLResolveInfo,
  { from, to }: Period,
  { completeFrom, completeTo }: Coverage,
): void {
  /** Whether what starts from an instant on is outside the filter, or too new to be known. */
  const isBeyond = (instant: number): boolean =>
    (typeof to === 'number' && to <= instant) || isAhead(context, instant + toleranceMs);
  if (typeof from === 'number' && isBeyond(from)) return;
  const knowsStart = completeFrom !== null && (from ?? completeFrom) >= completeFrom;
  if (knowsStart && completeTo !== null && isBeyond(completeTo)) return;
  const text = (ms: number | null): string => new Date(ms ?? 0).toISOString();
  const known =
    completeFrom === null
      ? 'nothing of the time asked for yet'
      : `calls from ${text(completeFrom)} to ${text(completeTo)} only`;
  const message = `The participant index knows ${known}; others may be missing.`;
  reportIncomplete(context, info, { message, expected: null, received: null });
}

/**
 * Reports uncovered time of an answer with a `coverage` field: a query without a time covers what
 * is known, so only an index without any coverage makes its answer incomplete.
 */
export function reportUncoveredTime(
  context: GraphContext,
  info: GraphQLResolveInfo,
  period: Period,
  coverage: Coverage,
): void {
  const namesTime = typeof period.from === 'number' || typeof period.to === 'number';
  if (namesTime || coverage.completeFrom === null) reportUncovered(context, info, period, coverage);
}

/** The answer as it is, reported where its time is not known. */
export async function reportedAnswer<T>(
  context: GraphContext,
  info: GraphQLResolveInfo,
  period: Period,
  pending: PromiseLike<Answered<T>> | Answered<T>,
): Promise<Answered<T>> {
  const answer = await pending;
  reportUncoveredTime(context, info, period, answer.coverage);
  return answer;
}
