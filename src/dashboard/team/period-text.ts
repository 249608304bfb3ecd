/** The time that Team counts, in words. */

import { dayText, monthText, number, plural } from '../shared/format.ts';
import { type CalendarPeriod, type Days, daysIn, lastDayOf, type TeamPeriod } from './period.ts';

export const periodNames: Readonly<Record<CalendarPeriod, string>> = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  'last-quarter': 'Last quarter',
};

const isMonth = ({ name }: TeamPeriod): boolean => name?.endsWith('month') === true;

/** `3 Oct to 1 Nov`, or one day. */
const daysText = (days: Days): string => {
  const [first, last] = [dayText(days.from), dayText(lastDayOf(days))];
  return first === last ? first : `${first} to ${last}`;
};

/** `October 2026`, `July to September 2026`. */
function calendarText(period: TeamPeriod, { from }: Days): string {
  if (isMonth(period)) return monthText(from);
  return `${monthText(from)} to ${monthText(new Date(from.getFullYear(), from.getMonth() + 2, 1))}`;
}

/** What is counted, and what it is compared with. */
export function periodText(period: TeamPeriod): string {
  const { name, before, isRunning, isTooNew } = period;
  const unit = isMonth(period) ? 'month' : 'quarter';
  if (name === null)
    return `The last ${daysIn(period)} whole days, ${daysText(period)}, against the ${daysIn(before)} before, ${daysText(before)}.`;
  const sentence = `${calendarText(period, period)} against ${calendarText(period, before)}, each whole.`;
  if (isTooNew) return `This ${unit} has no whole day yet, so this is the last one: ${sentence}`;
  if (!isRunning) return sentence;
  const days = daysIn(period);
  const asMany = daysIn(before) < days ? `all ${number(daysIn(before))}` : 'as many';
  return `This ${unit} is not over: ${plural(days, 'whole day')} so far, ${daysText(period)}, against ${asMany} of the ${unit} before, ${daysText(before)}.`;
}
