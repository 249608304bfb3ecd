import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/contract/wire/json.ts';
import {
  booleanOf,
  dateOf,
  emailOf,
  floatOf,
  idOf,
  instantOf,
  instantTextOf,
  intOf,
  jsonOf,
  numeralOf,
  objectOf,
  objectsOf,
  textOf,
  type ValueReader,
} from '../../../src/contract/wire/upstream-value-reader.ts';
import { urlOf } from '../../../src/contract/wire/url-reader.ts';

const readers: Readonly<Record<string, ValueReader<unknown>>> = {
  ...{ booleanOf, dateOf, emailOf, floatOf, idOf, instantOf, intOf, numeralOf },
  ...{ objectOf, textOf, urlOf },
};

/** What each reader takes, and what it makes of it. */
const right: Readonly<Record<string, readonly (readonly [unknown, unknown])[]>> = {
  booleanOf: [
    [true, true],
    [false, false],
  ],
  dateOf: [
    ['2026-02-28', '2026-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['0099-12-31', '0099-12-31'],
  ],
  emailOf: [[' b.levy@expressl&t.net ', 'b.levy@expressl&t.net']],
  floatOf: [
    [1.5, 1.5],
    [-0.25, -0.25],
    [12345678901234567890n, 12345678901234567000],
  ],
  idOf: [
    ['7782342274025937895', '7782342274025937895'],
    [7, '7'],
    [-1, '-1'],
    [12345678901234567890n, '12345678901234567890'],
  ],
  instantOf: [
    ['2026-11-01T10:30:00-07:00', new Date('2026-11-01T17:30:00Z')],
    ['2026-11-01T17:30:00.000+0000', new Date('2026-11-01T17:30:00Z')],
    ['2026-11-01T19:30:00.816562+02:00', new Date('2026-11-01T17:30:00.816Z')],
    ['2026-11-01t17:30:00z', new Date('2026-11-01T17:30:00Z')],
    ['0050-01-01T00:00:00Z', new Date('0050-01-01T00:00:00Z')],
  ],
  intOf: [
    [0, 0],
    [-0, 0],
    [2_147_483_647, 2_147_483_647],
  ],
  numeralOf: [
    ['5', '5'],
    [5, '5'],
    [12345678901234567890n, '12345678901234567890'],
  ],
  objectOf: [[{ a: 1 }, { a: 1 }]],
  textOf: [
    ['', ''],
    ['March 7', 'March 7'],
  ],
  urlOf: [['https://example.com/a?b=1', 'https://example.com/a?b=1']],
};

/** What no reader takes but those that are named. */
const wrong: readonly (readonly [unknown, ...string[]])[] = [
  [true, 'booleanOf'],
  [7, 'floatOf', 'intOf', 'idOf', 'numeralOf'],
  [1.5, 'floatOf', 'numeralOf'],
  [2 ** 31, 'floatOf', 'idOf', 'numeralOf'],
  [2 ** 60, 'floatOf', 'numeralOf'],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ['see attachment', 'textOf', 'numeralOf', 'idOf'],
  ['March 7', 'textOf', 'numeralOf', 'idOf'],
  ['1.5', 'textOf', 'numeralOf', 'idOf'],
  ['2026-02-30', 'textOf', 'numeralOf', 'idOf'],
  ['2026-04-31', 'textOf', 'numeralOf', 'idOf'],
  ['2027-02-29', 'textOf', 'numeralOf', 'idOf'],
  ['1900-02-29', 'textOf', 'numeralOf', 'idOf'],
  ['2026-00-10', 'textOf', 'numeralOf', 'idOf'],
  ['2026-1-1', 'textOf', 'numeralOf', 'idOf'],
  ['2026-02-30T10:00:00Z', 'textOf', 'numeralOf', 'idOf'],
  ['2026-03-01T10:00:00', 'textOf', 'numeralOf', 'idOf'],
  ['2026-03-01 10:00:00Z', 'textOf', 'numeralOf', 'idOf'],
  ['2026-03-01T24:00:00Z', 'textOf', 'numeralOf', 'idOf'],
  ['2026-03-01T10:60:00Z', 'textOf', 'numeralOf', 'idOf'],
  ['2026-03-01T10:00:00+24:00', 'textOf', 'numeralOf', 'idOf'],
  ['0000-01-01T00:00:00+01:00', 'textOf', 'numeralOf', 'idOf'],
  ['9999-12-31T23:59:59-01:00', 'textOf', 'numeralOf', 'idOf'],
  [{ see: 'attachment' }, 'objectOf'],
  [['see attachment']],
  [['2026-03-01']],
];

describe('a reader', () => {
  it.each(Object.keys(readers))('%s takes its own form, and nothing for null', (name) => {
    const read = readers[name]!;
    expect(read(null)).toBeNull();
    expect(read(undefined)).toBeNull();
    for (const [value, made] of right[name]!) expect(read(value)).toEqual(made);
  });

  it.each(Object.keys(readers))('%s takes nothing else, and quotes nothing', (name) => {
    for (const [value, ...takers] of wrong) {
      const read = () => readers[name]!(value);
      if (takers.includes(name)) expect(read, `${name} ${String(value)}`).not.toThrow();
      else
        expect(read, `${name} ${String(value)}`).toThrow(
          expect.objectContaining({
            code: 'UPSTREAM_BAD_RESPONSE',
            message: expect.not.stringContaining('attachment'),
          }),
        );
    }
  });

  it('takes any instant that JavaScript writes, and makes it again', () => {
    const first = new Date('0000-01-01T00:00:00Z');
    const last = new Date('9999-12-31T23:59:59.999Z');
    fc.assert(
      fc.property(fc.date({ min: first, max: last, noInvalidDate: true }), (at) => {
        expect(instantOf(at.toISOString())).toEqual(at);
        expect(dateOf(at.toISOString().slice(0, 10))).toBe(at.toISOString().slice(0, 10));
      }),
    );
  });

  it('takes an instant with any offset, and as many digits of a second as there are', () => {
    const first = new Date('0001-01-02T00:00:00Z');
    const last = new Date('9998-12-30T00:00:00Z');
    const two = (n: number) => String(n).padStart(2, '0');
    fc.assert(
      fc.property(
        fc.date({ min: first, max: last, noInvalidDate: true }),
        fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
        fc.stringMatching(/^\d{0,17}$/),
        fc.constantFrom(':', ''),
        (at, offset, digits, colon) => {
          const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1);
          const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60];
          const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(hours))}${colon}${two(minutes)}`;
          const text = `${local}${digits}${zone}`;
          expect(instantOf(text)).toEqual(at);
          expect(instantTextOf(text)).toBe(at.toISOString());
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('takes a day only if the calendar has it', () => {
    const twoDigits = (n: number) => String(n).padStart(2, '0');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
        const real = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(real.getTime()) && real.toISOString().slice(0, 10) === text;
        if (exists) expect(dateOf(text)).toBe(text);
        else expect(() => dateOf(text)).toThrow('date');
      }),
    );
  });
});

describe('an instant as text', () => {
  const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'));
  const texts = fc
    .tuple(
      fc.constantFrom('0000', '1999', '2024', '2026', '99999', '-001'),
      fc.constantFrom('00', '01', '02', '12', '13'),
      fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
      ...[two, two, two],
      fc.constantFrom('', '.0', '.12', '.123', '.123456', '.0123456789', '.'),
      fc.constantFrom('Z', 'z', '+0000', '+00:00', '-00:00', '+0230', '', ' '),
    )
    .map(
      ([year, month, day, hours, minutes, seconds, fraction, zone]) =>
        `${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction}${zone}`,
    );

  it('is the instant that is read, or the same error', () => {
    const outcome = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(fc.oneof(texts, fc.constantFrom<unknown>(null, undefined, '', 7)), (value) => {
        const expected = outcome(() => instantOf(value)?.toISOString() ?? null);
        expect(outcome(() => instantTextOf(value))).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a list of objects', () => {
  it('has an error in the place of an item that is none, and null where it has null', () => {
    const items = objectsOf([{ a: 1 }, 7, null, [1]] as unknown as { a: number }[], ({ a }) => a);
    expect(items).toEqual([1, expect.any(Error), null, expect.any(Error)]);
    expect(() => objectsOf('ab' as unknown as object[], (item) => item)).toThrow('a list');
  });
});

describe('any JSON', () => {
  it('goes out with the digits it came in', () => {
    const text = '{"a":[12345678901234567890,1.5,null,true,"x"],"b":{"c":-98765432109876543210}}';
    expect(JSON.stringify(jsonOf(parseJson(text)))).toBe(text);
    expect(JSON.stringify(jsonOf(jsonOf(parseJson(text))))).toBe(text);
    expect(() => jsonOf(parseJson('[{"a":1e400}]'))).toThrow('a finite number');
  });
});
