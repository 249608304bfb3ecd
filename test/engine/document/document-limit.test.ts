/** What a document costs before it is refused: a few looks at each of its selections, however much it would expand to. */

import { buildSchema, parse, specifiedRules } from 'graphql';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../src/engine/document/document-limit.ts';
import { validateWithin } from '../../../src/engine/document/validation.ts';
import { lookedAt } from '../../support/looked-at.ts';

const schema = buildSchema('type Query { items(first: Int): Query id: ID }');

/** Each doubles the one below it: expanded, 2^40 fields. */
const doubling = `{ ...F0 } ${Array.from(
  { length: 40 },
  (_, n) => `fragment F${n} on Query { a: items { ...F${n + 1} } b: items { ...F${n + 1} } }`,
).join(' ')} fragment F40 on Query { id }`;

const wide = `{ ${'a: items(first: 1) { b: id } '.repeat(300)} }`;

describe('a document too large', () => {
  it.each([
    ['wide', wide, 600],
    ['in fragments that double', doubling, 2 ** 40],
  ])('is measured by one look at each selection: %s', (_what, text, least) => {
    const { document, sets, looks } = lookedAt(parse(text));
    expect(measure(document).fields).toBeGreaterThanOrEqual(least);
    // One more look at what the operation begins with.
    expect(looks()).toBe(sets + 1);
  });

  it('whose many fields of one name are the same is told by few looks, too', () => {
    const { document, sets, looks } = lookedAt(parse(wide));
    expect(validateWithin(schema, document, specifiedRules)).toEqual([]);
    expect(looks()).toBeLessThan(10 * sets);
  });

  it('whose many fields of one name differ is refused without comparing each with each', () => {
    const differing = Array.from({ length: 300 }, (_, n) => `a: items(first: ${n}) { b: id }`);
    const { document, sets, looks } = lookedAt(parse(`{ ${differing.join(' ')} }`));
    expect(validateWithin(schema, document, specifiedRules)).toMatchObject([
      { message: expect.stringMatching(/^Expected a document of at most 200 fields where one/) },
    ]);
    // Compared in pairs it would be 45,000.
    expect(looks()).toBeLessThan(10 * sets);
  });
});
