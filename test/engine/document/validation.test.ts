import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  buildSchema,
  type DocumentNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { validateWithin } from '../../../src/engine/document/validation.ts';
import { cases } from '../../support/cases.ts';
import { schema as graph } from '../../support/world.ts';

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

const comparing = [OverlappingFieldsCanBeMergedRule];

describe('fields of one name', () => {
  it('are a conflict where graphql’s own rule finds one, and nowhere else', () => {
    let sound = 0;
    fc.assert(
      fc.property(selections, selections, selections, (query, f, g) => {
        const document = parse(
          `{ thing { ${query} } thing { id ...F ...G } } fragment F on Thing { ${f.replaceAll('...F', 'id')} }
           fragment G on Thing { ${g.replaceAll(/\.\.\.[FG]/g, 'id')} }`,
        );
        const errors = validateWithin(schema, document, comparing);
        expect(errors).toEqual(validate(schema, document, comparing, { maxErrors: 10 }));
        if (errors.length === 0) sound += 1;
      }),
      { numRuns: 400 },
    );
    expect(sound).toBeGreaterThan(40);
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
  ])('%s: can be merged: %s', (text, expected) => {
    expect(validateWithin(schema, parse(text), comparing).length === 0).toBe(expected);
  });
});

/** Each breaks at least one rule, in more than one place where that is possible. */
const wrong = [
  '{ accounts(first: 1, wrong: 2) { nodes { nothing name { x } } } missing }',
  'query A { __typename } query A { __typename } { __typename }',
  'query ($a: Int, $a: Int, $b: Nothing, $c: Account) { accounts(first: $d) { totalCount } }',
  'query ($a: String) { accounts(first: $a) { nodes { ...F } } } fragment F on Account { id ...G }',
  'fragment F on Account { id ...F } { accounts(first: 1) { nodes { ...F ...Missing } } }',
  'fragment Unused on Account { id } fragment Unused on Nothing { id } { __typename }',
  'fragment S on String { id } { accounts(first: 1) { nodes { ...on Call { id } ...on Int { id } } } }',
  '{ __typename @skip @skip @nothing @include(if: "x", if: true) accounts @deprecated { totalCount } }',
  '{ accounts(first: "x", filter: { name: { eq: 1, eq: 2, nothing: 3 } }) { totalCount } call { id } }',
  'type T { a: Int } { accounts(first: 1) } subscription { a b }',
  '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
  '{ accounts(first: 1) { nodes { id name owner { name } } } }',
];

const others = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/** What a showcase becomes by another word here and there: most of it stays right. */
const showcases = join(import.meta.dirname, '../../../schema/operations');
const spoilt = fc
  .tuple(
    fc.constantFrom(
      ...readdirSync(showcases).map((file) => readFileSync(join(showcases, file), 'utf8')),
    ),
    fc.array(
      fc.tuple(
        fc.nat(1_000),
        fc.constantFrom(
          ...[
            'wrong',
            'id',
            'name',
            '1',
            '"x"',
            '$wrong',
            '$a',
            '{',
            '}',
            '{ id }',
            '...F',
            '@skip',
          ],
          ...['@include(if: $a)', '(first: 1)', '(first: "x")', '... on Call { id }', 'null', ''],
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) => {
    const words = text.replaceAll(/#.*$/gm, '').match(/"[^"]*"|[$@]?\w+|\.{3}|\S/g)!;
    const named = [...words.keys()].filter((at) => /\w/.test(words[at]!));
    for (const [at, word] of changes) words[named[at % named.length]!] = word;
    return words.join(' ');
  });

describe('all other rules', () => {
  it('find what graphql finds in documents that are nearly right', () => {
    let faulty = 0;
    fc.assert(
      fc.property(spoilt, (text) => {
        let document: DocumentNode;
        try {
          document = parse(text);
        } catch {
          return;
        }
        const errors = validateWithin(graph, document, others);
        expect(errors).toEqual(validate(graph, document, others, { maxErrors: 10 }));
        if (errors.length > 0) faulty += 1;
      }),
      { numRuns: cases(600) },
    );
    expect(faulty).toBeGreaterThan(30);
  });

  it.each(wrong)('find in %s what graphql finds by them', (text) => {
    const document = parse(text);
    const errors = validateWithin(graph, document, specifiedRules);
    expect(errors).toEqual(validate(graph, document, others, { maxErrors: 10 }));
    expect(errors.length > 0).toBe(text !== wrong.at(-1));
  });
});
