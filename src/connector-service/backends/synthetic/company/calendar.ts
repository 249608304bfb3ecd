/** When the company lives: its time zone, its last moment, and the texts of instants. */

import { addDays, CompanyZone } from '../company-zone.ts';
import type { Random } from '../random.ts';
import { vendor } from '../text/company.ts';
import { spanDays } from './size.ts';

export const dayMs = 86_400_000;

export interface Calendar {
  readonly zone: CompanyZone;
  /** The date of `now`, UTC: what the whole dataset is anchored to. */
  readonly day: string;
  /** 00:00 UTC of that date, in milliseconds: nothing recorded is later. */
  readonly horizon: number;
  /** Where calls begin. */
  readonly start: number;
}

/** The calendar of a company seen on a day. @param day `YYYY-MM-DD` */
export function calendarOf(day: string): Calendar {
  const horizon = Date.parse(`${day}T00:00:00Z`);
  const zone = new CompanyZone(vendor.timeZone);
  return { zone, day, horizon, start: zone.instantOf(addDays(day, -spanDays)) };
}

/** A company-zone time text with 0, 3 or 6 fraction digits, mostly none. @param instant milliseconds */
export function oddTime(calendar: Calendar, random: Random, instant: number): string {
  const digits = random.weighted([
    [0, 5],
    [3, 2],
    [6, 2],
  ] as const);
  const micros = Math.floor(instant / 1000) * 1_000_000;
  return calendar.zone.format(digits === 0 ? micros : micros + random.int(1_000_000), digits);
}
