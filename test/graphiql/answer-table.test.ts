/** Tables of an answer on the GraphiQL page: the rows that somebody chose, and texts in place of JSON. */

import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import {
  cellText,
  csvOf,
  shownText,
  sortedRows,
  tablesIn,
} from '../../src/graphiql/answer/answer-table.ts';
import { withPageInfo } from '../../src/graphiql/graph/list-page.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
  { assumeValid: true },
);

function tableOf(query: string, data: object, list?: string) {
  const question = { query, variables: '' };
  const run = { question, sent: query, answer: { data }, ms: 0 } as never;
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

it('says where an inner list has more, whatever a row is, and where that is not known', () => {
  expect(tableOf(nested(), answer, 'contacts.nodes').missing).toEqual([
    'There may be more contacts in each account than are here.',
    'There may be more contacts › opportunityContactRoles in each account than are here.',
  ]);
  for (const list of ['contacts.nodes', undefined])
    expect(tableOf(nested('pageInfo { hasNextPage }'), answer, list)).toMatchObject({
      missing: [
        '1 of 2 rows have more contacts than are here: “first” takes more.',
        'There may be more contacts › opportunityContactRoles in each account than are here.',
      ],
      names: list
        ? ['name', 'contacts.nodes.name', 'contacts.nodes.opportunityContactRoles.nodes']
        : ['name', 'contacts.nodes'],
    });
  const people = '{ accounts { nodes { peopleSpokenWith(first: 1) { people { calls } } } } }';
  const rows = [
    { peopleSpokenWith: { people: [{ calls: 1 }] } },
    { peopleSpokenWith: { people: [] } },
  ];
  expect(tableOf(people, { accounts: { nodes: rows } }).missing).toEqual([
    '1 of 2 rows may have more peopleSpokenWith › people than are here: “first” takes more.',
  ]);
});

it('says of how many rows these are, and never lets a page pass for all', () => {
  const page = (count: number, more: object = {}) => ({
    opportunities: { nodes: Array(count).fill({ name: 'D' }), ...more },
  });
  const deals = '{ opportunities { nodes { name } } }';
  const wordsOf = (query: string, data: object) => {
    const { figures, missing, more } = tableOf(query, data);
    return { figures, missing, more };
  };
  expect(wordsOf(deals, page(20))).toEqual({
    figures: '20 rows',
    missing: ['A page of at most 20; there may be more.'],
    more: null,
  });
  expect(wordsOf(deals, page(3)).missing).toEqual([]);
  const counted = '{ opportunities { totalCount nodes { name } } }';
  expect(wordsOf(counted, page(20, { totalCount: 54 }))).toEqual({
    figures: '20 of 54 rows',
    missing: ['A page of at most 20; there are 54.'],
    more: null,
  });
  const pageInfo = { hasNextPage: true, hasPreviousPage: false, endCursor: 'c' };
  expect(wordsOf(withPageInfo(counted, schema), page(20, { totalCount: 54, pageInfo }))).toEqual({
    figures: 'first 20 of 54 rows',
    missing: ['More rows follow: these are 20 of 54.'],
    more: ['opportunities'],
  });
  const fromEnd = { hasNextPage: false, hasPreviousPage: true, endCursor: 'c' };
  expect(wordsOf(withPageInfo(deals, schema), page(20, { pageInfo: fromEnd })).missing).toEqual([
    'Rows before these are not among them.',
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

it('has times and numbers for people on the page and for programs in files, ids last, and sorts', async () => {
  const calls = tableOf('{ opportunities { nodes { id amount createdDate fiscalYear } } }', {
    opportunities: {
      nodes: [
        { id: '1', amount: 9000.5, createdDate: '2026-09-01T23:00:03.000Z', fiscalYear: 2026 },
        { id: '2', amount: null, createdDate: null, fiscalYear: 2025 },
        { id: '3', amount: 120000, createdDate: '2026-09-02T00:00:00Z', fiscalYear: 2026 },
      ],
    },
  });
  expect(calls.names).toEqual(['amount', 'createdDate', 'fiscalYear', 'id']);
  expect(calls.rows.map((row) => calls.columns.map((column) => shownText(row, column)))).toEqual([
    ['9000.5', '2026-09-01 23:00 UTC', '2026', '1'],
    ['', '', '2025', '2'],
    ['120,000', '2026-09-02 00:00 UTC', '2026', '3'],
  ]);
  expect(await csvOf(calls)).toContain('9000.5,2026-09-01T23:00:03.000Z,2026,1\r\n');
  const idsBy = (at: number, isDown: boolean) =>
    sortedRows(calls.rows, calls.columns[at]!, isDown).map((row) => (row as { id: string }).id);
  expect(idsBy(0, true)).toEqual(['3', '1', '2']);
  expect(idsBy(0, false)).toEqual(['1', '3', '2']);
  expect(idsBy(1, false)).toEqual(['1', '3', '2']);
});
