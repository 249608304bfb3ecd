/** Days of the calendar here: their length, their beginning, how they are written. */

export const dayMs = 86_400_000;

/** The beginning of a day here, so many days later. */
export const startOfDay = (date: Date, later = 0): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + later);

/** `2026-03-01`, of the calendar here. */
export const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
