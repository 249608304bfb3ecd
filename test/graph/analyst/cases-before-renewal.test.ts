/** Cases before a renewal: which deals are renewals that close soon, which cases count, and a CRM without cases. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openSynthetic } from '../../support/synthetic.ts';
import { table } from '../../support/table.ts';
import { type TruthRow, tally } from '../../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';

const query = readFileSync('queries/cases-before-renewal.graphql', 'utf8');
const backend = openSynthetic({ now: () => today, customSchema });
const { copyRecord, deleteRecord } = backend.changes;
let world: World;
let rows: Readonly<Record<'Account' | 'Opportunity' | 'Case', readonly TruthRow[]>>;
beforeAll(async () => {
  world = await openWorld({ backend, index: 'copied' });
  const [Account, Opportunity, Case] = await Promise.all(
    ['Account', 'Opportunity', 'Case'].map((object) => table(world, object, 'CreatedDate')),
  );
  rows = { Account: Account!, Opportunity: Opportunity!, Case: Case! };
  // All but the first, of which the others are made.
  for (const { Id } of Case!.slice(1)) deleteRecord('Case', Id);
});
afterAll(async () => {
  await world.close();
  backend.close();
});

const account = (): string => copyRecord('Account', rows.Account[0]!.Id);
const deal = (AccountId: string, values: object = {}): string =>
  copyRecord('Opportunity', rows.Opportunity[0]!.Id, {
    ...{ AccountId, Name: 'A (renewal)', Type: 'New Business', CloseDate: '2026-12-01' },
    ...{ IsClosed: 0, IsWon: 0, ...values },
  });
const openCase = (AccountId: string | null, Subject: string, values: object = {}): void => {
  const plain = { AccountId, Subject, Priority: 'High', IsClosed: 0 };
  const id = copyRecord('Case', rows.Case[0]!.Id, { ...plain, ...values });
  onTestFinished(() => void deleteRecord('Case', id));
};
async function ask(variables: object = {}) {
  const { data, errors, calls } = await world.ask(query, { ...variables });
  expect(errors).toBeUndefined();
  return { cases: data.cases.nodes as readonly TruthRow[], calls: tally(calls) };
}

const deals: readonly (readonly [string, object, boolean])[] = [
  ['by its name', {}, true],
  ['in capitals', { Name: 'RENEWAL 2027' }, true],
  ['by its type', { Name: 'A', Type: 'Existing Customer - Renewal' }, true],
  ['new business', { Name: 'A' }, false],
  ['without a type', { Name: 'A', Type: null }, false],
  ['closed', { IsClosed: 1 }, false],
  ['overdue', { CloseDate: '2026-11-01' }, false],
  ['today', { CloseDate: '2026-11-02' }, true],
  ['on the last day', { CloseDate: '2027-01-01' }, true],
  ['a day later', { CloseDate: '2027-01-02' }, false],
];

it('goes by open deals that are renewals and close within the days, in as many calls however many', async () => {
  for (const [subject, values] of deals) {
    const id = account();
    deal(id, values);
    openCase(id, subject);
  }
  const { cases, calls } = await ask();
  expect(cases.map(({ subject }) => subject)).toEqual(
    deals.filter(([, , isShown]) => isShown).map(([subject]) => subject),
  );
  expect(cases.map(({ account: { opportunities } }) => opportunities.nodes.length)).toEqual(
    cases.map(() => 1),
  );
  expect(calls).toEqual({ 'cases list': 1, 'query list': 1, 'accounts list': 1 });
});

it('shows open cases of the priorities alone, oldest first, with the renewal that closes next', async () => {
  const id = account();
  deal(id, { Name: 'Later renewal', CloseDate: '2026-12-02' });
  deal(id, { Name: 'Next renewal', CloseDate: '2026-12-01' });
  openCase(id, 'younger', { CreatedDate: '2026-10-02T00:00:00.000Z' });
  openCase(id, 'older', { CreatedDate: '2026-10-01T00:00:00.000Z' });
  openCase(id, 'closed', { IsClosed: 1 });
  openCase(id, 'critical', { Priority: 'Critical', CreatedDate: '2026-10-03T00:00:00.000Z' });
  openCase(null, 'of nobody');
  const { cases } = await ask();
  expect(cases.map(({ subject }) => subject)).toEqual(['older', 'younger']);
  expect(cases[0]!.account.opportunities.nodes).toMatchObject([{ name: 'Next renewal' }]);
  const both = await ask({ priorities: ['High', 'Critical'] });
  expect(both.cases.map(({ subject }) => subject)).toEqual(['older', 'younger', 'critical']);
});

it('says so where cases may not be read, after one call', async () => {
  const { faults } = world.service.admin;
  onTestFinished(() => faults.clear());
  faults.add({ kind: 'hidden', system: 'crm', names: ['Case'] });
  const { data, errors, calls } = await world.ask(query);
  expect(data).toEqual({ cases: null });
  expect(errors).toMatchObject([
    { path: ['cases'], extensions: { code: 'UPSTREAM_FORBIDDEN', part: 'Case' } },
  ]);
  expect(tally(calls)).toEqual({ 'cases list': 1 });
});

it('has no rows where the CRM has no cases, after one call', async () => {
  deal(account());
  deleteRecord('Case', rows.Case[0]!.Id);
  expect(await ask({ first: 7 })).toEqual({ cases: [], calls: { 'cases list': 1 } });
});
