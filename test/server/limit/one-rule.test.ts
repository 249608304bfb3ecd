import { parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { asOneRule } from '../../../src/server/limit/one-rule.ts';
import { schema } from '../../support/world.ts';

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

describe('rules as one', () => {
  it.each(wrong)('find in %s what they find apart', (text) => {
    const document = parse(text);
    const apart = validate(schema, document, specifiedRules);
    expect(validate(schema, document, [asOneRule(specifiedRules)])).toEqual(apart);
    expect(apart.length > 0).toBe(text !== wrong.at(-1));
  });
});
