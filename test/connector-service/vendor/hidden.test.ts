/** Own accounts whose CRM hides fields and objects from their user, and shows them later. */

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { type FacadeClient, openFacade } from '../../support/facade.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, openWorld, today } from '../../support/world.ts';

let client: FacadeClient;
/** The description in a batch of one, in place of the CRM's own. */
let described: object | null = null;
beforeAll(async () => {
  client = await openFacade({
    backend: openSynthetic({ now: () => today, customSchema }),
    clock: () => today.getTime(),
    instead: ({ url }) =>
      described !== null && url.endsWith('/composite/batch')
        ? {
            status: 200,
            contentType: 'application/json',
            body: JSON.stringify({ hasErrors: true, results: [described] }),
          }
        : null,
  });
});
afterAll(() => client.close());

async function change(method: 'DELETE' | 'PUT', names: readonly string[]): Promise<void> {
  for (const name of names) await fetch(`${client.facade.url}/admin/rights/${name}`, { method });
}

async function openOwn() {
  const { accounts, url } = client.facade;
  const { clientId: client_id, clientSecret: client_secret } = accounts.crmApp;
  const vendor = openVendorBackend({ clock: () => today.getTime() });
  const instance = {
    id: 'crm',
    credentials: () => ({ client_id, client_secret, instance_url: url }),
  };
  const world = await openWorld({
    index: 'off',
    cache: true,
    crm: { describesFields: true, locatorParam: 'locator' },
    backend: {
      execute: (operation) => vendor.execute({ ...operation, instance }),
      close: () => vendor.close(),
    },
  });
  onTestFinished(() => world.close());
  return world;
}

it('shows all but what is hidden, and names it', async () => {
  const query =
    '{ accounts(first: 3) { nodes { name annualRevenue cases(first: 1) { nodes { subject } } owner { name title } } } cases(first: 1) { nodes { subject } } }';
  const names = ['Account.AnnualRevenue', 'User.Title', 'Case'];
  const whole = await (await openOwn()).ask(query);
  expect(whole.errors).toBeUndefined();
  await change('DELETE', names);
  onTestFinished(() => change('PUT', names));
  const own = await openOwn();
  const first = await own.ask(query);
  const nodes = whole.data.accounts.nodes.map((node: Record<string, object>) => ({
    ...node,
    annualRevenue: null,
    cases: null,
    owner: { ...node.owner, title: null },
  }));
  expect(first.data).toEqual({ accounts: { nodes }, cases: null });
  expect(first.errors?.map(({ extensions }) => [extensions.code, extensions.part]).sort()).toEqual([
    ['UPSTREAM_FORBIDDEN', 'Account.AnnualRevenue'],
    ['UPSTREAM_FORBIDDEN', 'Case'],
    ['UPSTREAM_FORBIDDEN', 'Case'],
    ['UPSTREAM_FORBIDDEN', 'User.Title'],
  ]);
  // Known beforehand: nothing is refused, and what describes is nobody's own question.
  expect(first.calls.map(({ status }) => status)).not.toContain(400);
  const described = first.calls.filter(({ params }) =>
    JSON.stringify(params).includes('EntityParticle'),
  );
  expect(described).not.toEqual([]);
  expect(first.extensions).toMatchObject({
    cost: { actual: first.calls.length - described.length },
  });
  const second = await own.ask(query);
  expect(second.data).toEqual(first.data);
  expect(second.calls).toEqual([]);
});

it('knows of a record by its id that its object is hidden, and asks for none', async () => {
  await change('DELETE', ['Case']);
  onTestFinished(() => change('PUT', ['Case']));
  const own = await openOwn();
  const { data, errors, calls } = await own.ask(
    '{ case(by: { upstreamId: "500Sy0000000001" }) { subject } }',
  );
  expect(data.case).toBeNull();
  expect(errors).toMatchObject([
    { path: ['case'], extensions: { code: 'UPSTREAM_FORBIDDEN', part: 'Case' } },
  ]);
  expect(calls.map(({ entity, status }) => [entity, status])).toEqual([['query', 200]]);
});

it.each([
  [503, 'SERVER_UNAVAILABLE'],
  [500, 'UNKNOWN_EXCEPTION'],
])(
  'a description that fails (%s %s) teaches nothing, and the question is asked',
  async (statusCode, errorCode) => {
    described = { statusCode, result: [{ errorCode, message: 'no' }] };
    onTestFinished(() => {
      described = null;
    });
    const own = await openOwn();
    const { data, errors } = await own.ask(
      '{ accounts(first: 3) { nodes { name annualRevenue } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes).toHaveLength(3);
  },
);
