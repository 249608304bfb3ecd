import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../src/demo/company/id.ts';
import type { DemoService } from '../../src/demo/service.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { type Authenticator, openToAll } from '../../src/server/identity/authentication.ts';
import type { Identity } from '../../src/server/identity/identity.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { createResources, type Resources } from '../../src/upstream/shared-resource.ts';
import { unlimited } from '../support/connect.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

/**
 * Two viewers of one tenant, whose service shows each another company: the ids are the same, what stands in the rows is
 * not. All that one is shown of the other's is a fault.
 */
const viewers = ['ada', 'ben'] as const;
type ViewerName = (typeof viewers)[number];
const runtime = { clock: systemClock, random: () => 0 };

interface Company {
  readonly service: DemoService;
  /** Passes execute requests on to the service, under the ids of instances that both companies have. */
  readonly upstream: Upstream;
}

async function openCompany(seed: number): Promise<Company> {
  const service = await startDemoService({
    backend: openSynthetic({ now: () => today, customSchema, seed }),
    clock: () => today.getTime(),
  });
  const upstream = await startUpstream(async ({ path, entity, action, params }) => {
    const id = path.includes('/crm/') ? service.instances.crm : service.instances.callAnalytics;
    const response = await fetch(`${service.url}${path.replace(/[^/]+(?=\/execute$)/, id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity, action, params }),
    });
    return { status: response.status, body: await response.text() };
  });
  return { service, upstream };
}

const connect = ({ upstream }: Company, resources: Resources): UpstreamConnector =>
  createConnector({
    baseUrl: upstream.baseUrl,
    name: 'the service of both',
    credential: { kind: 'token', token: 'of both' },
    instances: {
      'call-analytics': { id: 'calls', budget: unlimited },
      crm: { id: 'crm', budget: unlimited },
    },
    resources,
  });

const byName: Authenticator = {
  isOpen: true,
  authenticate(authorization) {
    const everyone = openToAll.authenticate(undefined) as Identity;
    const name = authorization?.replace('Rights ', '') ?? '';
    return { ...everyone, rowScope: RowScope.ofViewer('default', name) };
  },
};

let companies: Readonly<Record<ViewerName, Company>>;
/** What each sees alone, by question. */
let alone: Readonly<Record<ViewerName, World>>;
const closes: (() => Promise<void>)[] = [];

/** A gateway for both. @param answers whether whole answers are kept, too. */
async function openGateway(answers: boolean, redisUrl?: string): Promise<World> {
  const resources = createResources({ runtime, redisUrl });
  if (redisUrl !== undefined) await expect.poll(() => resources.shared()).toBe('ready');
  const connectors = {
    ada: connect(companies.ada, resources),
    ben: connect(companies.ben, resources),
  };
  const ofAda = RowScope.ofViewer('default', 'ada');
  const world = await openWorld({
    shared: companies.ada.service,
    index: false,
    connectorOf: ({ rowScope }) => connectors[rowScope.equals(ofAda) ? 'ada' : 'ben'],
    server: {
      authenticator: byName,
      ...(answers && { answers: { maxBytes: 2 ** 24, indexVersion: () => null } }),
    },
  });
  closes.push(async () => {
    await world.close();
    await Promise.all(viewers.map((name) => connectors[name].close()));
    await resources.close();
  });
  return world;
}

beforeAll(async () => {
  const [ada, ben] = await Promise.all([openCompany(1), openCompany(2)]);
  companies = { ada, ben };
  const [one, other] = await Promise.all([openGateway(false), openGateway(false)]);
  alone = { ada: one, ben: other };
});
afterAll(async () => {
  await Promise.all(closes.map((close) => close()));
  for (const { service, upstream } of Object.values(companies)) {
    await upstream.close();
    await service.close();
  }
});

const received = (): number =>
  viewers.reduce((sum, name) => sum + companies[name].upstream.received.length, 0);

const ask = async (world: World, name: ViewerName, query: string) => {
  const { data, errors } = await world.ask(query, {}, [name as never]);
  return { data, errors };
};

/** The first account's id, which both companies have. */
const accountId = recordId('001', 1);
const page = 'totalCount pageInfo { hasNextPage endCursor } nodes';
/** Questions by what is shared between those who ask them. */
const questions = {
  'a list, its rows and their parents':
    '{ accounts(first: 4) { nodes { id name industry owner { name } } } }',
  'windows of children, and their counts': `{ accounts(first: 3) { nodes { name contacts(first: 2) { ${page} { name email } } } } }`,
  'a longer window, of which shorter ones are cut': `{ accounts(first: 3) { nodes { contacts(first: 30) { ${page} { name } } } } }`,
  counts: '{ opportunities(filter: { isWon: { eq: true } }) { totalCount } }',
  aggregates:
    '{ opportunitiesAggregate(groupBy: [{ field: STAGE_NAME }]) { count sum { amount } } }',
  'a record by its id': `{ account(by: { upstreamId: "${accountId}" }) { name website contacts(first: 1) { nodes { name } } } }`,
  'calls with their content':
    '{ calls(first: 3) { nodes { id title parties { name } content { brief } primaryUser { name } } } }',
  'a search':
    '{ search(term: "an", types: [ACCOUNT, CONTACT]) { id ... on Account { name } ... on Contact { name } } }',
  users: '{ users(first: 5) { nodes { upstreamId name title } } }',
  'people by their addresses': '{ calls(first: 2) { nodes { contacts { record { name } } } } }',
} as const;

describe('two viewers of one tenant', () => {
  /** What a viewer sees who shares nothing with anybody. */
  const truths = new Map<string, unknown>();
  beforeAll(async () => {
    for (const query of Object.values(questions))
      for (const name of viewers)
        truths.set(`${name} ${query}`, await ask(alone[name], name, query));
  });

  const isFree = (query: string): boolean => !query.includes('search(');

  it('see different companies, without an error', () => {
    for (const query of Object.values(questions)) {
      const [ada, ben] = viewers.map((name) => truths.get(`${name} ${query}`));
      for (const truth of [ada, ben]) expect(truth, query).toMatchObject({ errors: undefined });
      expect(ada, query).not.toEqual(ben);
    }
  });

  it.each([
    ['rows and answers of the upstreams are kept', false],
    ['whole answers are kept, too', true],
  ])(
    'are each shown theirs and no more, and a second question costs no call: %s',
    async (_, whole) => {
      const world = await openGateway(whole);
      for (const [title, query] of Object.entries(questions)) {
        // Equal questions at once, half of them of either.
        const crowd = [...viewers, ...viewers, ...viewers];
        const answers = await Promise.all(crowd.map((name) => ask(world, name, query)));
        for (const [at, name] of crowd.entries())
          expect(answers[at], `${title} for ${name}`).toEqual(truths.get(`${name} ${query}`));
        const before = received();
        for (const name of crowd)
          expect(await ask(world, name, query), title).toEqual(truths.get(`${name} ${query}`));
        if (isFree(query)) expect(received(), title).toBe(before);
      }
    },
  );

  it('send as many calls as if each were alone', async () => {
    const query = questions['a list, its rows and their parents'];
    const world = await openGateway(false);
    const calls = async (crowd: readonly ViewerName[]): Promise<number> => {
      const before = received();
      await Promise.all(crowd.map((name) => ask(world, name, query)));
      return received() - before;
    };
    const ofOne = await calls(['ada', 'ada']);
    expect(await calls(['ben', 'ada', 'ben'])).toBe(ofOne);
  });

  it('walk and export lists of their own, and take no cursor of each other', async () => {
    const world = await openGateway(true);
    const list = (after: string | null) =>
      `{ contacts(first: 40, after: ${JSON.stringify(after)}, orderBy: [{ field: NAME }]) { pageInfo { hasNextPage endCursor } nodes { name email } } }`;
    const walk = async (from: World, name: ViewerName): Promise<unknown[]> => {
      const rows: unknown[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const { data } = await ask(from, name, list(after));
        rows.push(...data.contacts.nodes);
        more = data.contacts.pageInfo.hasNextPage && rows.length < 160;
        after = data.contacts.pageInfo.endCursor;
      }
      return rows;
    };
    const both = await Promise.all(viewers.map((name) => walk(world, name)));
    expect(both).toEqual(await Promise.all(viewers.map((name) => walk(alone[name], name))));
    const { data } = await ask(world, 'ada', list(null));
    const { errors } = await ask(world, 'ben', list(data.contacts.pageInfo.endCursor));
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('another tenant or viewer') }),
    ]);
  });

  it.skipIf(!hasRedis)('find in Redis what each has read through another gateway', async () => {
    const redis = await startRedis();
    closes.unshift(() => redis.close());
    const first = await openGateway(false, redis.url);
    const queries = Object.values(questions).filter(isFree);
    for (const query of queries) await Promise.all(viewers.map((name) => ask(first, name, query)));
    const before = received();
    const second = await openGateway(false, redis.url);
    for (const query of queries)
      for (const name of viewers)
        expect(await ask(second, name, query), query).toEqual(truths.get(`${name} ${query}`));
    expect(received()).toBe(before);
  });
});
