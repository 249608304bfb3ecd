import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCrmId } from '../../src/contract/crm/id.ts';
import { addDays, CompanyZone } from '../../src/demo/company/calendar.ts';
import { compareDecimal, decimalId, recordId } from '../../src/demo/company/id.ts';
import { Random } from '../../src/demo/company/random.ts';

const zone = new CompanyZone('America/Los_Angeles');
const instants = fc.integer({ min: Date.UTC(1995, 0, 1), max: Date.UTC(2040, 0, 1) });

describe('the company’s clock', () => {
  it('changes its offset when daylight saving begins and ends', () => {
    const spring = Date.parse('2026-03-08T10:00:00Z');
    expect([zone.offset(spring - 1), zone.offset(spring)]).toEqual([-480, -420]);
    const autumn = Date.parse('2025-11-02T09:00:00Z');
    expect([zone.offset(autumn - 1), zone.offset(autumn)]).toEqual([-420, -480]);
  });

  it('prints instants that are read back as the same instant, whatever the digits', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(3 as const, 6 as const), (instant, digits) => {
        expect(Date.parse(zone.format(instant * 1000, digits))).toBe(instant);
      }),
    );
    expect(zone.format(Date.parse('2026-07-01T00:00:00.123Z') * 1000 + 456, 6)).toBe(
      '2026-06-30T17:00:00.123456-07:00',
    );
    expect(zone.format(Date.parse('2026-01-01T00:00:00Z') * 1000)).toBe(
      '2025-12-31T16:00:00-08:00',
    );
  });

  it('puts every instant into the day between its midnights', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const date = zone.dateOf(instant);
        expect(zone.instantOf(date)).toBeLessThanOrEqual(instant);
        expect(zone.instantOf(addDays(date, 1))).toBeGreaterThan(instant);
      }),
    );
  });

  it('knows zones east of Greenwich and with half hours too', () => {
    const india = new CompanyZone('Asia/Kolkata');
    expect(india.format(0)).toBe('1970-01-01T05:30:00+05:30');
    expect(new Date(india.instantOf('2026-05-01')).toISOString()).toBe('2026-04-30T18:30:00.000Z');
  });
});

describe('ids', () => {
  it('of records carry the right checksum and never repeat', () => {
    const ids = Array.from({ length: 4000 }, (_, serial) => recordId('00Q', serial));
    expect(new Set(ids).size).toBe(4000);
    for (const id of ids) expect(normalizeCrmId(id.slice(0, 15))).toBe(id);
  });

  it('of calls are decimal, of 16 to 20 digits, and ordered by value', () => {
    const random = new Random(1);
    const ids = Array.from({ length: 3000 }, () => decimalId(random));
    for (const id of ids) expect(id).toMatch(/^[1-9]\d{15,19}$/);
    const byValue = [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    expect([...ids].sort(compareDecimal)).toEqual(byValue);
  });
});

describe('randomness', () => {
  it('repeats for the same name and differs for another', () => {
    const values = (...name: number[]) => {
      const random = new Random(...name);
      return Array.from({ length: 20 }, () => random.int(1000));
    };
    expect(values(1, 2, 3)).toEqual(values(1, 2, 3));
    for (const other of [
      [1, 2, 4],
      [1, 3, 3],
      [2, 2, 3],
      [1, 2],
      [3, 2, 1],
    ])
      expect(values(...other)).not.toEqual(values(1, 2, 3));
  });

  it('is spread evenly, within a stream and over first values of many', () => {
    const random = new Random(7);
    const within = Array.from({ length: 20_000 }, () => random.float());
    const across = Array.from({ length: 20_000 }, (_, index) => new Random(7, 7, index).float());
    for (const values of [within, across]) {
      const tenths = Array.from(
        { length: 10 },
        (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length,
      );
      for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
    }
  });
});
