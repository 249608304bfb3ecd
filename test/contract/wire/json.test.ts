import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, printJson } from '../../../src/contract/wire/json.ts';

const letters = [...'__proto__'];
/** A letter as itself or by its number, in either case. */
const spelling = fc
  .tuple(...letters.map(() => fc.constantFrom('plain', 'lower', 'upper')))
  .map((forms) =>
    letters
      .map((letter, at) => {
        const number = letter.charCodeAt(0).toString(16).padStart(4, '0');
        if (forms[at] === 'plain') return letter;
        return `\\u${forms[at] === 'upper' ? number.toUpperCase() : number}`;
      })
      .join(''),
  );

describe('JSON from outside', () => {
  it('loses a key that would be a prototype, however it is spelled', () => {
    fc.assert(
      fc.property(spelling, (key) => {
        const parsed = parseJson(`{"a":[{"${key}":{"polluted":true},"b":1}]}`) as {
          a: [object];
        };
        expect(Object.keys(parsed.a[0])).toEqual(['b']);
        expect(Object.assign({}, parsed.a[0])).not.toHaveProperty('polluted');
      }),
    );
  });

  it('keeps every digit of an integer, wherever it stands, and writes it again', () => {
    const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    fc.assert(
      fc.property(integer, fc.constantFrom('', ' ', '\n  '), (value, blank) => {
        const text = `{"a":${blank}${value},"b":[${blank}${value},${blank}${value}]}`;
        const read = value >= -(2n ** 53n) + 1n && value < 2n ** 53n ? Number(value) : value;
        const parsed = parseJson(text);
        expect(parsed).toEqual({ a: read, b: [read, read] });
        expect(parseJson(printJson(parsed))).toEqual(parsed);
      }),
    );
    expect(parseJson('{"a":"x: 12345678901234567890","b":1e3,"c":12345678901234567890.5}')).toEqual(
      { a: 'x: 12345678901234567890', b: 1000, c: Number('12345678901234567890.5') },
    );
  });

  it('is otherwise what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes('__proto__'));
        const isExact = (_key: string, value: unknown): unknown => {
          if (Number.isInteger(value) && !Number.isSafeInteger(value)) fc.pre(false);
          return value;
        };
        expect(parseJson(text)).toEqual(JSON.parse(text, isExact));
      }),
    );
    expect(parseJson('{"a":"\\u0041\\u0007 \\u00e9"}')).toEqual({ a: 'A\u0007 é' });
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });
});
