/**
 * Relative dates (`THIS_QUARTER`, or `LAST_N_DAYS` with `n: 30`): one input in the filters of both systems. The CRM
 * receives them as its own date literals; for calls they become instants here.
 */

import type { EnumRef, InputRef } from '@pothos/core';
import type { GraphContext } from '../engine/context.ts';
import { UserInputError } from '../errors.ts';
import { countedPeriods, plainPeriods } from '../soql/literal.ts';
import type { RelativeDate } from '../soql/query.ts';
import type { Builder, Types } from './builder.ts';
import { today } from './request-time.ts';
import { type CalendarDay, startOfDay, weekdayOf } from './time-zone.ts';

/** Relative period in a filter. */
export interface RelativePeriod {
  readonly period: string;
  readonly n?: number | null;
  readonly timeZone?: string | null;
}

export type RelativePeriodInput = InputRef<RelativePeriod>;

const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const describe = (name: string): string =>
  countedPeriods.has(name)
    ? `${words(name).replaceAll(/\bn\b/g, '`n`')}; needs \`n\`.`
    : `${words(name)}.`;

export function createRelativePeriod(builder: Builder): RelativePeriodInput {
  const name: EnumRef<Types, string> = builder.enumType('RelativePeriodName', {
    description:
      "Periods counted from today, as the CRM names them. LAST_N_DAYS reaches from that many days ago through today; other LAST_N_ periods are whole ones that have ended, NEXT_N_ whole ones to come. Weeks begin on Sunday. Fiscal ones follow the organisation's calendar, which only the CRM knows.",
    values: Object.fromEntries(
      [...plainPeriods, ...countedPeriods].map((value) => [
        value,
        { value, description: describe(value) },
      ]),
    ),
  });
  return builder.inputRef<RelativePeriod>('RelativePeriod').implement({
    description:
      'A period counted from today: `{ period: THIS_QUARTER }`, `{ period: LAST_N_DAYS, n: 30 }`.',
    fields: (t) => ({
      period: t.field({ type: name, required: true, description: 'Which one.' }),
      n: t.int({ description: 'How many, where the name of the period has an N in it.' }),
      timeZone: t.string({
        description:
          "Whose days they are, as an IANA name such as Europe/Paris. For calls the company's (COMPANY_TIME_ZONE) unless given. The CRM counts in the time zone of the user it is asked as, and takes none.",
      }),
    }),
  });
}

const mostUnits = 10_000;

/**
 * Converts to a date literal of the CRM.
 * @throws UserInputError for a number that is missing or too large, and for a time zone
 */
export function periodLiteral(period: RelativePeriod): RelativeDate {
  if ((period.timeZone ?? null) !== null)
    throw new UserInputError(
      "Expected no timeZone in a filter of the CRM, which counts in its own user's, got one.",
    );
  return checked(period);
}

function checked({ period, n = null }: RelativePeriod): RelativeDate {
  if (!countedPeriods.has(period)) {
    if (n === null) return { relative: period };
    throw new UserInputError(`Expected no n beside ${period}, got ${n}.`);
  }
  if (n === null) throw new UserInputError(`Expected n beside ${period}, got none.`);
  if (n < 0 || n > mostUnits)
    throw new UserInputError(`Expected n from 0 to ${mostUnits} beside ${period}, got ${n}.`);
  return { relative: period, n };
}

type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';

const near: Readonly<Record<string, number>> = { LAST: -1, THIS: 0, NEXT: 1 };
const named: Readonly<Record<string, readonly [Unit, number, number]>> = {
  YESTERDAY: ['DAY', -1, 0],
  TODAY: ['DAY', 0, 1],
  TOMORROW: ['DAY', 1, 2],
  LAST_90_DAYS: ['DAY', -90, 1],
  NEXT_90_DAYS: ['DAY', 1, 91],
};

/** The units of a period, from inclusive, to exclusive, counted from the one today lies in. */
function unitsOf({ relative, n = 0 }: RelativeDate): readonly [Unit, number, number] {
  const preset = named[relative];
  if (preset !== undefined) return preset;
  const [, side, unit] = /^(LAST|THIS|NEXT)_(WEEK|MONTH|QUARTER|YEAR)$/.exec(relative) ?? [];
  if (side !== undefined) return [unit as Unit, near[side]!, near[side]! + 1];
  const ago = /^N_(DAY|WEEK|MONTH|QUARTER|YEAR)S_AGO$/.exec(relative);
  if (ago !== null) return [ago[1] as Unit, -n, 1 - n];
  const far = /^(LAST|NEXT)_N_(DAY|WEEK|MONTH|QUARTER|YEAR)S$/.exec(relative);
  if (far === null)
    throw new UserInputError(
      `Expected a period of the calendar for calls, got ${relative}: only the CRM knows the organisation's fiscal calendar.`,
    );
  if (far[1] === 'NEXT') return [far[2] as Unit, 1, n + 1];
  return [far[2] as Unit, -n, far[2] === 'DAY' ? 1 : 0];
}

/** First day of the unit that is `n` units from the one a day lies in. */
export function unitStart(unit: Unit, today: CalendarDay, n: number, weekStart = 0): CalendarDay {
  const { year, month, day } = today;
  switch (unit) {
    case 'DAY':
      return { year, month, day: day + n };
    case 'WEEK':
      return { year, month, day: day - ((weekdayOf(today) - weekStart + 7) % 7) + 7 * n };
    case 'MONTH':
      return { year, month: month + n, day: 1 };
    case 'QUARTER':
      return { year, month: month - ((month - 1) % 3) + 3 * n, day: 1 };
    case 'YEAR':
      return { year: year + n, month: 1, day: 1 };
  }
}

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59Z');

/** Clamps an instant to years of four digits, as the platform accepts them: beyond them there is no call. */
export const wireInstant = (at: number): Date => new Date(Math.min(latest, Math.max(earliest, at)));

interface InstantRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Reference time of a relative date. */
export type RelativeTo = Pick<GraphContext, 'now' | 'nowUntil' | 'timeZone'>;

/**
 * Resolves a period to instants, for filters of calls. @throws UserInputError for fiscal periods,
 * numbers and time zones that can't be.
 */
export function periodInstants(context: RelativeTo, period: RelativePeriod): InstantRange {
  const timeZone = period.timeZone ?? context.timeZone;
  const [unit, from, to] = unitsOf(checked(period));
  const day = today(context, timeZone);
  const at = (n: number): Date => wireInstant(startOfDay(timeZone, unitStart(unit, day, n)));
  return { from: at(from), to: at(to) };
}

/** Arguments of a filter that restrict calls by time. */
export interface PeriodBounds {
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly during?: RelativePeriod | null;
}

/** From and to, of a relative period where one is given. @throws UserInputError for both. */
export function periodBounds(
  context: RelativeTo,
  { from, to, during }: PeriodBounds,
): { readonly from: Date | null; readonly to: Date | null } {
  if (during === null || during === undefined) return { from: from ?? null, to: to ?? null };
  if ((from ?? to ?? null) !== null)
    throw new UserInputError('Expected from and to, or during, got both.');
  return periodInstants(context, during);
}

export const duringDescription = 'Started in this period, in place of from and to.';
