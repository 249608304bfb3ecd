/** Numbers and dates as people of this browser read them. */

import { dayMs, startOfDay } from './day.ts';

const locale = navigator.language;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short' });
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });

/** Without a currency: the CRM of one currency names none with its amounts. */
export const number = (value: number): string => whole.format(value);
export const shortNumber = (value: number): string => short.format(value);

/** A date of the CRM (`2026-03-01`) is a day wherever it is read, so it is read as local midnight. */
export const dateOf = (text: string): Date =>
  text.length === 10 ? new Date(`${text}T00:00:00`) : new Date(text);

/** The day on which a week or day of UTC begins, as the day of that date here. */
export const dayOfUtc = (text: string): Date => dateOf(text.slice(0, 10));

export function dayText(date: Date, now = new Date()): string {
  return (date.getFullYear() === now.getFullYear() ? day : dayAndYear).format(date);
}
/** Without the year, where that stands above. */
export const shortDayText = (date: Date): string => day.format(date);
export const momentText = (date: Date): string => moment.format(date);
export const timeText = (date: Date): string => time.format(date);
export const shortMonthText = (date: Date): string => shortMonth.format(date);
export const monthText = (date: Date): string => month.format(date);

/** Days of the calendar here from then to now: yesterday evening is one day ago. Negative for what is to come. */
export const daysSince = (date: Date, now = new Date()): number =>
  // Days of clock changes are an hour shorter or longer.
  Math.round((startOfDay(now).getTime() - startOfDay(date).getTime()) / dayMs);

/** `1:02:03`, `2:03`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(Math.floor(seconds % 60)).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return (bytes / 1000 ** power).toLocaleString(locale, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
