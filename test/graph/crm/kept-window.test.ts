import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/connector/clock.ts';
import { createConnector, type UpstreamConnector } from '../../../src/connector/compose.ts';
import { createResources } from '../../../src/connector/resource.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { openWorld, today } from '../../support/world.ts';

const backend = openSynthetic({ now: () => today });
/** How often the company was renamed. */
let renamed = 0;
let connector: UpstreamConnector;
const world = await openWorld({
  backend: {
    ...backend,
    async execute(operation) {
      const answer = await backend.execute(operation);
      if (answer.kind !== 'soql-page' || renamed === 0) return answer;
      const records = answer.records.map((row) =>
        'Name' in row ? { ...row, Name: `${row.Name} ${renamed}` } : row,
      );
      return { ...answer, records };
    },
  },
  index: 'off',
  context: {
    get connector() {
      return connector;
    },
    deadline: 1e9,
  },
});
afterAll(() => world.close());

let passed = 0;
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
const connect = (tenant = 'default', cacheBytes = 2 ** 24) =>
  createConnector({
    baseUrl: world.service.url,
    credential: { kind: 'static', token: world.service.token },
    tenant,
    instances: {
      'call-analytics': { id: world.service.instances.callAnalytics },
      crm: { id: world.service.instances.crm },
    },
    resources: createResources({ surroundings: { clock, random: Math.random }, cacheBytes }),
  });

beforeEach(() => {
  passed = 0;
  renamed = 0;
  connector = connect();
});

const strip = ({ data, errors }: { readonly data: unknown; readonly errors?: unknown }) => ({
  data,
  errors,
});

describe('a window of a kept page', () => {
  it.each([
    [
      'nodes',
      '{ accounts(first: 5) { nodes { name owner { name } contacts(first: 2) { nodes { name } } } } }',
    ],
    [
      'edges and their cursors',
      '{ accounts(first: 5) { edges { cursor node { name } } pageInfo { endCursor hasNextPage } } }',
    ],
    [
      'the last rows',
      '{ accounts(last: 5) { nodes { name } pageInfo { startCursor hasPreviousPage } } }',
    ],
    ['a total that has to be asked for', '{ accounts(first: 3) { totalCount nodes { name } } }'],
    [
      'a total that its rows tell',
      '{ accounts(first: 3, filter: { name: { eq: "nobody" } }) { totalCount nodes { name } } }',
    ],
    [
      'two sizes of one list',
      '{ a: accounts(first: 2) { nodes { name } } b: accounts(first: 5) { nodes { name } pageInfo { hasNextPage } } }',
    ],
    [
      'two selections',
      '{ a: accounts(first: 3) { nodes { name } } b: accounts(first: 3) { nodes { name industry __typename } } }',
    ],
    [
      'an order with ties',
      '{ opportunities(first: 9, orderBy: [{ field: CLOSE_DATE }]) { nodes { name closeDate } } }',
    ],
    ['nothing of its rows', '{ accounts(first: 0) { pageInfo { hasNextPage } totalCount } }'],
  ])('says the same however often it is asked: %s', async (_what, query) => {
    connector = connect('default', 0);
    const plain = strip(await world.ask(query));
    expect(plain.errors).toBeUndefined();
    connector = connect();
    for (let time = 0; time < 4; time += 1) {
      const answer = await world.ask(query);
      expect(strip(answer)).toEqual(plain);
      if (time > 0) expect(answer.calls).toEqual([]);
    }
  });

  it('goes with its page', async () => {
    const query = '{ accounts(first: 3) { totalCount nodes { name } } }';
    const before = await world.ask(query);
    for (let time = 0; time < 3; time += 1) await world.ask(query);
    renamed = 1;
    expect(strip(await world.ask(query))).toEqual(strip(before));
    passed += 3_600_000;
    const after = await world.ask(query);
    const names = (answer: typeof after): string[] =>
      answer.data.accounts.nodes.map(({ name }: { name: string }) => name);
    expect(names(after)).toEqual(names(before).map((name) => `${name} 1`));
    for (let time = 0; time < 3; time += 1)
      expect(strip(await world.ask(query))).toEqual(strip(after));
  });

  it('shows what hangs on who asks to those who may see it', async () => {
    const query =
      '{ contacts(first: 30) { nodes { name relatedCalls(first: 3) { nodes { isPrivate title } } } } }';
    for (let time = 0; time < 3; time += 1) await world.ask(query);
    const all = await world.ask(query);
    const few = await world.ask(query, {}, []);
    connector = connect('default', 0);
    expect(strip(all)).toEqual(strip(await world.ask(query)));
    expect(strip(few)).toEqual(strip(await world.ask(query, {}, [])));
    expect(strip(few)).not.toEqual(strip(all));
  });
});
