/** What tasks and events have in common: whom and what they concern, and how they recur. */

import { date, int, picklist, reference } from './define.ts';

/** Objects that an activity may concern. Custom objects with activities are added from configuration. */
const what = [
  'Account',
  'Opportunity',
  'Case',
  'Campaign',
  'Asset',
  'Contract',
  'Order',
  'Product2',
  'Solution',
];

export const activityTargets = {
  WhoId: reference('Who', ['Contact', 'Lead'], 'Person it is with.'),
  WhatId: reference('What', what, 'Record it concerns.'),
  AccountId: reference(
    'Account',
    'Account',
    'Company it belongs to, derived from person or record; read-only.',
  ),
} as const;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** How a series repeats. Days of the week are a sum: Sunday 1, Monday 2, Tuesday 4 … Saturday 64. */
export const recurrence = {
  RecurrenceType: picklist('How the series repeats.', [
    'RecursDaily',
    'RecursEveryWeekday',
    'RecursWeekly',
    'RecursMonthly',
    'RecursMonthlyNth',
    'RecursYearly',
    'RecursYearlyNth',
  ]),
  RecurrenceInterval: int('Days, weeks or months between two of the series.'),
  RecurrenceDayOfWeekMask: int(
    'Days of the week, summed: Sunday 1, Monday 2, Tuesday 4, Wednesday 8, Thursday 16, Friday 32, Saturday 64.',
  ),
  RecurrenceDayOfMonth: int('Day of the month.'),
  RecurrenceInstance: picklist('Which of the weekdays in the month.', [
    'First',
    'Second',
    'Third',
    'Fourth',
    'Last',
  ]),
  RecurrenceMonthOfYear: picklist('Month of the year.', months),
  RecurrenceEndDateOnly: date('Last day of the series.'),
  RecurrenceTimeZoneSidKey: picklist('Time zone of the series, as an IANA name.'),
} as const;
