import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkByEncodedLength, encodedLength } from '../../src/soql/literal.ts';
import { printQuery } from '../../src/soql/print.ts';
import { maxQueryBytes } from '../../src/soql/statement-limit.ts';

const statement = (values: readonly string[]): string =>
  printQuery({ object: 'Account', select: ['Id'], where: { op: 'in', path: 'Name', values } });

describe('splitting a long IN list', () => {
  it('keeps every value, in order, and every statement within the limits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 60 }),
        fc.integer({ min: 600, max: 2_000 }),
        fc.integer({ min: 1, max: 20 }),
        (values, maxBytes, maxValues) => {
          const chunks = chunkByEncodedLength(values, {
            around: statement(['']),
            maxBytes,
            maxValues,
          });
          expect(chunks.flat()).toEqual(values);
          for (const chunk of chunks) {
            expect(chunk.length).toBeGreaterThan(0);
            expect(chunk.length).toBeLessThanOrEqual(maxValues);
            if (chunk.length > 1) {
              expect(encodeURIComponent(statement(chunk)).length).toBeLessThanOrEqual(maxBytes);
            }
          }
        },
      ),
    );
  });

  it('takes hundreds of ids into one statement', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `001000000${String(i).padStart(9, '0')}`);
    const chunks = chunkByEncodedLength(ids, { around: statement(['']) });
    expect(chunks.length).toBe(2);
    for (const chunk of chunks)
      expect(encodedLength(statement(chunk))).toBeLessThanOrEqual(maxQueryBytes);
  });

  it('counts as the strictest encoder does', () => {
    expect(encodedLength("a'é😀 ~")).toBe(1 + 3 + 6 + 12 + 3 + 1);
    expect(chunkByEncodedLength([], { around: '' })).toEqual([]);
  });
});
