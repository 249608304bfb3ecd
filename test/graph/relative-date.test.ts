/** Relative dates in the filters of both systems, and words that are none of a closed list. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPeriod } from '../../src/demo/soql/date-literal.ts';
import { periodInstants } from '../../src/graph/relative-date.ts';
import { dayIn, startOfDay } from '../../src/graph/time-zone.ts';
import { countedPeriods, plainPeriods } from '../../src/soql/literal.ts';
import { cases } from '../support/cases.ts';
import { seed } from '../support/seed.ts';
import { table } from '../support/table.ts';
import { openWorld, today, type World } from '../support/world.ts';

const zones = ['UTC', 'Europe/Paris', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Apia'];
const calendar = [...plainPeriods, ...countedPeriods].filter((name) => !name.includes('FISCAL'));

describe('a relative date of calls', () => {
  it('is the days that the CRM means by it', () => {
    const now = fc.date({
      min: new Date('2001-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    const period = fc.constantFrom(...calendar);
    fc.assert(
      fc.property(now, period, fc.nat(40), (at, name, n) => {
        const given = countedPeriods.has(name) ? { period: name, n } : { period: name };
        const { from, to } = periodInstants({ now: at, timeZone: 'UTC' }, given);
        const days = readPeriod({ relative: name, n }, at);
        expect([from, to].map((one) => one.toISOString().slice(0, 10))).toEqual([
          days.from,
          days.to,
        ]);
      }),
      { seed, numRuns: cases(200) },
    );
  });

  it('begins with the first instant of a day in every time zone', () => {
    const at = fc.date({
      min: new Date('2001-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(at, fc.constantFrom(...zones), (instant, zone) => {
        const day = dayIn(zone, instant.getTime());
        const start = startOfDay(zone, day);
        expect(start).toBeLessThanOrEqual(instant.getTime());
        expect(dayIn(zone, start)).toEqual(day);
        expect(dayIn(zone, start - 1)).not.toEqual(day);
      }),
      { seed, numRuns: cases(200) },
    );
    // Clocks of Beirut went forward at midnight.
    const march = startOfDay('Asia/Beirut', { year: 2022, month: 3, day: 27 });
    expect(new Date(march).toISOString()).toBe('2022-03-26T22:00:00.000Z');
  });
});

describe('through the front door', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const quarter = (iso: string): boolean => iso >= '2026-10-01' && iso < '2027-01-01';

  it('one spelling asks the CRM, the platform and the index', async () => {
    const { data, errors } = await world.ask(
      `query ($during: RelativePeriod!) {
        opportunities(filter: { closeDate: { during: $during } }) { totalCount }
        calls(first: 1, filter: { during: $during }) { totalCount }
        users(first: 1) { nodes { upstreamId relatedCalls(first: 0, during: $during) { totalCount } } }
        accounts(first: 2, filter: { lastCall: { during: $during } }) { nodes { lastCall { startedAt } } }
      }`,
      { during: { period: 'THIS_QUARTER' } },
    );
    expect(errors).toBeUndefined();
    const deals = await table(world, 'Opportunity', 'CloseDate');
    expect(data.opportunities.totalCount).toBe(
      deals.filter(({ CloseDate }) => quarter(CloseDate)).length,
    );
    const [from, to] = ['2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'];
    const [{ upstreamId, relatedCalls }] = data.users.nodes;
    const plain = await world.ask(
      `{ calls(first: 1, filter: { from: "${from}", to: "${to}" }) { totalCount }
         user(by: { upstreamId: "${upstreamId}" }) { relatedCalls(first: 0, from: "${from}", to: "${to}") { totalCount } } }`,
    );
    expect(plain.errors).toBeUndefined();
    expect(data.calls.totalCount).toBe(plain.data.calls.totalCount);
    expect(data.calls.totalCount).toBeGreaterThan(0);
    expect(relatedCalls).toEqual(plain.data.user.relatedCalls);
    for (const { lastCall } of data.accounts.nodes) expect(quarter(lastCall.startedAt)).toBe(true);
  });

  it('days of another time zone are others', async () => {
    const { data } = await world.ask(
      `{ tokyo: calls(first: 1, filter: { during: { period: TODAY, timeZone: "Pacific/Kiritimati" } }) { nodes { startedAt } totalCount }
         from: calls(first: 1, filter: { from: "2026-11-02T10:00:00Z", to: "2026-11-03T10:00:00Z" }) { totalCount } }`,
    );
    expect(today.toISOString()).toBe('2026-11-02T12:00:00.000Z');
    expect(data.tokyo.totalCount).toBe(data.from.totalCount);
  });

  it.each([
    ['calls(filter: { during: { period: LAST_N_DAYS } })', 'n beside LAST_N_DAYS'],
    ['calls(filter: { during: { period: TODAY, n: 3 } })', 'no n beside TODAY'],
    ['calls(filter: { during: { period: THIS_FISCAL_QUARTER } })', 'fiscal calendar'],
    ['calls(filter: { during: { period: TODAY, timeZone: "Mars/Port" } })', 'Europe/Paris'],
    ['calls(filter: { during: { period: TODAY }, to: "2026-11-03T10:00:00Z" })', 'got both'],
    ['calls(filter: { during: { period: TODAY }, lastDays: 3 })', 'more than one'],
    [
      'opportunities(filter: { closeDate: { during: { period: TODAY, timeZone: "UTC" } } })',
      'no timeZone',
    ],
    ['calls(filter: { direction: ["inbound"] })', 'Inbound, Outbound, Conference, Unknown'],
    ['calls(filter: { scope: ["Extern"] })', 'Internal, External, Unknown'],
    ['accounts(filter: { lastCall: { none: true, scope: ["Extern"] } })', 'Internal, External'],
  ])('%s is refused with what was expected', async (field, expected) => {
    const { errors } = await world.ask(`{ ${field} { totalCount nodes { id } } }`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.message).toContain(expected);
  });

  it('a word of no closed list is refused in the calls of a record, too', async () => {
    const { errors } = await world.ask(
      `{ accounts(first: 1) { nodes {
        relatedCalls(first: 1, direction: ["Sideways"]) { totalCount }
        peopleSpokenWith(affiliations: ["Extern"]) { people { email } }
      } } }`,
    );
    const messages = errors!.map(({ message }) => message).sort();
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('Inbound, Outbound, Conference');
    expect(messages[1]).toContain('Internal, External, Unknown');
  });
});
