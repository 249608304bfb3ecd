import { isObjectType } from 'graphql';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import { pluralName } from '../../../src/graph/crm/query-field.ts';
import type { CrmRequirement } from '../../../src/graph/crm/record-plan.ts';
import { isWide, sample } from '../../support/cases.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  model,
  openWorld,
  schema,
  today,
  type World,
} from '../../support/world.ts';

/**
 * Upstreams end pages early and say that more follows. A query reads on as far as its reserve
 * reaches; then windows are short and say so, and nothing is lost to who goes on.
 */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  // How many users there are is known from the first list of them on.
  await world.ask('{ users(first: 1) { nodes { id } } }');
});
afterEach(() => world.service.admin.faults.clear());
afterAll(() => world.close());

const endEarly = (rows: number | undefined, children?: number): void => {
  world.service.admin.faults.clear();
  const most = { ...(rows !== undefined && { rows }), ...(children !== undefined && { children }) };
  world.service.admin.faults.add({ kind: 'early-end', ...most });
};

interface Cost {
  readonly requested: number;
  readonly actual: number;
  readonly withheld?: number;
}

const costOf = ({ extensions, calls }: GraphAnswer): Cost => {
  const cost = extensions!.cost as Cost;
  expect(cost.actual).toBe(calls.length);
  expect(cost.actual).toBeLessThanOrEqual(cost.requested);
  return cost;
};

/** Every list of children in the schema: the root list of its parents, and its name. */
const relations = model.objects.flatMap((object) => {
  const type = schema.getType(object.typeName);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => (field.extensions.crm as CrmRequirement | undefined)?.kind === 'children')
    .map(({ name }) => [pluralName(object), name] as const);
});

interface Parent {
  readonly id: string;
  readonly contacts: Page;
}

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string;
    readonly startCursor: string;
  };
}

const page =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor startCursor }';
const idsOf = ({ edges }: Page): readonly string[] => edges.map(({ node }) => node.id);

/** Every id of a list, window by window. @param ask of one window's arguments. */
async function walk(ask: (window: string) => Promise<Page>, size: number): Promise<string[]> {
  const ids: string[] = [];
  let after = '';
  for (let windows = 0; windows < 400; windows += 1) {
    const got = await ask(`first: ${size}${after}`);
    ids.push(...idsOf(got));
    expect(got.edges.length).toBeLessThanOrEqual(size);
    if (!got.pageInfo.hasNextPage) return ids;
    expect(got.edges.length).toBeGreaterThan(0);
    after = `, after: "${got.pageInfo.endCursor}"`;
  }
  throw new Error('The walk does not end.');
}

describe.skipIf(isWide)('a page of records that ends early', () => {
  it('is read on as far as the reserve reaches, and the window is whole', async () => {
    const query = `{ accounts(first: 10) { ${page} } }`;
    const whole = (await world.ask(query)).data.accounts as Page;
    endEarly(4);
    const answer = await world.ask(query);
    expect(answer.data.accounts).toEqual(whole);
    expect(costOf(answer)).toMatchObject({ requested: 3, actual: 3 });
    expect(answer.extensions!.cost).not.toHaveProperty('withheld');
  });

  it('ends the window where the reserve does, which says that there is more', async () => {
    endEarly(3);
    const answer = await world.ask(`{ accounts(first: 10) { ${page} } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.accounts.edges).toHaveLength(9);
    expect(answer.data.accounts.pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
    });
    expect(costOf(answer)).toEqual({
      ...{ requested: 3, actual: 3, withheld: 1 },
      budget: expect.anything(),
    });
  });

  it('ends a window that is read backwards at its beginning', async () => {
    const ids = idsOf((await world.ask(`{ accounts(last: 10) { ${page} } }`)).data.accounts);
    endEarly(3);
    const { data } = await world.ask(`{ accounts(last: 10) { ${page} } }`);
    expect(idsOf(data.accounts)).toEqual(ids.slice(1));
    expect(data.accounts.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const before = `last: 1, before: "${data.accounts.pageInfo.startCursor}"`;
    const first = await world.ask(`{ accounts(${before}) { ${page} } }`);
    expect(idsOf(first.data.accounts)).toEqual(ids.slice(0, 1));
  });
});

describe('whoever goes on meets every row once, whatever the style of the pages', () => {
  it.each([
    ['records', 'accounts', '', '', 40],
    ['calls', 'calls', 'filter: { lastDays: 20 }', '', 7],
    [
      'calls of which few are kept',
      'calls',
      'filter: { titleContains: "pricing", from: "2026-08-01T00:00:00Z" }',
      '',
      9,
    ],
    ['users', 'users', '', '', 2],
    ['answered scorecards', 'answeredScorecards', '', '', 30],
    ['a free query', 'soql', 'query: "SELECT Id, Name FROM Contact LIMIT 150"', 'record', 11],
  ])('%s', async (_name, list, args, inner, rows) => {
    const shown = inner === '' ? page : page.replace('id }', `${inner} { id } }`);
    const ask = async (window: string): Promise<Page> => {
      const answer = await world.ask(
        `{ list: ${list}(${window}${args === '' ? '' : `, ${args}`}) { ${shown} } }`,
      );
      expect(answer.errors).toBeUndefined();
      costOf(answer);
      const { edges, pageInfo } = answer.data.list;
      const plain = edges.map((edge: { cursor: string; node: Record<string, { id: string }> }) =>
        inner === '' ? edge : { ...edge, node: edge.node[inner] },
      );
      return { edges: plain, pageInfo };
    };
    const whole = await walk(ask, 100);
    expect(whole.length).toBeGreaterThan(rows);
    endEarly(rows);
    const met = await walk(ask, 100);
    // Rows of the platform's pages stand in any order, which cutting the pages changes.
    const inAnyOrder = list === 'calls' || list === 'answeredScorecards';
    const sorted = (ids: readonly string[]) => (inAnyOrder ? [...ids].sort() : ids);
    expect(sorted(met)).toEqual(sorted(whole));
  });

  it('children of many parents, though those of most cannot be read on at once', async () => {
    const list = (window: string): string =>
      `contacts(${window}, orderBy: [{ field: LAST_NAME }]) { ${page} }`;
    const ofOne = (id: string) => async (window: string) =>
      (await world.ask(`{ node(id: "${id}") { ... on Account { ${list(window)} } } }`)).data.node
        .contacts as Page;
    const parents = `{ accounts(first: 12) { nodes { id ${list('first: 40')} } } }`;
    const whole = (await world.ask(parents)).data.accounts.nodes as Parent[];
    // What comes along ends early, and so do the pages that read on.
    world.service.admin.faults.add({ kind: 'early-end', rows: 2, children: 1, after: 1 });
    world.service.admin.faults.add({ kind: 'early-end', children: 1 });
    const answer = await world.ask(parents);
    expect(answer.errors).toBeUndefined();
    expect(costOf(answer)).toMatchObject({ requested: 3, actual: 3 });
    let short = 0;
    for (const [at, { id, contacts }] of (answer.data.accounts.nodes as Parent[]).entries()) {
      const own = idsOf(whole[at]!.contacts);
      const ids = idsOf(contacts);
      expect(ids).toEqual(own.slice(0, ids.length));
      expect(contacts.pageInfo.hasNextPage).toBe(ids.length < own.length);
      if (!contacts.pageInfo.hasNextPage) continue;
      short += 1;
      const onwards = `after: "${contacts.pageInfo.endCursor}"`;
      const ask = ofOne(id);
      const rest = await walk(
        (window) => ask(window.includes('after') ? window : `${window}, ${onwards}`),
        20,
      );
      expect([...ids, ...rest]).toEqual(own);
    }
    expect(short).toBeGreaterThan(2);
  });
});

describe('pages of children that end early', () => {
  it('are read on by one statement for all parents, from the place of each', async () => {
    const query = `{ accounts(first: 60) { nodes { contacts(first: 3, orderBy: [{ field: LAST_NAME, direction: DESC }]) { ${page} } } } }`;
    const { data } = await world.ask(query);
    endEarly(undefined, 1);
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual(data);
    expect(costOf(answer).actual).toBe(2);
    const [, rest] = answer.calls.map(({ params }) => (params as { q: string }).q);
    expect(rest).toMatch(/^SELECT Id, AccountId, LastName FROM Contact WHERE /);
    expect(rest!.split(' OR ').length).toBeGreaterThan(20);
  });

  it.each(sample(relations, 5))('%s.%s are the same as whole ones', async (list, relation) => {
    const query = `{ list: ${list}(first: 30) { nodes { children: ${relation}(first: 4) { ${page} } } } }`;
    const whole = await world.ask(query);
    endEarly(undefined, 1);
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual(whole.data);
    costOf(answer);
  });
});

describe.skipIf(isWide)('where a part of an answer cannot be had', () => {
  it('records by id that came are there, and the others say why', async () => {
    const { data } = await world.ask('{ accounts(first: 9) { nodes { id name } } }');
    const ids = data.accounts.nodes.map(({ id }: { id: string }) => id);
    endEarly(2);
    const answer = await world.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { name } } }',
      { ids },
    );
    const names = data.accounts.nodes.map(({ name }: { name: string }) => ({ name }));
    expect(answer.data.nodes).toEqual([...names.slice(0, 6), null, null, null]);
    expect(answer.errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual(
      [6, 7, 8].map((at) => [['nodes', at], 'SCAN_LIMIT']),
    );
    expect(costOf(answer)).toMatchObject({ requested: 3, actual: 3, withheld: 1 });
  });

  it('counts of children that came are right, and the others are unknown', async () => {
    const query = '{ accounts(first: 20) { nodes { contacts(first: 1) { totalCount } } } }';
    interface Counted {
      readonly contacts: { readonly totalCount: number | null };
    }
    const truth = (await world.ask(query)).data.accounts.nodes as Counted[];
    // The list comes whole, the counts do not.
    world.service.admin.faults.add({ kind: 'early-end', rows: 3, after: 1 });
    const answer = await world.ask(query);
    costOf(answer);
    const counts = (answer.data.accounts.nodes as Counted[]).map((node) => node.contacts);
    for (const [at, count] of counts.entries())
      expect([truth[at]!.contacts.totalCount, null]).toContain(count?.totalCount ?? null);
    expect(counts.some((count) => count?.totalCount != null)).toBe(true);
    expect(new Set(answer.errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['SCAN_LIMIT']),
    );
  });

  it('what comes after it is asked for all the same', async () => {
    const query =
      '{ calls(first: 100) { nodes { id parties { contact { name } } primaryUser { name } } } }';
    const whole = (await world.ask(query)).data.calls.nodes as unknown[];
    world.service.admin.faults.add({ kind: 'early-end', rows: 10, entity: 'calls_extensive' });
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    const { nodes } = answer.data.calls;
    expect(nodes.length).toBeLessThan(100);
    expect(nodes).toEqual(whole.slice(0, nodes.length));
    costOf(answer);
  });
});

it('tells operators of calls that were withheld', async () => {
  const registry = new Registry();
  const watched = await openWorld({ index: false, server: { registry } });
  try {
    watched.service.admin.faults.add({ kind: 'early-end', rows: 2 });
    // Of no other test: one may leave a call behind that ends while these are counted.
    await watched.ask('{ campaigns(first: 50) { nodes { id } } }');
    const figures = await registry.metrics();
    const counted = (cache: string) =>
      new RegExp(
        `^switchboard_upstream_calls_total\\{service="crm",entity="campaigns",action="list",cache="${cache}"\\} (\\d+)$`,
        'm',
      ).exec(figures)?.[1];
    expect({ sent: counted('miss') ?? counted('off'), withheld: counted('withheld') }).toEqual({
      ...{ sent: '3', withheld: '1' },
    });
  } finally {
    await watched.close();
  }
});

describe.skipIf(isWide)('what is counted', () => {
  it('a call that has to be sent again counts once', async () => {
    world.service.admin.faults.add({ kind: 'status', status: 503, times: 1 });
    const { extensions, calls } = await world.ask('{ accounts(first: 3) { nodes { name } } }');
    expect(calls).toHaveLength(2);
    expect(extensions!.cost).toMatchObject({ requested: 3, actual: 1 });
  });

  it('a list that was read to its end behind a dead token counts every page that was read', async () => {
    const first = await world.ask('{ calls(first: 100) { pageInfo { endCursor } } }');
    const { endCursor } = first.data.calls.pageInfo;
    world.service.admin.faults.add({ kind: 'cursor', change: 'expired' });
    const answer = await world.ask(`{ calls(first: 100, after: "${endCursor}") { ${page} } }`);
    expect(answer.errors).toBeUndefined();
    expect(costOf(answer).actual).toBeGreaterThan(1);
  });

  it('a call that is still under way when the answer is complete counts as sent', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const backend = openSynthetic({ now: () => today, customSchema });
    const holding: Backend = {
      ...backend,
      close: () => backend.close(),
      async execute(operation) {
        if (operation.entity === 'accounts') await held;
        return backend.execute(operation);
      },
    };
    const slow = await openWorld({ backend: holding, index: false });
    try {
      slow.service.admin.faults.add({ kind: 'status', status: 400, entity: 'contacts' });
      // Accounts are looked up by the platform's links and through contacts at the same time.
      const { data, errors, extensions } = await slow.ask(
        '{ calls(first: 60) { nodes { accounts { record { industry } } } } }',
      );
      expect(errors!.length).toBeGreaterThan(0);
      expect(data.calls.nodes.some((node: { accounts: unknown }) => node.accounts === null)).toBe(
        true,
      );
      const arrived = () =>
        slow.service
          .calls()
          .map(({ entity, status }) => [entity, status])
          .sort();
      await expect.poll(arrived).toEqual([
        ['accounts', null],
        ['calls_extensive', 200],
        ['contacts', 400],
      ]);
      expect(extensions!.cost).toMatchObject({ actual: 3 });
    } finally {
      letGo();
      await slow.close();
    }
  });
});
