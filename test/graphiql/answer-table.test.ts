/** Tables of an answer on the GraphiQL page: the rows that somebody chose, and texts in place of JSON. */

import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { cellText, csvOf, tablesIn } from '../../src/graphiql/answer/answer-table.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);

function tableOf(query: string, data: object, list?: string) {
  const run = { question: { query, variables: '' }, answer: { data }, ms: 0 } as never;
  const lists = new Map(list === undefined ? [] : [['accounts', list.split('.')]]);
  const [table] = tablesIn(run, schema, lists);
  return {
    ...table!,
    texts: table!.rows.map((row) => table!.columns.map((column) => cellText(row, column))),
    names: table!.columns.map(({ name }) => name),
  };
}

const nested = (pageInfo = '') =>
  `{ accounts { nodes { name contacts(first: 2) { nodes { name opportunityContactRoles { nodes { role } } } ${pageInfo} } } } }`;
const person = (name: string, ...roles: string[]) => ({
  name,
  opportunityContactRoles: { nodes: roles.map((role) => ({ role })) },
});
const accounts = [
  {
    name: 'A',
    contacts: { nodes: [person('x', 'r1', 'r2'), person('y')], pageInfo: { hasNextPage: true } },
  },
  { name: 'B', contacts: { nodes: [], pageInfo: { hasNextPage: false } } },
];
const answer = { accounts: { nodes: accounts } };

it('has the items of an inner list as rows, with the values around them repeated, and no row less', () => {
  expect(tableOf(nested(), answer)).toMatchObject({
    texts: [
      ['A', 'x, y'],
      ['B', ''],
    ],
    missing: [],
  });
  const people = tableOf(nested(), answer, 'contacts.nodes');
  expect(people.texts).toEqual([
    ['A', 'x', 'r1, r2'],
    ['A', 'y', ''],
    ['B', '', ''],
  ]);
  expect(people.innerLists.map(({ path }) => path.join('.'))).toEqual([
    'contacts.nodes',
    'contacts.nodes.opportunityContactRoles.nodes',
  ]);
  const roles = tableOf(nested(), answer, 'contacts.nodes.opportunityContactRoles.nodes');
  expect(roles.texts.map((cells) => cells.join())).toEqual(['A,x,r1', 'A,x,r2', 'A,y,', 'B,,']);
});

it('says where an inner list has more, and where that is not told', () => {
  expect(tableOf(nested(), answer, 'contacts.nodes').missing).toEqual([
    'More contacts may follow in each: pageInfo { hasNextPage } beside them would tell.',
  ]);
  expect(tableOf(nested('pageInfo { hasNextPage }'), answer, 'contacts.nodes').missing).toEqual([
    'More contacts follow in 1 of 2: “first” takes more.',
  ]);
});

it('has a column for each thing that groups have in common, and texts in CSV', async () => {
  const groups = tableOf(
    '{ callsAggregate(groupBy: [OWNER, OWNER, RESULT]) { groups { keys { value user { name } } count } } }',
    {
      callsAggregate: {
        groups: [
          {
            keys: [
              { value: '1', user: { name: 'Ann' } },
              { value: '2', user: null },
              { value: null, user: null },
            ],
            count: 3,
          },
        ],
      },
    },
  );
  expect(groups.names).toEqual(['owner', 'owner.2', 'result', 'count']);
  expect(groups.texts).toEqual([['Ann', '2', '', '3']]);
  expect(await csvOf(groups)).toBe('owner,owner.2,result,count\r\nAnn,2,,3\r\n');
  const people = tableOf(nested(), answer);
  expect(await csvOf(people)).toBe('name,contacts.nodes\r\nA,"x, y"\r\nB,\r\n');
});
