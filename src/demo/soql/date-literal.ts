/** Date literals of SOQL, such as LAST_WEEK and LAST_N_DAYS:30, to the days they cover. */

import type { RelativeDate } from '../../soql/query.ts';
import { malformed } from './statement-error.ts';

/** From the first day to the day after the last, as dates. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';

const day = 86_400_000;

const print = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The first day of the unit that is `n` units from the one `now` lies in. Weeks begin on Sunday. */
function startOf(unit: Unit, now: Date, n: number): number {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const date = now.getUTCDate();
  switch (unit) {
    case 'DAY':
      return Date.UTC(year, month, date + n);
    case 'WEEK':
      return Date.UTC(year, month, date - now.getUTCDay() + 7 * n);
    case 'MONTH':
      return Date.UTC(year, month + n, 1);
    case 'QUARTER':
      return Date.UTC(year, month - (month % 3) + 3 * n, 1);
    case 'YEAR':
      return Date.UTC(year + n, 0, 1);
  }
}

const single: Readonly<Record<string, readonly [unit: Unit, n: number]>> = {
  YESTERDAY: ['DAY', -1],
  TODAY: ['DAY', 0],
  TOMORROW: ['DAY', 1],
};

const offsets: Readonly<Record<string, number>> = { LAST: -1, THIS: 0, NEXT: 1 };

/**
 * The days a date literal covers. The fiscal year is the calendar year, as in an organisation
 * that never changed it. LAST_N_DAYS reaches through today; LAST_N_MONTHS and the like end with
 * the last whole unit, NEXT_N_… begin with the next.
 * @throws StatementError MALFORMED_QUERY for one that doesn't exist or is out of range.
 */
export function readPeriod({ relative: written, n = 0 }: RelativeDate, now: Date): DateSpan {
  const name = written.replace('FISCAL_', '');
  const units = (unit: Unit, from: number, to: number): DateSpan => ({
    from: print(bounded(startOf(unit, now, from), written)),
    to: print(bounded(startOf(unit, now, to), written)),
  });
  const fixed = single[name];
  if (fixed) return units(fixed[0], fixed[1], fixed[1] + 1);
  if (name === 'LAST_90_DAYS') return units('DAY', -90, 1);
  if (name === 'NEXT_90_DAYS') return units('DAY', 1, 91);
  const [, direction = '', nearUnit] =
    /^(LAST|THIS|NEXT)_(WEEK|MONTH|QUARTER|YEAR)$/.exec(name) ?? [];
  const offset = offsets[direction];
  if (offset !== undefined) return units(nearUnit as Unit, offset, offset + 1);
  const far = /^(LAST|NEXT)_N_(DAY|WEEK|MONTH|QUARTER|YEAR)S$/.exec(name);
  const ago = /^N_(DAY|WEEK|MONTH|QUARTER|YEAR)S_AGO$/.exec(name);
  if (ago) return units(ago[1] as Unit, -n, -n + 1);
  if (!far) throw malformed(`Invalid date literal: ${written}`, written);
  const unit = far[2] as Unit;
  if (far[1] === 'NEXT') return units(unit, 1, n + 1);
  return units(unit, -n, unit === 'DAY' ? 1 : 0);
}

/** Years of four digits, else text order is no longer order in time. */
function bounded(instant: number, text: string): number {
  const earliest = Date.UTC(1000, 0, 1);
  const latest = Date.UTC(9999, 11, 31) - day;
  if (Number.isNaN(instant)) throw malformed(`Invalid date literal: ${text}`);
  return Math.min(Math.max(instant, earliest), latest);
}
