/** Pages of lists: what is asked beside a question, and the question for the rows behind a cursor. */

import { readFileSync } from 'node:fs';
import { buildSchema, parse, print, validate } from 'graphql';
import { expect, it } from 'vitest';
import { joinedAnswer } from '../../src/graphiql/answer/joined-answer.ts';
import { pageQuestion, withPageInfo } from '../../src/graphiql/graph/list-page.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);
const info = 'pageInfo { hasNextPage hasPreviousPage endCursor }';

it('asks each list of rows if more follow, in the lines that are there', () => {
  const text = '{\n  accounts {\n    nodes { name contacts { edges { node { name } } } }\n  }\n}';
  expect(withPageInfo(text, schema)).toBe(
    `{\n  accounts {\n    nodes { name contacts { edges { node { name } } ${info} } } ${info}\n  }\n}`,
  );
  for (const same of ['{ accounts { totalCount } }', '{ accounts {', '{ nobody { nodes { id } } }'])
    expect(withPageInfo(same, schema)).toBe(same);
  const fragment = 'query { accounts { ...A } } fragment A on AccountConnection { nodes { name } }';
  expect(validate(schema, parse(withPageInfo(fragment, schema)))).toEqual([]);
  expect(withPageInfo(fragment, schema)).toContain(`nodes { name } ${info} }`);
});

const nextOf = (query: string, path: string, variables = {}) => {
  const next = pageQuestion({ query, variables }, path.split('.'), 'c1', 100);
  if (next !== null) expect(validate(schema, parse(next.query))).toEqual([]);
  return next && { ...next, query: print(parse(next.query)).replaceAll(/\s+/g, ' ') };
};

it('asks for the rows behind a cursor and skips all beside the list', () => {
  expect(
    nextOf(
      '{ users { totalCount } accounts(first: 5, filter: { name: { eq: "A" } }) { nodes { id } } }',
      'accounts',
    ),
  ).toEqual({
    query:
      '{ users @skip(if: true) { totalCount } accounts(filter: {name: {eq: "A"}}, after: "c1", first: 100) { nodes { id } } }',
    variables: {},
  });
  const saved =
    'query Q($first: Int, $after: String, $id: ID!) { account(by: { upstreamId: $id }) { ...F contacts(first: $first, after: $after) { nodes { id } } } } fragment F on Account { name }';
  expect(nextOf(saved, 'account.contacts', { id: '1' })).toMatchObject({
    query: expect.stringContaining('...F @skip(if: true) contacts(first: $first, after: $after)'),
    variables: { id: '1', first: 100, after: 'c1' },
  });
});

it('has no next page of a list that is read from its end, or stands in a fragment', () => {
  expect(nextOf('{ accounts(last: 5) { nodes { id } } }', 'accounts')).toBeNull();
  expect(
    nextOf('{ ...Q } fragment Q on Query { accounts { nodes { id } } }', 'accounts'),
  ).toBeNull();
});

it('joins pages: rows, errors by their place, and what both took', () => {
  const answer = (names: readonly string[], hasNextPage: boolean, at?: number) => ({
    data: {
      viewer: { id: '1' },
      accounts: {
        nodes: names.map((name) => ({ name })),
        pageInfo: { hasNextPage, hasPreviousPage: !hasNextPage },
      },
    },
    ...(at !== undefined && {
      errors: [{ message: 'm', path: ['accounts', 'nodes', at, 'name'] }],
    }),
    extensions: {
      cost: { requested: 4, actual: 2 },
      incomplete: [{ message: 'same' }],
    },
  });
  const { viewer: _beside, ...page } = answer(['c'], false, 0).data;
  expect(
    joinedAnswer(answer(['a', 'b'], true), { ...answer(['c'], false, 0), data: page }, [
      'accounts',
    ]),
  ).toEqual({
    data: {
      viewer: { id: '1' },
      accounts: {
        nodes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      },
    },
    errors: [{ message: 'm', path: ['accounts', 'nodes', 2, 'name'] }],
    extensions: { cost: { requested: 8, actual: 4 }, incomplete: [{ message: 'same' }] },
  });
});
