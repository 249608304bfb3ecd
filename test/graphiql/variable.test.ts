/** Variables by clicks: a value becomes one, and one a value again; the Variables pane is edited as the question is. */

import { readFileSync } from 'node:fs';
import {
  buildSchema,
  parse,
  parseConstValue,
  type TypeNode,
  typeFromAST,
  type ValueNode,
  validate,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { expect, it } from 'vitest';
import {
  appliedAll,
  operationsOf,
  removeSelection,
  setValue,
} from '../../src/graphiql/explorer/document-edit.ts';
import { literalOf } from '../../src/graphiql/explorer/literal.ts';
import { lossOf } from '../../src/graphiql/explorer/loss.ts';
import {
  makeVariable,
  meaningsOf,
  variableName,
  withoutUnused,
} from '../../src/graphiql/explorer/variable-edit.ts';
import { withVariable } from '../../src/graphiql/graph/variables.ts';
import { proposedText } from '../../src/graphiql/share/question-file.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);

/** The value that a member or an argument of this name has. */
function valueIn(text: string, name: string): ValueNode {
  const found: ValueNode[] = [];
  const take = (node: { name: { value: string }; value: ValueNode }): void => {
    if (node.name.value === name) found.push(node.value);
  };
  visit(parse(text), { Argument: take, ObjectField: take });
  return found[0]!;
}

const operationIn = (text: string) => operationsOf(parse(text))[0]!;

function made(text: string, member: string, variable: { name: string; type: string }): string {
  const next = appliedAll(
    text,
    makeVariable(text, operationIn(text), valueIn(text, member), variable),
  );
  expect([next, validate(schema, parse(next))]).toEqual([next, []]);
  return next;
}

const fields = '{ nodes { name } }';

it.each([
  [`{ accounts(first: 5) ${fields} }`, `query ($n: Int = 5) { accounts(first: $n) ${fields} }`],
  [
    `query { accounts(first: 5) ${fields} }`,
    `query ($n: Int = 5) { accounts(first: $n) ${fields} }`,
  ],
  [
    `query Q { accounts(first: 5) ${fields} }`,
    `query Q($n: Int = 5) { accounts(first: $n) ${fields} }`,
  ],
  [
    `query Q(\n  $a: String\n) { accounts(first: 5, after: $a) ${fields} }`,
    `query Q(\n  $a: String\n  $n: Int = 5\n) { accounts(first: $n, after: $a) ${fields} }`,
  ],
])('makes a value of %s a variable, and a value again', (text, expected) => {
  const next = made(text, 'first', { name: 'n', type: 'Int' });
  expect(next).toBe(expected);
  const back = [setValue(valueIn(next, 'first'), '5')];
  const { edits, unused } = withoutUnused(next, parse(next), back);
  expect(unused).toEqual(['n']);
  expect(appliedAll(next, edits)).toBe(text.replace(/^\{/, 'query {'));
});

it('takes variables out with what alone used them, and keeps those that something else uses', () => {
  const text = `query ($n: Int = 5, $s: String = "a(b)", $m: Int) { accounts(first: $n) ${fields} contacts(first: $n, filter: { name: { eq: $s } }) ${fields} leads(first: $m) ${fields} }`;
  const operation = operationIn(text);
  const contacts = operation.selectionSet.selections[1]!;
  const { edits, unused } = withoutUnused(text, parse(text), [
    removeSelection(text, operation, contacts),
  ]);
  expect(unused).toEqual(['s']);
  const next = appliedAll(text, edits);
  expect(next).toContain('query ($n: Int = 5, $m: Int) {');
  expect(validate(schema, parse(next))).toEqual([]);
  expect(lossOf(contacts)).toBe('contacts is out, with 2 fields and 4 arguments below it.');
  expect(lossOf(operationIn('{ hello }').selectionSet.selections[0]!)).toBeUndefined();
});

it('names a variable by what is compared, and never as another one or an address does', () => {
  const { variableDefinitions = [] } = operationIn('query ($stageName: String) { a }');
  expect(variableName('eq', 'amount', variableDefinitions)).toBe('amount');
  expect(variableName('eq', 'stageName', variableDefinitions)).toBe('stageName2');
  expect(variableName('gte', 'amount', [])).toBe('amountGte');
  expect(variableName('first', undefined, [])).toBe('first');
  expect(variableName('format', undefined, [])).toBe('format2');
});

it('says of a variable what it is given to', () => {
  const text = `query ($s: [String!], $n: Int, $p: RelativePeriodName!) { opportunities(first: $n, filter: { and: [{ stageName: { in: $s } }], closeDate: { during: { period: $p } } }) ${fields} }`;
  const meanings = meaningsOf(parse(text), schema);
  expect(meanings.get('s')).toMatch(/stage/i);
  expect(meanings.get('n')).toMatch(/^At most/);
  expect(meanings.get('p')).toMatch(/^Day on which the deal/);
  expect(proposedText(text, schema).variables.p).toMatch(/^Day on which [^.]*\.$/);
});

it.each([
  [
    'OpportunityOrder',
    { field: 'AMOUNT', direction: 'DESC' },
    '{ field: AMOUNT, direction: DESC }',
  ],
  ['[OpportunityOrder!]', { field: 'AMOUNT' }, '{ field: AMOUNT }'],
  ['[String!]', ['a "b"\n', ''], '["a \\"b\\"\\n", ""]'],
  ['StringFilter', { eq: 'AMOUNT', in: [] }, '{ eq: "AMOUNT", in: [] }'],
  ['Float', -1.5e21, '-1.5e+21'],
  ['Boolean', null, 'null'],
])('writes a value of %s as the question does, and reads it back', (name, value, text) => {
  const typeNode = operationIn(`query ($v: ${name}) { a }`).variableDefinitions![0]!
    .type as TypeNode;
  const literal = literalOf(value, typeFromAST(schema, typeNode as never) as never);
  expect(literal).toBe(text);
  expect(valueFromASTUntyped(parseConstValue(literal))).toEqual(value);
});

it('changes one value of the Variables pane', () => {
  expect(withVariable('', 'a', 1)).toBe('{\n  "a": 1\n}');
  expect(JSON.parse(withVariable('{"a":1,"b":[2]}', 'a', null))).toEqual({ a: null, b: [2] });
  expect(withVariable('{"a":1}', 'a', undefined)).toBe('');
});
