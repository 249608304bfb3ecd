/** Calendar of the company: the clock of its time zone, its horizon, the texts of instants. */

import { memberAt } from '../../contract/member-at.ts';
import { vendor } from '../text/company-data.ts';
import type { Random } from './random.ts';

/** Calls reach back this many days from the horizon: 18 months. */
export const spanDays = 548;

const hour = 3_600_000;

/** Converts instants to and from the wall clock of one time zone. Offsets are computed once for each year. */
export class CompanyZone {
  readonly name: string;
  private readonly formatter: Intl.DateTimeFormat;
  private readonly years = new Map<number, readonly (readonly [from: number, minutes: number])[]>();

  /** @param name an IANA time zone, e.g. `America/Los_Angeles`. */
  constructor(name: string) {
    this.name = name;
    this.formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      timeZoneName: 'longOffset',
    });
  }

  /** Minutes east of UTC at an instant (milliseconds). */
  offset(instant: number): number {
    const year = new Date(instant).getUTCFullYear();
    let spans = this.years.get(year);
    if (!spans) {
      spans = this.spansOf(year);
      this.years.set(year, spans);
    }
    let minutes = memberAt(spans, 0)[1];
    for (const [from, offset] of spans) if (instant >= from) minutes = offset;
    return minutes;
  }

  /** ISO 8601 with the company's offset, e.g. `2026-03-09T10:15:00-07:00`. @param micros microseconds since 1970. */
  format(micros: number, fractionDigits: 0 | 3 | 6 = 0): string {
    const instant = Math.floor(micros / 1000);
    const offset = this.offset(instant);
    const wall = new Date(instant + offset * 60_000).toISOString();
    const sub = String(micros - instant * 1000).padStart(3, '0');
    const fraction =
      fractionDigits === 0 ? '' : `.${wall.slice(20, 23)}${fractionDigits === 6 ? sub : ''}`;
    const size = Math.abs(offset);
    const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
    return `${wall.slice(0, 19)}${fraction}${zone}`;
  }

  /** The date there at an instant, `YYYY-MM-DD`. */
  dateOf(instant: number): string {
    return new Date(instant + this.offset(instant) * 60_000).toISOString().slice(0, 10);
  }

  /** The instant at which the wall clock shows a date and a time of day (milliseconds after midnight). */
  instantOf(date: string, timeOfDay = 0): number {
    const wall = Date.parse(`${date}T00:00:00Z`) + timeOfDay;
    const guess = wall - this.offset(wall) * 60_000;
    return wall - this.offset(guess) * 60_000;
  }

  private spansOf(year: number): readonly (readonly [number, number])[] {
    const start = Date.UTC(year, 0, 1);
    const end = Date.UTC(year + 1, 0, 1);
    const spans: [number, number][] = [[start, this.measure(start)]];
    for (let week = start; week < end; week += 7 * 24 * hour) {
      const next = Math.min(week + 7 * 24 * hour, end);
      const minutes = this.measure(next - 1);
      if (minutes === memberAt(spans, -1)[1]) continue;
      let before = week;
      let after = next - 1;
      while (after - before > 60_000) {
        const middle = Math.floor((before + after) / 2 / 60_000) * 60_000;
        if (this.measure(middle) === minutes) after = middle;
        else before = middle === before ? before + 60_000 : middle;
      }
      spans.push([Math.ceil(after / 60_000) * 60_000, minutes]);
    }
    return spans;
  }

  private measure(instant: number): number {
    const text = this.formatter
      .formatToParts(instant)
      .find((part) => part.type === 'timeZoneName')!.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text) ?? ['', '+', '0', '0'];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  }
}

/** The date `days` after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);
}

export const dayMs = 86_400_000;

export interface Calendar {
  readonly zone: CompanyZone;
  /** The date of `now`, UTC: the anchor of the whole dataset. */
  readonly day: string;
  /** 00:00 UTC of that date, in milliseconds: nothing recorded is later. */
  readonly horizon: number;
  /** Time of the first calls. */
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
