/** What the CRM hides from its user is null at its own path, with its name; nothing else is lost, and the next question knows. */

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/upstream/clock.ts';
import { createConnector } from '../../../src/upstream/connector.ts';
import { createResources } from '../../../src/upstream/shared-resource.ts';
import { type GraphAnswer, openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off' });
});
afterAll(() => world.close());
beforeEach(() => world.service.admin.faults.clear());

type Says = 'text' | 'place' | 'code';

/** A gateway that has learnt nothing yet, over the same company, whose CRM hides these. */
async function hiding(names: readonly string[], says?: Says): Promise<World> {
  world.service.admin.faults.add({ kind: 'hidden', system: 'crm', names: [...names], says });
  const gateway = await openWorld({ shared: world.service, index: 'off', cache: true });
  onTestFinished(() => gateway.close());
  return gateway;
}

const facts = ({ errors = [] }: GraphAnswer) =>
  errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }));

const hidden = (name: string, ...path: readonly (string | number)[]) => ({
  message: `${name} is not there, or not readable for this user.`,
  path,
  code: 'UPSTREAM_FORBIDDEN',
});

const forms: readonly Says[] = ['text', 'place', 'code'];

describe('a hidden field', () => {
  const list = '{ accounts(first: 3) { nodes { name annualRevenue industry } } }';

  it.each(forms)('costs one field, once, where the refusal says the %s', async (says) => {
    const whole = await world.ask(list);
    world.service.admin.faults.clear();
    const gateway = await hiding(['Account.AnnualRevenue'], says);
    const first = await gateway.ask(list);
    const nodes = whole.data.accounts.nodes.map((node: object) => ({
      ...node,
      annualRevenue: null,
    }));
    expect(first.data).toEqual({ accounts: { nodes } });
    const error = hidden('Account.AnnualRevenue', 'accounts', 'nodes', 0, 'annualRevenue');
    expect(facts(first)).toEqual([error]);
    // Refused, looked up, asked again.
    expect(first.calls.map(({ status }) => status)).toEqual([400, 200, 200]);
    expect(first.extensions).toMatchObject({ cost: { actual: 3 } });
    const second = await gateway.ask(list.replace('3', '4'));
    expect(second.calls.map(({ status }) => status)).toEqual([200]);
    expect(facts(second)).toEqual([error]);
  });

  it('costs one field of a record by its id, and of a parent', async () => {
    const query =
      '{ contacts(first: 2) { nodes { id name title account { name tickerSymbol } } } }';
    const { data } = await world.ask(query);
    const gateway = await hiding(['Account.TickerSymbol', 'Contact.Title']);
    const list = await gateway.ask(query);
    const without = (node: Record<string, object>) => ({
      ...node,
      title: null,
      account: { ...node.account, tickerSymbol: null },
    });
    expect(list.data.contacts.nodes).toEqual(data.contacts.nodes.map(without));
    expect(facts(list)).toEqual([
      hidden('Contact.Title', 'contacts', 'nodes', 0, 'title'),
      hidden('Account.TickerSymbol', 'contacts', 'nodes', 0, 'account', 'tickerSymbol'),
    ]);
    const [{ id }] = data.contacts.nodes;
    const one = await gateway.ask(`{ contact(by: { id: "${id}" }) { name title department } }`);
    expect(one.data.contact).toMatchObject({ name: data.contacts.nodes[0].name, title: null });
    expect(facts(one)).toEqual([hidden('Contact.Title', 'contact', 'title')]);
    expect(one.calls.map(({ status }) => status)).toEqual([200]);
  });

  it('teaches a get as well as a list', async () => {
    const { data } = await world.ask('{ contacts(first: 1) { nodes { id name } } }');
    const [{ id, name }] = data.contacts.nodes;
    const gateway = await hiding(['Contact.Title']);
    const one = await gateway.ask(`{ contact(by: { id: "${id}" }) { name title } }`);
    expect(one.data.contact).toEqual({ name, title: null });
    expect(facts(one)).toEqual([hidden('Contact.Title', 'contact', 'title')]);
  });

  it('is named where something is filtered, ordered or grouped by it', async () => {
    const gateway = await hiding(['Account.AnnualRevenue', 'Opportunity.StageName']);
    const asked = [
      [
        'accounts(filter: { annualRevenue: { gt: 1 } }) { nodes { name } }',
        'Account.AnnualRevenue',
        'filtered',
      ],
      [
        'accounts(orderBy: [{ field: ANNUAL_REVENUE }]) { nodes { name } }',
        'Account.AnnualRevenue',
        'ordered',
      ],
      [
        'opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { count }',
        'Opportunity.StageName',
        'grouped',
      ],
    ] as const;
    for (const [query, name, use] of asked) {
      const answer = await gateway.ask(`{ asked: ${query} }`);
      expect(facts(answer)).toEqual([
        {
          message: `${name} is not there, or not readable for this user, so nothing can be ${use} by it.`,
          path: ['asked'],
          code: 'UPSTREAM_FORBIDDEN',
        },
      ]);
      expect((await gateway.ask(`{ asked: ${query} }`)).calls).toEqual([]);
    }
  });
});

describe('a hidden object', () => {
  it.each(forms)(
    'costs its list below each parent, once, where the refusal says the %s',
    async (says) => {
      const query =
        '{ accounts(first: 3) { nodes { name cases(first: 2) { nodes { subject } } } } }';
      const { data } = await world.ask(query);
      const gateway = await hiding(['Case'], says);
      const answer = await gateway.ask(query);
      const nodes = data.accounts.nodes.map((node: object) => ({ ...node, cases: null }));
      expect(answer.data).toEqual({ accounts: { nodes } });
      expect(facts(answer)).toMatchObject([
        { path: ['accounts', 'nodes', 0, 'cases'], code: 'UPSTREAM_FORBIDDEN' },
      ]);
      expect(answer.errors?.[0]?.message).toMatch(/^(Case|Account\.Cases) is not there, or not/);
      expect(answer.calls.map(({ status }) => status)).toEqual([400, 200, 200]);
    },
  );

  it('costs its own list, and no call once it is known', async () => {
    const gateway = await hiding(['Case']);
    const query = '{ cases(first: 2) { nodes { subject } } accounts(first: 1) { nodes { name } } }';
    const first = await gateway.ask(query);
    expect(facts(first)).toEqual([hidden('Case', 'cases')]);
    expect(first.data.accounts.nodes).toHaveLength(1);
    const second = await gateway.ask('{ cases(first: 3) { nodes { subject } } }');
    expect(facts(second)).toEqual([hidden('Case', 'cases')]);
    expect(second.calls).toEqual([]);
  });
});

it('any other failure teaches nothing', async () => {
  const { faults } = world.service.admin;
  const gateway = await openWorld({ shared: world.service, index: 'off', cache: true });
  onTestFinished(() => gateway.close());
  const list = '{ accounts(first: 3) { nodes { name annualRevenue } } }';
  const others = [
    { kind: 'status', status: 503, body: 'html' },
    { kind: 'denied', reason: 'quota' },
    { kind: 'denied', reason: 'rights' },
  ] as const;
  for (const fault of others) {
    faults.add({ ...fault, system: 'crm' });
    const { data, errors } = await gateway.ask(list);
    expect(data.accounts).toBeNull();
    expect(errors).toHaveLength(1);
    faults.clear();
  }
});

describe('where the CRM describes nothing', () => {
  const names = ['Site', 'Fax', 'Rating', 'Sic', 'Phone', 'Website', 'Type', 'Industry'];
  const selection = names.map((name) => name.charAt(0).toLowerCase() + name.slice(1)).join(' ');
  const list = `{ accounts(first: 2) { nodes { name ${selection} cases(first: 1) { nodes { subject } } } } }`;
  const gone = ['Account.Fax', 'Account.Sic', 'Case.Subject'];

  it.each(['text', 'code'] as const)(
    'what is hidden is found by what the %s says',
    async (says) => {
      const whole = await world.ask(list);
      await hiding([...gone, 'EntityParticle'], says);
      const gateway = await openWorld({
        ...{ shared: world.service, index: 'off', cache: true },
        reserve: () => 100,
      });
      onTestFinished(() => gateway.close());
      const answer = await gateway.ask(list);
      const without = ({ cases, ...node }: Record<string, { nodes: object[] }>) => ({
        ...node,
        fax: null,
        sic: null,
        cases: { nodes: cases!.nodes.map(() => ({ subject: null })) },
      });
      expect(answer.data.accounts.nodes).toEqual(whole.data.accounts.nodes.map(without));
      expect(answer.calls.length).toBeLessThan(30);
      expect((await gateway.ask(list.replace('2', '3'))).calls).toHaveLength(1);
    },
  );

  it('what the reserve does not cover is said, and found when it is asked again', async () => {
    const gateway = await hiding([...gone, 'EntityParticle'], 'code');
    const first = await gateway.ask(list);
    expect(first.data.accounts).toBeNull();
    expect(first.errors).toMatchObject([{ extensions: { code: 'SCAN_LIMIT', retryable: true } }]);
    let asked = 1;
    for (let data = first.data; data.accounts === null && asked < 20; asked += 1)
      ({ data } = await gateway.ask(list));
    expect(asked).toBeLessThan(20);
  });
});

it('a search goes on without an object that is hidden, and says so', async () => {
  const query = '{ search(term: "renewal", types: [OPPORTUNITY, CASE]) { __typename recordName } }';
  const { data } = await world.ask(query);
  const gateway = await hiding(['Case']);
  const answer = await gateway.ask(query);
  const left = data.search.filter((one: { __typename: string }) => one.__typename !== 'Case');
  expect(answer.data.search).toEqual([...left, null]);
  expect(facts(answer)).toEqual([hidden('Case', 'search', left.length)]);
});

it('nobody is matched by a hidden address, and the error says so', async () => {
  const gateway = await hiding(['Contact.Email']);
  const { data, errors } = await gateway.ask(
    '{ contacts(first: 2) { nodes { name relatedCalls { totalCount } } } }',
  );
  expect(data.contacts.nodes).toMatchObject([{ relatedCalls: null }, { relatedCalls: null }]);
  const unmatched = {
    message:
      'Contact.Email is not there, or not readable for this user, so nobody can be matched by it.',
  };
  expect(errors).toMatchObject([unmatched]);
  const byContact = await gateway.ask(
    '{ calls(first: 2, filter: { participants: { contact: { lastName: { gt: "A" } } } }) { totalCount } }',
  );
  expect(byContact).toMatchObject({ data: { calls: null }, errors: [unmatched] });
});

it('a right that is granted shows within a quarter of an hour', async () => {
  let later = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + later };
  const connector = createConnector({
    baseUrl: world.service.url,
    credential: { kind: 'token', token: world.service.token },
    instances: { crm: { id: world.service.instances.crm } },
    resources: createResources({ runtime: { clock, random: () => 0 } }),
  });
  const context = { connector, deadline: Number.POSITIVE_INFINITY };
  const gateway = await openWorld({ shared: world.service, index: 'off', context });
  onTestFinished(async () => {
    await gateway.close();
    await connector.close();
  });
  const list = '{ accounts(first: 3) { nodes { name annualRevenue } } }';
  world.service.admin.faults.add({ kind: 'hidden', names: ['Account.AnnualRevenue'] });
  expect((await gateway.ask(list)).errors).toHaveLength(1);
  world.service.admin.faults.clear();
  later = 13 * 60_000;
  expect((await gateway.ask(list)).errors).toHaveLength(1);
  later = 15 * 60_000;
  expect((await gateway.ask(list)).errors).toBeUndefined();
});
