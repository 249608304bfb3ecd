/** Random text of any characters. */

import fc from 'fast-check';

/**
 * Any code point but halves of surrogate pairs, every other one printable ASCII: fast-check's unit
 * `binary` would first build a table of all 1.1 million, which takes each worker more than a second.
 */
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10f7ff }))
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));

export const anyText = (length: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...length, unit: character });
