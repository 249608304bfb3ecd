/** Day ranges in the company's time zone, the arguments of statistics. */

import type { GraphContext } from '../../engine/context.ts';
import { UpstreamError, UserInputError } from '../../errors.ts';

/** `YYYY-MM-DD`; `to` is exclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface DayArgs {
  readonly from?: Date | string | null | undefined;
  readonly to?: Date | string | null | undefined;
}

/** Default length of a range. */
export const defaultDays = 30;

export const fromDay = `First day, in the company's time zone, which the platform knows and this graph does not. ${defaultDays} days before \`to\` unless said otherwise.`;
export const toDay =
  'Day after the last one, so exclusive. Today, where the day began last, unless said otherwise.';
export const toDayPast = `${toDay} At the latest today: the platform counts whole days only.`;

const dayMs = 86_400_000;
/** Largest offset of a time zone ahead of UTC. */
const eastMostMs = 14 * 3_600_000;
/** Largest offset behind UTC: after it, the day has begun everywhere. */
const westMostMs = 12 * 3_600_000;

/** Reads a day range from arguments, with its defaults. @throws UserInputError for an empty range */
export function dayRange(context: GraphContext, args: DayArgs): DayRange {
  const to = dayOf(args.to ?? new Date(context.now.getTime() - westMostMs));
  const from = dayOf(args.from ?? new Date(Date.parse(to) - defaultDays * dayMs));
  if (from >= to) {
    throw new UserInputError(`Expected "from" to be a day before "to", got ${from} and ${to}.`);
  }
  return { from, to };
}

/**
 * Reads a day range that ends today or earlier.
 * @throws UserInputError for a range that is empty, longer than `maxDays`, or ends after today in
 * every time zone
 */
export function pastDays(context: GraphContext, args: DayArgs, maxDays = Infinity): DayRange {
  const { from, to } = dayRange(context, args);
  const latest = dayOf(new Date(context.now.getTime() + eastMostMs));
  if (to > latest) {
    throw new UserInputError(`Expected "to" to be today (${latest}) or earlier, got ${to}.`);
  }
  const days = daysIn({ from, to });
  if (days > maxDays) {
    throw new UserInputError(`Expected at most ${maxDays} days, got ${days}.`);
  }
  return { from, to };
}

/** The error of a request for these days; a refusal of a day that has not begun everywhere says that it may be why. */
export function daysFault({ now }: GraphContext, { to }: DayRange, error: unknown): unknown {
  const isRefused = error instanceof UpstreamError && error.code === 'UPSTREAM_BAD_REQUEST';
  if (!isRefused || to <= dayOf(new Date(now.getTime() - westMostMs))) return error;
  return new UserInputError(
    `Expected "to" to be a day that has begun in the company's time zone, got ${to}, which the platform refuses.`,
  );
}

export const daysIn = ({ from, to }: DayRange): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs;

function dayOf(date: Date | string): string {
  return (date instanceof Date ? date.toISOString() : date).slice(0, 10);
}
