/** What the second server can do otherwise, each through a gateway's front door: its data, and the requests it took. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { accountOptions } from '../../src/main/connector-service.ts';
import { startOwnAccounts } from '../../src/main/own-account-service.ts';
import { closing } from '../support/connect.ts';
import { fillMs } from '../support/patience.ts';
import type { Settings } from '../support/process.ts';
import { openGateway, openProbed, uncached } from './gateway.ts';
import type { Row } from './server/platform-row.ts';

const query = 'GET /services/data/v65.0/query';
const token = 'POST /services/oauth2/token';
/** Of a whole company, for what can change while it runs; each test begins where another may have left it. */
let live: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  live = await openGateway({}, uncached);
  await live.ask(eachObject);
});
afterAll(() => live.close());

/** Once objects are described, questions on them take their own requests alone. */
const eachObject = `{
  accounts(first: 1) { nodes { owner { name } } } opportunities(first: 1) { nodes { name } }
  contacts(first: 1) { nodes { name } } cases(first: 1) { nodes { subject } }
  tasks(first: 1) { nodes { subject } } events(first: 1) { nodes { subject } }
}`;

async function openDescribed(...options: Parameters<typeof openProbed>) {
  const described = await openProbed(...options);
  await described.ask(eachObject);
  return described;
}

const five = '{ accounts(first: 5, orderBy: [{ field: NAME }]) { nodes { name } } }';
const codes = (errors: readonly { extensions: Readonly<Record<string, unknown>> }[] = []) =>
  errors.map(({ extensions: { code, part } }) => `${code} ${part}`).toSorted();

it('hides fields and objects: they are null at their places, and the next question is right at once', async () => {
  const { server, ask } = await openDescribed({}, uncached);
  const text = `{
    accounts(first: 3, orderBy: [{ field: NAME }]) { nodes {
      name annualRevenue billingAddress { city } owner { name }
      opportunities(first: 2) { nodes { name nextStep amount } }
      cases(first: 1) { nodes { subject } } tasks(first: 1) { nodes { subject } }
      contacts(first: 2) { nodes { name title } }
    } }
  }`;
  const whole = await ask(text);
  expect(whole.errors).toBeUndefined();
  const hidden = ['Account.AnnualRevenue', 'Contact.Title', 'Opportunity.NextStep', 'Case', 'Task'];
  for (const name of hidden) server.schema.hidden.add(name);
  const first = await ask(text);
  const second = await ask(text);
  for (const { data, errors } of [first, second]) {
    expect(data.accounts.nodes).toEqual(
      whole.data.accounts.nodes.map((account: Record<string, { nodes: object[] }>) => ({
        ...account,
        ...{ annualRevenue: null, cases: null, tasks: null },
        opportunities: {
          nodes: account.opportunities!.nodes.map((deal) => ({ ...deal, nextStep: null })),
        },
        contacts: { nodes: account.contacts!.nodes.map((person) => ({ ...person, title: null })) },
      })),
    );
    expect(codes(errors)).toEqual(hidden.map((name) => `UPSTREAM_FORBIDDEN ${name}`).toSorted());
  }
  // Without tasks nothing of it is archived.
  expect([whole.requests, second.requests]).toEqual([[`${query}All`], [query]]);
  expect(server.faults).toEqual([]);
  expect(server.refusals.every((one) => /INVALID_(?:FIELD|TYPE)/.test(one))).toBe(true);
});

it('archives rows: closed tasks and events older than a year come by queryAll, and deleted ones do not', async () => {
  const { server, ask } = live;
  const { data, errors, requests } = await ask(
    '{ tasks(first: 100) { totalCount nodes { upstreamId } } events(first: 100) { nodes { upstreamId } } }',
  );
  expect(errors).toBeUndefined();
  const ids = (object: string) => (server.tables[object] ?? []).map(({ Id }) => Id).toSorted();
  expect(
    data.tasks.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId).toSorted(),
  ).toEqual(ids('Task'));
  expect(
    data.events.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId).toSorted(),
  ).toEqual(ids('Event'));
  expect(data.tasks.totalCount).toBe(24);
  expect(new Set(requests)).toEqual(new Set([`${query}All`]));
  expect(server.tables.Task?.filter(({ IsArchived }) => IsArchived)).toHaveLength(4);
});

it('counts calls that it still analyses: the answer says how many are pending, and lacks nothing else', async () => {
  const { server, ask } = await openProbed({ pending: 3 }, { INDEX: 'on' });
  const status = async () =>
    (await ask('{ indexStatus { completeShare lastError coverage { pending } } }')).data
      .indexStatus;
  await expect
    .poll(status, { interval: 50, timeout: fillMs })
    .toEqual({ completeShare: 1, lastError: null, coverage: { pending: 3 } });
  const { data, errors, extensions } = await ask(
    '{ contacts(first: 1, filter: { email: { eq: "pia2@quarry2.example" } }) { nodes { relatedCalls(first: 50) { totalCount coverage { pending } nodes { upstreamId } } } } }',
  );
  expect(errors).toBeUndefined();
  expect(extensions?.incomplete).toBeUndefined();
  const calls = server.company.calls.filter(({ parties }) =>
    parties.some(
      ({ emailAddress }: { emailAddress?: string }) => emailAddress === 'pia2@quarry2.example',
    ),
  );
  const [{ relatedCalls }] = data.contacts.nodes;
  expect(relatedCalls.coverage.pending).toBe(3);
  expect(relatedCalls.totalCount).toBe(calls.filter(({ metaData }) => !metaData.isPrivate).length);
});

describe('sessions', () => {
  it('end: one sign-in and the question again', async () => {
    const { server, ask } = live;
    const before = await ask(five);
    server.endSessions();
    const after = await ask(five);
    expect(after.data).toEqual(before.data);
    expect(before.requests).toEqual([query]);
    expect(after.requests).toEqual([query, token, query]);
    expect((await ask(five)).requests).toEqual([query]);
  });

  it('end, and each refresh token works once', async () => {
    const { server, ask } = await openDescribed(
      { rotates: true },
      {
        ...{ SALESFORCE_REFRESH_TOKEN: 'refresh-1', TOKEN_KEY: 'k'.repeat(32) },
        ...uncached,
      },
    );
    for (let round = 0; round < 3; round += 1) {
      server.endSessions();
      const { data, requests } = await ask(five);
      expect(data.accounts.nodes).toHaveLength(5);
      expect(requests).toEqual([query, token, query]);
    }
    const used = server.requests
      .filter(({ url }) => url === '/services/oauth2/token')
      .map(({ body }) => new URLSearchParams(body).get('refresh_token'));
    expect(used).toEqual(['refresh-1', 'refresh-2', 'refresh-3', 'refresh-4']);
  });
});

it.each(['end', 'redirect'] as const)(
  'renames the instance (the old address: %s): the next question finds it by signing in',
  async (how) => {
    const { server, ask } = live;
    const before = await ask(five);
    const address = await server.rename(how);
    const after = await ask(five);
    expect(after.errors).toBeUndefined();
    expect(after.data).toEqual(before.data);
    expect(after.requests).toEqual([query, token, query]);
    expect(server.requests.at(-1)?.host).toBe(address);
    expect((await ask(five)).requests).toEqual([query]);
    expect(server.requests.at(-1)?.host).toBe(address);
  },
);

it('answers gzip, which was not asked for: the same data with the same requests', async () => {
  const text = `{ ${five.slice(1, -1)} users(first: 5) { nodes { name } } calls(first: 3) { nodes { title parties { name } } } }`;
  const plain = await live.ask(text);
  const packed = await (await openDescribed({ gzip: true }, uncached)).ask(text);
  expect(packed.errors).toBeUndefined();
  const { data } = packed;
  expect(data).toEqual(plain.data);
  expect(packed.requests).toEqual(plain.requests);
});

it.each(['party', 'speaker'] as const)(
  'names speakers by the id of the %s: each has its talk time',
  async (speakersBy) => {
    const { server, ask } = speakersBy === 'party' ? live : await openProbed({ speakersBy });
    const { metaData, parties } = server.company.calls[0];
    const { data, errors } = await ask(
      'query ($id: ID!) { call(by: { upstreamId: $id }) { interaction { speakers { talkTimeSeconds party { name emailAddress } } } transcript { monologues { speaker { emailAddress } } } } }',
      { id: metaData.id },
    );
    expect(errors).toBeUndefined();
    const [host, guest] = parties;
    expect(data.call.interaction.speakers).toEqual([
      { talkTimeSeconds: 300.5, party: { name: host.name, emailAddress: host.emailAddress } },
      { talkTimeSeconds: 200, party: { name: guest.name, emailAddress: guest.emailAddress } },
    ]);
    expect(data.call.transcript.monologues).toEqual(
      [host, guest].map(({ emailAddress }) => ({
        speaker: { emailAddress: emailAddress ?? null },
      })),
    );
  },
);

it('has one user, no calls, no accounts: what is asked is blank, and costs no more', async () => {
  const text =
    '{ users(first: 5) { nodes { id } } calls(first: 5) { nodes { id } } accounts(first: 5) { totalCount nodes { id } } }';
  const { ask } = await openProbed({ users: 1, calls: 0, accounts: 0 });
  const { data, errors, requests } = await ask(text);
  expect(errors).toBeUndefined();
  expect(data.users.nodes).toHaveLength(1);
  expect([data.calls.nodes, data.accounts]).toEqual([[], { totalCount: 0, nodes: [] }]);
  expect(requests.length).toBeLessThanOrEqual(4);
});

it('answers pages of 2,000 rows with 900 fields: all of them are discovered, and shown', async () => {
  const names = Array.from({ length: 900 }, (_, n) => `F${n}__c`);
  const custom = Object.fromEntries(names.map((name, n) => [name, n % 3 === 0 ? null : `v${n}`]));
  const { server, ask, variables } = await openProbed(
    { accounts: 2_100, calls: 0, custom },
    { ...uncached, CRM_CUSTOM_SCHEMA: 'discover' },
  );
  const fields = names.map((name) => name.replace('__c', '').toLowerCase());
  const { data, errors, requests } = await ask(
    `{ accounts(first: 20, orderBy: [{ field: NAME }]) { totalCount nodes { ${fields.join(' ')} } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.accounts.totalCount).toBe(2_100);
  const expected = Object.fromEntries(
    fields.map((name, n) => [name, n % 3 === 0 ? null : `v${n}`]),
  );
  expect(data.accounts.nodes).toEqual(Array.from({ length: 20 }, () => expected));
  expect(requests.length).toBeLessThanOrEqual(3);
  // The whole list in pages of the vendor's own size.
  const { records, sizes } = await allRows(variables, `SELECT ${names.join(', ')} FROM Account`);
  expect(sizes).toEqual([2_000, 100]);
  expect(records.every((record) => names.every((name) => record[name] === custom[name]))).toBe(
    true,
  );
  expect(server.faults).toEqual([]);
  expect(server.refusals.filter((one) => one.includes('/services/'))).toEqual([]);
});

/** All pages of a statement, from the connector service of own accounts. */
async function allRows(settings: Settings, q: string) {
  const config = loadConfig(settings);
  if (config.connector.kind !== 'vendor') throw new Error('Expected own accounts');
  const service = closing(
    await startOwnAccounts(accountOptions(config.environment, config.connector)),
  );
  const url = new URL(`/api/v1/connectors/instances/${service.instances.crm}/execute`, service.url);
  const records: Row[] = [];
  const sizes: number[] = [];
  let params: object = { q };
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity: 'query', action: 'list', params }),
    });
    const { result } = (await response.json()) as { result: Row };
    records.push(...result.records);
    sizes.push(result.records.length);
    if (result.done) return { records, sizes };
    params = { q, locator: result.nextRecordsUrl };
  }
}
