/** Formats of numbers and dates in the locale of the browser. Formatters take long to make, so no question imports them. */

const locale = navigator.language;
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
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

/** Rounded to a whole one: quantities with decimals need a format of their own. */
export const number = (value: number): string => integer.format(value);

export function dayText(date: Date, now = new Date()): string {
  return (date.getFullYear() === now.getFullYear() ? day : dayAndYear).format(date);
}
/** Without the year, for rows below a heading that has it. */
export const shortDayText = (date: Date): string => day.format(date);
export const momentText = (date: Date): string => moment.format(date);
export const timeText = (date: Date): string => time.format(date);
export const shortMonthText = (date: Date): string => shortMonth.format(date);
export const monthText = (date: Date): string => month.format(date);

const inUnit = (unit: 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
const hour = inUnit('hour');
const minute = inUnit('minute');
const second = inUnit('second');

/** `19 min`, `1 hr 4 min`, `7 sec`: beside a date `19:07` would read as a time of day. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return second.format(Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  const minutesText = minute.format(minutes % 60);
  return minutes < 60 ? minutesText : `${hour.format(Math.floor(minutes / 60))} ${minutesText}`;
}

/** Of a place in a recording: `1:02:03`, `2:03`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const secondsText = String(Math.floor(seconds % 60)).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${secondsText}`
    : `${minutes}:${secondsText}`;
}

export const plural = (count: number, singular: string, manyForm = `${singular}s`): string =>
  `${number(count)} ${count === 1 ? singular : manyForm}`;

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

/** Of what is known of it: `Retail · Leeds`. */
export const detailText = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part != null && part !== '').join(' · ');
