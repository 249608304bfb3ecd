import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cell, csv } from '../../src/dashboard/shared/csv.ts';
import { csv as csvOfServer } from '../../src/questions/csv.ts';
import '../support/seed.ts';

/** What CSV is made of, what begins a formula, and what is passed over before one. */
const piece = fc.constantFrom(
  ...['=', '+', '-', '−', '@', '＝', '﹢', '"', ',', "'", ';', '\t', '\r', '\n', '\r\n', ' '],
  ...['\u200b', '\ufeff', '\u00ad', '\u0000', 'a', 'ü', '🎧', '0', '', '__proto__'],
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const cell: fc.Arbitrary<Cell> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
);

it('the dashboard writes tables as the server does', () => {
  const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(records, (rows) => {
      expect(csv(rows)).toBe(csvOfServer(rows));
    }),
  );
});
