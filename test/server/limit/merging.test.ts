import fc from 'fast-check';
import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { mergesPlainly } from '../../../src/server/limit/merging.ts';

const schema = buildSchema(`
  interface Thing { id: ID! size(unit: Int): Int next: Thing }
  type Call implements Thing { id: ID! size(unit: Int): Int next: Thing title: String late: Call }
  type Deal implements Thing { id: ID! size(unit: Int): Int next: Thing title: [String!] late: Deal }
  union Any = Call | Deal
  type Query { thing: Thing any: Any call: Call deal: Deal }
`);

const leaf = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('id', 'size', 'a: size(unit: 1)', '__typename') },
  { weight: 1, arbitrary: fc.constantFrom('size(unit: 2)', 'id: size', 'a: id') },
);
const { selections } = fc.letrec<{ selections: string; one: string }>((tie) => ({
  selections: fc
    .array(tie('one'), { minLength: 1, maxLength: 4, depthIdentifier: 'nesting' })
    .map((all) => all.join(' ')),
  one: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'nesting' },
    leaf,
    tie('selections').map((below) => `next { ${below} }`),
    tie('selections').map((below) => `n: next { ${below} }`),
    tie('selections').map((below) => `... on Call { title ${below} }`),
    tie('selections').map((below) => `... on Deal { t: title late { ${below} } }`),
    tie('selections').map((below) => `... on Call { t: title late { ${below} } }`),
    fc.constantFrom('...F', '...G'),
  ),
}));

describe('fields of one name', () => {
  it('that one pass takes for the same are no conflict by the rule either', () => {
    let plain = 0;
    fc.assert(
      fc.property(selections, selections, selections, (query, f, g) => {
        const document = parse(
          `{ thing { ${query} } thing { id ...F ...G } } fragment F on Thing { ${f.replaceAll('...F', 'id')} }
           fragment G on Thing { ${g.replaceAll(/\.\.\.[FG]/g, 'id')} }`,
        );
        if (!mergesPlainly(schema, document)) return;
        plain += 1;
        expect(validate(schema, document, [OverlappingFieldsCanBeMergedRule])).toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(plain).toBeGreaterThan(40);
  });

  it.each([
    ['{ call { id id id } call { id } }', true],
    ['{ call { size(unit: 1) } ... { call { size(unit: 1) } } }', true],
    ['{ thing { ... on Call { id } ... on Deal { id } } }', true],
    ['{ thing { ... on Call { title } ... on Deal { title } } }', false],
    ['{ call { a: id } call { a: title } }', false],
    ['{ call { size(unit: 1) } call { size(unit: 2) } }', false],
    ['{ __type(name: "Call") { name } __type(name: "Deal") { name } }', false],
    ['{ __schema { types { fields { name } } } __schema { types { name } } }', true],
    ['query A { a: call { id } } query B { a: deal { id } }', true],
  ])('%s: the same by one pass: %s', (text, expected) => {
    expect(mergesPlainly(schema, parse(text))).toBe(expected);
  });
});
