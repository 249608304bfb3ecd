/** Calls by day, week, month and quarter of a time zone, against plain loops over the raw tables. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallExtent } from '../../../src/participants/call-query.ts';
import { sample } from '../../support/cases.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { counted, rawCalls, startedAt } from './raw-call.ts';

let world: World;
let calls: readonly TruthRow[];
/** Of calls, in place of what the index has. */
let extent: CallExtent | null = null;

beforeAll(async () => {
  world = await openWorld({
    trackers: true,
    watch: (participants) => ({
      ...participants,
      aggregate: (tenant, query, options) =>
        participants.aggregate(
          tenant,
          {
            ...query,
            groupBy: query.groupBy.map((one) =>
              one.by === 'period'
                ? { by: 'period', bounds: (own) => one.bounds(extent ?? own) }
                : one,
            ),
          },
          options,
        ),
    }),
  });
  calls = await rawCalls(world);
});
afterAll(() => world.close());

type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER';

// Clocks that go forward at midnight, and back across it.
const zones = ['America/Santiago', 'Africa/Cairo', 'Asia/Kathmandu'] as const;
const days = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
);

/** The first day of the period an instant lies in, as its clocks there say it. */
function periodOf(at: number, unit: Unit, timeZone: (typeof zones)[number]): string {
  const day = new Date(days.get(timeZone)!.format(at));
  if (unit === 'WEEK') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (unit === 'MONTH' || unit === 'QUARTER') day.setUTCDate(1);
  if (unit === 'QUARTER') day.setUTCMonth(day.getUTCMonth() - (day.getUTCMonth() % 3));
  return day.toISOString().slice(0, 10);
}

const ask = (filter: string, unit: Unit, timeZone: string) =>
  world.ask(`{ callsAggregate(filter: { ${filter} }, groupBy: [${unit}], timeZone: "${timeZone}",
    orderBy: [{ field: KEY }], first: 10000) { groups { keys { value } count } } }`);

const times = [
  ['without a beginning', '', 'DAY'],
  ['that ends far ahead', 'from: "2026-01-01T00:00:00Z", to: "9999-01-01T00:00:00Z"', 'DAY'],
  ['that begins long before any call', 'from: "0101-01-01T00:00:00Z"', 'DAY'],
  ['that has no call', 'from: "2031-01-01T00:00:00Z", to: "2041-01-01T00:00:00Z"', 'DAY'],
  ['without a beginning', '', 'WEEK'],
  ['as long as the calendar', 'lastDays: 2147483647, to: "9999-01-01T00:00:00Z"', 'MONTH'],
  ['that begins in the midst of one', 'from: "2026-02-17T11:12:13Z"', 'QUARTER'],
] as const;
it.each(sample(times, 2))('a time %s (%s) is counted by %s', async (_name, filter, unit) => {
  const [from = 0, to = Infinity] = /from|to/.test(filter)
    ? ['from', 'to'].map((name) => {
        const given = new RegExp(`\\b${name}: "(.*?)"`).exec(filter)?.[1];
        return given === undefined ? undefined : Date.parse(given);
      })
    : [];
  const chosen = calls.filter((call) => startedAt(call) >= from && startedAt(call) < to);
  for (const timeZone of zones) {
    const { data, errors } = await ask(filter, unit, timeZone);
    expect(errors).toBeUndefined();
    const groups = data.callsAggregate.groups.map(({ keys, count }: TruthRow) => [
      periodOf(Date.parse(keys[0].value), unit, timeZone),
      count,
    ]);
    const expected = counted(chosen, (call) => [periodOf(startedAt(call), unit, timeZone)]);
    expect(Object.fromEntries(groups)).toEqual(expected);
    expect(groups.map(([start]: [string]) => start)).toEqual(Object.keys(expected).sort());
  }
});

it('more periods than can be counted are refused with what can be done', async () => {
  extent = { first: Date.parse('2019-05-04T12:00:00Z'), last: today.getTime() };
  const refused = await ask('', 'DAY', 'UTC');
  expect(refused.errors?.map(({ message }) => message)).toEqual([
    'Expected calls within 800 times DAY, got calls from 2019-05-04 to 2026-11-02: narrow the time of the filter, or group by a longer period.',
  ]);
  expect((await ask('', 'WEEK', 'UTC')).errors).toBeUndefined();
  extent = null;
});
