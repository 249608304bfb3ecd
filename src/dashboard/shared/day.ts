/** Days of the local calendar: from texts, their beginnings, and the distance between two. */

export const dayMs = 86_400_000;

/** The beginning of a day here, so many days later. */
export const startOfDay = (date: Date, later = 0): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + later);

/** `2026-03-01`, of the calendar here. */
export const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** A date of the CRM (`2026-03-01`) is a day wherever it is read, so it is read as local midnight. */
export const dateOf = (text: string): Date =>
  text.length === 10 ? new Date(`${text}T00:00:00`) : new Date(text);

/** A day of an address, `2026-03-01`; null for what is none. */
export function readDay(text: string | null): Date | null {
  const day = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? dateOf(text) : null;
  return day === null || Number.isNaN(day.getTime()) ? null : day;
}

/** The day on which a week or day of UTC begins, as the day of that date here. */
export const dayOfUtc = (text: string): Date => dateOf(text.slice(0, 10));

/** IANA name of the time zone here. To ask `Intl` first would load all of the locale's data, which takes 20 ms. */
export const timeZone = (): string =>
  globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days of the calendar here from then to now: yesterday evening is one day ago. Negative for what is to come. */
export const daysSince = (date: Date, now = new Date()): number =>
  // Days of clock changes are an hour shorter or longer.
  Math.round((startOfDay(now).getTime() - startOfDay(date).getTime()) / dayMs);

/** Whether a week that begins then is not over. */
export const isRunningWeek = (start: Date | undefined, now = new Date()): boolean =>
  start !== undefined && now.getTime() - start.getTime() < 7 * dayMs;
