/** Search of conditions within filters, and the edits that set what was found. */

import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLInputObjectType,
  type ObjectFieldNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { expect, it } from 'vitest';
import {
  findInputs,
  indexInputs,
  isSetIn,
  pathValue,
  setWithin,
} from '../../src/graphiql/explorer/condition.ts';
import { applied } from '../../src/graphiql/explorer/document-edit.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);
const membersOf = (name: string) =>
  Object.values((schema.getType(name) as GraphQLInputObjectType).getFields());
const search = (type: string, text: string) => findInputs(indexInputs(membersOf(type), type), text);
const found = (type: string, text: string) =>
  search(type, text).map(({ path }) => path.map(({ name }) => name).join('.'));

it.each([
  ['OpportunityFilter', 'industry', 'account.industry'],
  ['OpportunityFilter', 'account industry', 'account.industry'],
  ['OpportunityFilter', 'stage', 'stageName'],
  ['OpportunityFilter', 'closed', 'isClosed'],
  ['ContactFilter', 'owner email', 'owner.email'],
  ['CallFilter', 'tracker', 'about.tracker'],
  ['CallFilter', 'tracker name', 'about.tracker.name'],
])('finds in %s by “%s” first of all %s', (type, text, path) => {
  expect(found(type, text)[0]).toBe(path);
});

it('finds nothing by words that none has, and looks for no filter within one of its own kind', () => {
  expect(found('OpportunityFilter', 'zzz')).toEqual([]);
  expect(found('OpportunityFilter', '  ')).toEqual([]);
  expect(
    found('OpportunityFilter', 'stageName').filter((path) => /^(?:and|or|not)/.test(path)),
  ).toEqual([]);
  expect(found('OpportunityFilter', 'name').every((path) => path.split('.').length <= 3)).toBe(
    true,
  );
});

it('sets what was found, whatever of the way to it is there, and the graph takes it', () => {
  const [first] = search('OpportunityFilter', 'account industry');
  const { path } = first!;
  /** The condition on the account. */
  const accountIn = (text: string): ObjectFieldNode => {
    const conditions: ObjectFieldNode[] = [];
    visit(parse(text), { ObjectField: (node) => void conditions.push(node) });
    return conditions.find(({ name }) => name.value === 'account')!;
  };
  const question = (filter: string) => `{ opportunities(filter: ${filter}) { nodes { name } } }`;
  const set = (filter: string): string => {
    const text = question(filter);
    const next = applied(text, setWithin(text, accountIn(text).value, path));
    expect([next, validate(schema, parse(next))]).toEqual([next, []]);
    expect(isSetIn(accountIn(next), path)).toBe(true);
    return next;
  };
  const whole = question(`{ account: ${pathValue(path)} }`);
  expect(whole).toBe(question('{ account: { industry: { eq: "" } } }'));
  expect(validate(schema, parse(whole))).toEqual([]);
  expect(set('{ account: {} }')).toBe(whole);
  expect(set('{ account: { name: { eq: "a" } } }')).toContain(
    '{ account: { name: { eq: "a" }, industry: { eq: "" } } }',
  );
  expect(set('{ account: { industry: { ne: "a" } } }')).toContain('{ industry: { ne: "a" } }');
  const [tracker] = search('CallFilter', 'tracker name');
  expect(pathValue(tracker!.path)).toBe('{ tracker: [{ name: [""] }] }');
});
