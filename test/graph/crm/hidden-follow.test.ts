/** What follows from a hidden part beyond its own list: pages, routers, exports, groups of calls, matches by address, costs and caches. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type ExportOptions, exportRows } from '../../../src/cli/export/export-rows.ts';
import { isWide } from '../../support/cases.ts';
import { type GraphAnswer, openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off' });
});
afterAll(() => world.close());
afterEach(() => world.service.admin.faults.clear());

const hide = (...names: readonly string[]): void =>
  void world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: [...names] });

/** A gateway that has learnt nothing yet, and keeps what it learns. */
async function gatewayOf(index: 'off' | 'copied' = 'off'): Promise<World> {
  const gateway = await openWorld({ shared: world.service, index, cache: true });
  onTestFinished(() => gateway.close());
  return gateway;
}

const facts = ({ errors = [] }: GraphAnswer) =>
  errors.map(({ path, extensions: { code, part } }) => [path?.join('.'), code, part]);

const pageQuery = `query ($after: String) { accounts(first: 3, after: $after, orderBy: [{ field: NAME }]) {
  nodes { name annualRevenue } pageInfo { hasNextPage endCursor } } }`;

it('a walk goes on where a field becomes hidden between two pages, and where it is shown again', async () => {
  const whole = await world.ask(pageQuery.replace('3', '9'));
  const gateway = await gatewayOf();
  const names: string[] = [];
  let after: string | null = null;
  for (const change of [() => {}, () => hide('Account.AnnualRevenue'), () => {}]) {
    change();
    const answer: GraphAnswer = await gateway.ask(pageQuery, { after });
    const isHidden = names.length > 0;
    expect(facts(answer)).toEqual(
      isHidden
        ? [['accounts.nodes.0.annualRevenue', 'UPSTREAM_FORBIDDEN', 'Account.AnnualRevenue']]
        : [],
    );
    const { nodes, pageInfo } = answer.data.accounts;
    const rows = whole.data.accounts.nodes.slice(names.length, names.length + 3);
    expect(nodes).toEqual(
      isHidden ? rows.map((row: object) => ({ ...row, annualRevenue: null })) : rows,
    );
    for (const { name } of nodes) names.push(name);
    after = pageInfo.endCursor;
  }
  // Another gateway takes the cursor, which knows of nothing hidden.
  world.service.admin.faults.clear();
  const shown = await (await gatewayOf()).ask(pageQuery, { after });
  expect(facts(shown)).toEqual([]);
  expect(shown.data.accounts.nodes).toHaveLength(3);
});

it('a walk ends where what it is ordered by becomes hidden, and names it', async () => {
  const query = pageQuery.replace('NAME', 'ANNUAL_REVENUE');
  const gateway = await gatewayOf();
  const first = await gateway.ask(query);
  hide('Account.AnnualRevenue');
  const second = await gateway.ask(query, { after: first.data.accounts.pageInfo.endCursor });
  expect(second.data.accounts).toBeNull();
  expect(facts(second)).toEqual([['accounts', 'UPSTREAM_FORBIDDEN', 'Account.AnnualRevenue']]);
});

it('a list that hides nothing is there the first time, however little the estimate has to spare', async () => {
  const query =
    '{ accounts(first: 3) { nodes { name annualRevenue } } contacts(first: 3) { nodes { name title } } cases(first: 3) { nodes { subject } } }';
  const whole = await world.ask(query);
  hide('Account.AnnualRevenue', 'Contact.Title');
  const gateway = await gatewayOf();
  const first = await gateway.ask(query);
  // Three lists, two of them twice, and the look-up.
  expect(first.calls).toHaveLength(6);
  expect(first.extensions).toMatchObject({ cost: { actual: 6 } });
  const second = await gateway.ask(query);
  const without = (name: string, field: string) => ({
    nodes: whole.data[name].nodes.map((node: object) => ({ ...node, [field]: null })),
  });
  const all = {
    accounts: without('accounts', 'annualRevenue'),
    cases: whole.data.cases,
    contacts: without('contacts', 'title'),
  };
  for (const answer of [first, second]) {
    expect(answer.data).toEqual(all);
    expect(facts(answer).sort()).toEqual([
      ['accounts.nodes.0.annualRevenue', 'UPSTREAM_FORBIDDEN', 'Account.AnnualRevenue'],
      ['contacts.nodes.0.title', 'UPSTREAM_FORBIDDEN', 'Contact.Title'],
    ]);
  }
});

it('a router’s reference lacks the field, and a reference known before costs no call', async () => {
  const { data } = await world.ask('{ contacts(first: 2) { nodes { id name title } } }');
  const { nodes } = data.contacts;
  hide('Contact.Title');
  const gateway = await gatewayOf();
  const query =
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Contact { name title } } }';
  const of = nodes.map(({ id }: { id: string }) => ({ __typename: 'Contact', id }));
  for (const calls of [3, 0]) {
    const answer = await gateway.ask(query, { of });
    expect(answer.data._entities).toEqual(
      nodes.map(({ name }: { name: string }) => ({ name, title: null })),
    );
    expect(facts(answer)).toEqual([['_entities.0.title', 'UPSTREAM_FORBIDDEN', 'Contact.Title']]);
    expect(answer.calls).toHaveLength(calls);
    expect(answer.extensions).toMatchObject({ cost: { actual: calls } });
  }
  // The rows of the batch are rows of the record, whatever leads to it.
  const { id, name } = nodes[0];
  const one = await gateway.ask('query ($id: ID!) { contact(by: { id: $id }) { name title } }', {
    id,
  });
  expect([one.data.contact, one.calls]).toEqual([{ name, title: null }, []]);
  expect(facts(one)).toEqual([['contact.title', 'UPSTREAM_FORBIDDEN', 'Contact.Title']]);
});

it('an export has a column of nulls in each format, and says so once, whatever its pages', async () => {
  const { data } = await world.ask('{ accounts { totalCount } }');
  hide('Account.AnnualRevenue');
  const gateway = await gatewayOf();
  const client: Parameters<typeof exportRows>[0] = {
    execute: (query, variables) => gateway.ask(query, variables),
    close: async () => {},
  };
  const folder = mkdtempSync(join(tmpdir(), 'hidden-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const query =
    'query ($after: String) { accounts(first: 40, after: $after) { nodes { name annualRevenue } pageInfo { hasNextPage endCursor } } }';
  const written = async (format: ExportOptions['format']): Promise<string> => {
    const out = join(folder, `accounts.${format}`);
    const { incomplete, rows } = await exportRows(client, {
      ...{ query, variables: {}, format, out, isGzipped: false, selection: null },
      ...{ unnest: null, restart: false, force: false, log: () => {} },
    });
    expect(rows).toBe(data.accounts.totalCount);
    expect(rows).toBeGreaterThan(80);
    expect(incomplete).toEqual([
      {
        path: ['accounts', 'nodes', 'annualRevenue'],
        message: 'Account.AnnualRevenue is not there, or not readable for this user.',
        ...{ expected: null, received: null },
      },
    ]);
    return out;
  };
  const lines = readFileSync(await written('csv'), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('name,annualRevenue');
  expect(lines.slice(1).filter((line) => !line.endsWith(','))).toEqual([]);
  const objects = readFileSync(await written('ndjson'), 'utf8')
    .trim()
    .split('\n');
  for (const line of objects) expect(JSON.parse(line)).toMatchObject({ annualRevenue: null });
  if (!isWide) return;
  const file = await asyncBufferFromFile(await written('parquet'));
  for (const row of await parquetReadObjects({ file }))
    expect(row).toMatchObject({ name: expect.any(String), annualRevenue: null });
});

it('calls are counted by no field that is hidden: its groups are null with its name, and no others', async () => {
  const query = `{ industry: callsAggregate(groupBy: [INDUSTRY]) { groups { count } }
    segment: callsAggregate(groupBy: [SEGMENT]) { groups { count } }
    month: callsAggregate(groupBy: [MONTH]) { groups { count } } }`;
  const whole = await (await gatewayOf('copied')).ask(query);
  expect(whole.errors).toBeUndefined();
  hide('Account.Industry');
  const answer = await (await gatewayOf('copied')).ask(query);
  expect(answer.data).toEqual({ ...whole.data, industry: null });
  expect(facts(answer)).toEqual([['industry', 'UPSTREAM_FORBIDDEN', 'Account.Industry']]);
});

it('nobody is matched by a hidden address, from records and from calls, and the error says so; people whom the platform linked stay', async () => {
  const ofCalls = 'calls(first: 20) { nodes { parties { emailAddress contact { name } } } }';
  const query = `{ leads(first: 1) { nodes { relatedCalls(first: 1) { totalCount } } }
    accounts(first: 1) { nodes { name relatedCalls(first: 1) { totalCount } } }
    ${ofCalls} }`;
  const whole = await (await gatewayOf('copied')).ask(query);
  expect(whole.errors).toBeUndefined();
  hide('Contact.Email', 'Lead.Email');
  const { data, errors = [] } = await (await gatewayOf('copied')).ask(query);
  const said = (root: string): readonly string[] => [
    ...new Set(errors.filter(({ path }) => path?.[0] === root).map(({ message }) => message)),
  ];
  const unmatched = (name: string): string =>
    `${name}.Email is not there, or not readable for this user, so nobody can be matched by it.`;
  expect(said('leads')).toEqual([unmatched('Lead')]);
  expect(said('accounts')).toEqual([unmatched('Contact')]);
  expect(said('calls')).toEqual([unmatched('Contact')]);
  expect(data.accounts.nodes[0].name).toBe(whole.data.accounts.nodes[0].name);
  type Call = { readonly parties: readonly { readonly contact: object | null }[] };
  const people = (answer: { readonly calls: { readonly nodes: readonly Call[] } }) =>
    answer.calls.nodes.flatMap(({ parties }) => parties.map(({ contact }) => contact));
  const [before, after] = [people(whole.data), people(data)];
  for (const [at, contact] of after.entries())
    if (contact !== null) expect(contact).toEqual(before[at]);
  expect(after.filter((one) => one !== null).length).toBeGreaterThan(0);
  expect(after.filter((one) => one !== null).length).toBeLessThan(
    before.filter((one) => one !== null).length,
  );
});
