/** Conditions of a question's lists, found beside its fields, and the edits that set them. */

import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { applied } from '../../src/graphiql/explorer/document-edit.ts';
import { conditionEdit, findConditions } from '../../src/graphiql/explorer/list-condition.ts';
import { rowsByType } from '../../src/graphiql/explorer/path-edit.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);

/** The first condition by these words, and the question with it. */
function withFirst(text: string, words: string): readonly [string, string] {
  const rows = rowsByType(parse(text), schema);
  const [first] = findConditions(rows, words);
  const next = applied(text, conditionEdit(text, rows, first!));
  expect(validate(schema, parse(next))).toEqual([]);
  return [[...first!.list, ...first!.path.map(({ name }) => name)].join('.'), next];
}

const deals = '{ opportunities { nodes { name } } }';

it.each([
  [deals, 'open', 'opportunities.filter.isClosed', '(filter: { isClosed: { eq: false } })'],
  [deals, 'won', 'opportunities.filter.isWon', '(filter: { isWon: { eq: true } })'],
  [deals, 'sort', 'opportunities.orderBy', '(orderBy: [{'],
  [deals, 'filter', 'opportunities.filter', '(filter: {'],
  ['{ calls { nodes { title } } }', 'tracker', 'calls.filter.about.tracker', 'about: { tracker: ['],
])('finds in %s by “%s” first of all %s', (text, words, path, edit) => {
  const [way, next] = withFirst(text, words);
  expect(way).toBe(path);
  expect(next).toContain(edit);
});

it('adds to the filter that is there, and offers nothing that is set', () => {
  const [, next] = withFirst(
    '{ opportunities(filter: { isWon: { eq: true } }) { nodes { name } } }',
    'open',
  );
  expect(next).toContain('(filter: { isWon: { eq: true }, isClosed: { eq: false } })');
  const ways = findConditions(rowsByType(parse(next), schema), 'open');
  expect(ways.map(({ path }) => path.at(-1)!.name)).not.toContain('isClosed');
  expect(findConditions(rowsByType(parse('{ hello }'), schema), 'open')).toEqual([]);
});
