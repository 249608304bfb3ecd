import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../../src/connector-service/log.ts';
import type { Identity } from '../../../src/server/identity/identity.ts';
import { systemClock } from '../../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../../src/upstream/connector.ts';
import { createResources, type ResourceOptions } from '../../../src/upstream/shared-resource.ts';
import { unlimited } from '../../support/connect.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { byRights, type GraphAnswer, model, openWorld, today } from '../../support/world.ts';

const backend = openSynthetic({ now: () => today });
let connector: UpstreamConnector;
const world = await openWorld({
  backend,
  index: 'off',
  // Read for each request.
  connectorOf: () => connector,
  context: {
    // The connector's clock runs ahead of the server's.
    deadline: 1e9,
  },
  server: {
    authenticator: {
      isOpen: true,
      authenticate: (header) => ({
        ...(byRights.authenticate(header) as Identity),
        tenant: connector.scope.tenant,
        rowScope: connector.scope,
      }),
    },
  },
});
afterAll(() => world.close());

/** Age comes from the tests alone: on a busy machine they may take longer than a lookup is kept. */
let passed = 0;
const runtime = {
  clock: { ...systemClock, monotonic: () => 1_000 + passed },
  random: Math.random,
};
const resourcesOf = (options: ResourceOptions = {}) =>
  // Without kept answers whatever is not looked up again is a row's or a lookup's doing.
  createResources({ runtime, cacheBytes: 0, ...options });

const connect = (
  resources: ReturnType<typeof resourcesOf>,
  { tenant = 'default', token = world.service.token } = {},
) =>
  createConnector({
    baseUrl: world.service.url,
    credential: { kind: 'token', token },
    tenant,
    instances: {
      // Its window would wait for time to pass.
      'call-analytics': { id: world.service.instances.callAnalytics, budget: unlimited },
      crm: { id: world.service.instances.crm },
    },
    resources,
  });

beforeEach(() => {
  passed = 0;
  connector = connect(resourcesOf());
});

const people = (first: number, fields: string, field = 'contact') =>
  `{ calls(first: ${first}) { nodes { upstreamId parties { emailAddress ${field} { ${fields} } } } } }`;

/** Statements that reached the CRM. */
const statements = ({ calls }: GraphAnswer): string[] =>
  calls
    .filter(({ entity }) => entity !== 'calls_extensive')
    .map(({ params }: LogEntry) => String((params as { q?: unknown }).q));

const addressesIn = (text: string): Set<string> => new Set(text.match(/[^'\s,(]+@[^'\s,)]+/g));

interface Party {
  readonly emailAddress: string | null;
  readonly contact: Readonly<Record<string, string>> | null;
}
const partiesOf = ({ data }: GraphAnswer): Party[] =>
  data.calls.nodes.flatMap(({ parties }: { parties: Party[] | null }) => parties ?? []);

async function askPlain(query: string): Promise<GraphAnswer> {
  const answer = await world.ask(query);
  expect(answer.errors).toBeUndefined();
  return answer;
}

describe('people once looked up', () => {
  it('are known to the next question, those nobody has included', async () => {
    const first = await askPlain(people(30, 'name'));
    expect(statements(first)).toHaveLength(1);
    expect(partiesOf(first).some(({ contact }) => contact === null)).toBe(true);
    expect(partiesOf(first).some(({ contact }) => contact !== null)).toBe(true);
    const again = await askPlain(people(30, 'name'));
    expect(statements(again)).toEqual([]);
    expect(again.data).toEqual(first.data);
  });

  it('are not asked for again by a question about them and others', async () => {
    const few = await askPlain(people(10, 'name account { name }'));
    const more = await askPlain(people(30, 'name account { name }'));
    const [known] = statements(few);
    const asked = statements(more);
    expect(asked).toHaveLength(1);
    expect(addressesIn(asked[0]!).size).toBeGreaterThan(0);
    expect(addressesIn(asked[0]!).intersection(addressesIn(known!))).toEqual(new Set());
    connector = connect(resourcesOf());
    expect((await askPlain(people(30, 'name account { name }'))).data).toEqual(more.data);
  });

  it('are asked for by one statement where other fields are wanted of some', async () => {
    await askPlain(people(10, 'name'));
    const more = await askPlain(people(30, 'title'));
    expect(statements(more)).toHaveLength(1);
    const both = await askPlain(people(30, 'title'));
    expect(statements(both)).toEqual([]);
    expect(both.data).toEqual(more.data);
    // Names and titles of different moments may be of two states of a person.
    expect(statements(await askPlain(people(10, 'name title')))).toHaveLength(1);
    expect(statements(await askPlain(people(10, 'title name')))).toEqual([]);
  });

  it('are known to matches, to calls and to their accounts as well', async () => {
    const links = `contacts { matchedBy record { name } } accounts { matchedBy record { name } }
      leads { record { name } } parties { contactMatches { matchedBy record { name } } }`;
    const query = `{ calls(first: 20) { nodes { ${links} } } }`;
    const first = await askPlain(query);
    const again = await askPlain(query);
    expect(statements(first).length).toBeGreaterThan(0);
    expect(statements(again)).toEqual([]);
    expect(again.data).toEqual(first.data);
    expect(statements(await askPlain(people(20, 'name')))).toEqual([]);
  });

  it('are looked up anew when their time is over, and what has come about since is seen', async () => {
    const before = await askPlain(people(30, 'name'));
    const stranger = partiesOf(before).find(
      ({ emailAddress, contact }) => emailAddress !== null && contact === null,
    )!.emailAddress!;
    const [contact] = (await askPlain('{ contacts(first: 1) { nodes { upstreamId name } } }')).data
      .contacts.nodes;
    const copy = backend.changes.copyRecord('Contact', contact.upstreamId, { Email: stranger });
    const known = (answer: GraphAnswer) =>
      partiesOf(answer)
        .filter(({ emailAddress }) => emailAddress === stranger)
        .map((party) => party.contact?.name);
    passed = 29_000;
    const still = await askPlain(people(30, 'name'));
    expect(statements(still)).toEqual([]);
    expect(new Set(known(still))).toEqual(new Set([undefined]));
    passed = 31_000;
    const late = await askPlain(people(30, 'name'));
    expect(statements(late)).toHaveLength(1);
    expect(new Set(known(late))).toEqual(new Set([contact.name]));
    backend.changes.deleteRecord('Contact', copy);
    passed = 62_000;
    expect(new Set(known(await askPlain(people(30, 'name'))))).toEqual(new Set([undefined]));
  });

  it('and past half of their time go along with a statement that is made anyway', async () => {
    await askPlain(people(10, 'name'));
    passed = 20_000;
    expect(statements(await askPlain(people(30, 'name')))).toHaveLength(1);
    // Were they not, each group would have a statement of its own every half minute.
    passed = 40_000;
    expect(statements(await askPlain(people(30, 'name')))).toEqual([]);
    passed = 51_000;
    expect(statements(await askPlain(people(30, 'name')))).toHaveLength(1);
  });

  it('belong to their tenant and its credential', async () => {
    const resources = resourcesOf();
    connector = connect(resources);
    await askPlain(people(10, 'name'));
    connector = connect(resources, { tenant: 'other' });
    expect(statements(await askPlain(people(10, 'name')))).toHaveLength(1);
    connector = connect(resources, { token: 'another' });
    const refused = await world.ask(people(10, 'name'));
    expect(refused.errors?.map(({ extensions }) => extensions.code)).toContain('UPSTREAM_AUTH');
  });

  it('are not kept where nothing is', async () => {
    connector = connect(resourcesOf({ entityBytes: 0 }));
    const first = await askPlain(people(10, 'name'));
    const again = await askPlain(people(10, 'name'));
    expect(statements(again)).toEqual(statements(first));
  });

  it('show a viewer no more of a private call than before', async () => {
    const everything = await askPlain(people(60, 'name'));
    const less = await world.ask(people(60, 'name'), {}, []);
    const hidden = less.data.calls.nodes.filter(
      ({ parties }: { parties: unknown }) => parties === null,
    ).length;
    expect(hidden).toBeGreaterThan(0);
    expect(less.errors).toHaveLength(hidden);
    const shown = new Map(
      everything.data.calls.nodes.map((call: { upstreamId: string }) => [call.upstreamId, call]),
    );
    for (const call of less.data.calls.nodes)
      if (call.parties !== null) expect(call).toEqual(shown.get(call.upstreamId));
  });

  it('of a kept answer are known with its age, even where it was fetched anew behind a late one', async () => {
    const resources = resourcesOf({ cacheBytes: 10_000_000 });
    connector = connect(resources);
    const first = await askPlain(people(10, 'name'));
    passed = 40_000;
    const since = runtime.clock.monotonic();
    expect((await askPlain(people(10, 'name'))).data).toEqual(first.data);
    // The refresh is on nobody's time.
    await vi.waitFor(() =>
      expect([...resources.memory.values()].some(({ storedAt }) => storedAt >= since)).toBe(true),
    );
    passed = 60_000;
    const statementsAt = async (ms: number) => {
      passed = ms;
      resources.memory.clear();
      return statements(await askPlain(people(10, 'name')));
    };
    expect(statements(await askPlain(people(10, 'name')))).toEqual([]);
    expect(await statementsAt(69_000)).toEqual([]);
    expect(await statementsAt(75_000)).toHaveLength(1);
  });

  it('are in answers written anew as soon as one of them has changed or is too old', async () => {
    const query = people(30, 'upstreamId name account { name }');
    // From the second time on a document is planned, and from the third on its calls are kept as text.
    const asked = async () => {
      const answers = [];
      for (let time = 0; time < 4; time += 1) answers.push(await askPlain(query));
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      expect(answers.slice(1).flatMap(statements)).toEqual([]);
      return answers[0]!;
    };
    const first = await asked();
    const [someone] = partiesOf(first).filter(({ contact }) => contact !== null);
    const { emailAddress } = someone!;
    const upstreamId = someone!.contact!.upstreamId!;
    const contact = model.object('Contact')!;
    const named = (answer: GraphAnswer) => {
      const found = partiesOf(answer).find((party) => party.emailAddress === emailAddress);
      return found?.contact?.name;
    };
    const paths = new Set(['Name', 'AccountId', 'Account.Name', 'Account.Id']);
    const changed = { Id: upstreamId, Name: 'Somebody Else', AccountId: null, Account: null };
    connector.entities.put(contact.entity, [changed], paths);
    expect(named(await asked())).toBe('Somebody Else');
    connector.entities.drop(contact.entity, upstreamId);
    const anew = await asked();
    expect(statements(anew)).toHaveLength(1);
    expect(named(anew)).toBe(someone!.contact!.name);
    passed = 31_000;
    expect(statements(await asked())).toHaveLength(1);
  });

  it('show who may see less no more, however often who may see all has asked', async () => {
    const query = `{ calls(first: 60) { nodes { upstreamId isPrivate title primaryUser { name } parties { name contact { name } } } } }`;
    for (let time = 0; time < 4; time += 1) {
      const all = await askPlain(query);
      const less = await world.ask(query, {}, []);
      const calls: Readonly<Record<string, unknown>>[] = less.data.calls.nodes;
      const hidden = calls.filter(({ isPrivate }) => isPrivate);
      expect(hidden.length).toBeGreaterThan(0);
      for (const call of hidden) expect(call).toMatchObject({ title: null, parties: null });
      expect(less.errors).toHaveLength(2 * hidden.length);
      for (const [at, call] of calls.entries())
        if (!call.isPrivate) expect(call).toEqual(all.data.calls.nodes[at]);
    }
  });
});
