/** Totals beside windows of a list that changes: both are of one moment, or near enough not to contradict each other. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off', cache: true });
});
afterAll(() => world.close());

const ask = async (query: string): Promise<TruthRow> => {
  const { data, errors } = await world.ask(query);
  expect(errors).toBeUndefined();
  return data;
};

/** Records come and go before the next call of the CRM. */
const change = (of: string, insert: number, remove: number) =>
  world.service.admin.faults.add({
    ...({ kind: 'drift', system: 'crm', times: 1 } as const),
    ...{ of, insert, delete: remove, update: 0 },
  });

it('a cached total that is less than the window shows is counted anew', async () => {
  const { campaigns } = await ask('{ campaigns(first: 1) { totalCount } }');
  change('campaigns', 5, 0);
  const size = campaigns.totalCount + 2;
  const now = await ask(`{ campaigns(first: ${size}) { totalCount nodes { id } } }`);
  expect(now.campaigns.nodes).toHaveLength(size);
  expect(now.campaigns.totalCount).toBe(campaigns.totalCount + 5);
});

it('so is the total of children', async () => {
  const { accounts } = await ask(
    '{ accounts(first: 40) { nodes { id upstreamId contacts(first: 2) { totalCount } } } }',
  );
  const { id, upstreamId, contacts } = accounts.nodes.find(
    (node: TruthRow) => node.contacts.totalCount > 2,
  );
  const list = (first: number, field = 'id') => `{ account(by: { id: "${id}" }) {
    contacts(first: ${first}) { totalCount nodes { ${field} } pageInfo { hasNextPage } } } }`;
  await ask(list(2));
  change('contacts', 600, 0);
  const { account } = await ask(list(contacts.totalCount + 1, 'phone'));
  const all = await table(world, 'Contact', 'AccountId');
  expect(account.contacts.pageInfo.hasNextPage).toBe(true);
  expect(account.contacts.totalCount).toBe(
    all.filter(({ AccountId }) => AccountId === upstreamId).length,
  );
});

it('a total below a cached window is that of the window', async () => {
  const few =
    '{ campaigns(first: 4, orderBy: [{ field: NAME }], filter: { isDeleted: { eq: false } }) { nodes { id } pageInfo { hasNextPage } } }';
  await ask(few);
  change('campaigns', 0, 1_000);
  const { campaigns } = await ask(few.replace('nodes', 'totalCount nodes'));
  expect(campaigns).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
  expect(campaigns.nodes).toHaveLength(4);
});
