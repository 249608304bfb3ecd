import { expect, it } from 'vitest';
import {
  addressOf,
  measuredTo,
  type TeamPeriod,
  teamPeriod,
} from '../../src/dashboard/team/period.ts';

const at = (query: string, day: string): TeamPeriod => {
  const params = new URLSearchParams(query);
  return teamPeriod({ get: (name) => params.get(name) }, new Date(`${day}T15:00:00`));
};
const daysOf = (query: string, day: string) => {
  const period = at(query, day);
  return [addressOf(period), addressOf(period.before)].map(({ from, to }) => `${from} ${to}`);
};

it.each([
  // As many days before, without today, which is not over.
  ['', '2026-11-02', '2026-10-03 2026-11-01', '2026-09-03 2026-10-02'],
  ['days=90', '2026-11-02', '2026-08-04 2026-11-01', '2026-05-06 2026-08-03'],
  ['days=7&period=year', '2026-11-02', '2026-10-03 2026-11-01', '2026-09-03 2026-10-02'],
  ['period=month', '2026-11-15', '2026-11-01 2026-11-14', '2026-10-01 2026-10-14'],
  ['period=quarter', '2026-11-15', '2026-10-01 2026-11-14', '2026-07-01 2026-08-14'],
  // The month before has no more days.
  ['period=month', '2026-03-31', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  // Of the first day nothing is over.
  ['period=month', '2026-03-01', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['period=quarter', '2026-01-01', '2025-10-01 2025-12-31', '2025-07-01 2025-09-30'],
  // Of the calendar, each whole.
  ['period=last-month', '2026-01-15', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
  ['period=last-quarter', '2026-02-15', '2025-10-01 2025-12-31', '2025-07-01 2025-09-30'],
])('Team at ?%s on %s counts %s and compares it with %s', (query, day, days, before) => {
  expect(daysOf(query, day)).toEqual([days, before]);
});

it('a running month or quarter says so, and that of a first day is none', () => {
  expect(at('period=month', '2026-11-02')).toMatchObject({ isRunning: true, isTooNew: false });
  expect(at('period=month', '2026-11-01')).toMatchObject({ isRunning: false, isTooNew: true });
  expect(at('period=last-month', '2026-11-01')).toMatchObject({ isTooNew: false });
});

it.each([
  // From the day on that has begun everywhere, the whole time is measured.
  ['period=month', '2026-11-15T12:30:00Z', '2026-11-15'],
  ['period=month', '2026-11-15T03:00:00Z', '2026-11-14'],
  ['period=last-month', '2026-11-15T03:00:00Z', '2026-11-01'],
  // Of a single day there is nothing less to ask for.
  ['period=month', '2026-11-02T03:00:00Z', '2026-11-02'],
])('Team at ?%s at %s is measured before %s, wherever the company is', (query, instant, day) => {
  const params = new URLSearchParams(query);
  const now = new Date(instant);
  expect(measuredTo(teamPeriod({ get: (name) => params.get(name) }, now), now)).toBe(day);
});
