import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWide, sample } from '../../support/cases.ts';
import { openWorld, type World } from '../../support/world.ts';
import { type Everything, Join, type JoinedCall, readCompany, type Subject } from './everything.ts';
import { type Windowed, walk, windowFields } from './walk.ts';

let world: World;
let all: Everything;
let join: Join;
beforeAll(async () => {
  world = await openWorld();
  all = await readCompany(world);
  join = new Join(all);
});
afterAll(() => world.close());

interface Edge {
  readonly cursor: string;
  readonly node: { readonly upstreamId: string } | null;
  readonly matches: readonly { readonly reason: string; readonly key: string }[];
}
interface Related extends Windowed<Edge> {
  readonly nodes: readonly { readonly upstreamId: string }[];
}
interface Record {
  readonly upstreamId: string;
  readonly [alias: string]: Related | string;
}

const from = '2026-05-01T00:00:00Z';
const to = '2026-10-20T12:00:00Z';
const bounds = { from: Date.parse(from), to: Date.parse(to) };
const idsOf = (calls: readonly JoinedCall[]): string[] => calls.map(({ id }) => id);

/** Every record of a list with the aliased relations, page by page. */
async function records(list: string, relations: string): Promise<Record[]> {
  return (
    await walk<{ readonly node: Record }>(
      world,
      `query ($first: Int, $after: String, $last: Int, $before: String) {
        list: ${list}(first: $first, after: $after, last: $last, before: $before) {
          ${windowFields} edges { node { upstreamId ${relations} } }
        }
      }`,
      ({ list: connection }) => connection,
      100,
    )
  ).map(({ node }) => node);
}

/** The whole relation of one record, where its first window is not all. */
async function rest(list: string, id: string, args: string, first: Related): Promise<string[]> {
  const edges = first.pageInfo.hasNextPage
    ? await walk<Edge>(
        world,
        `query ($first: Int, $after: String, $last: Int, $before: String) {
          one: ${list.replace(/ies$/, 'y').replace(/s$/, '')}(by: { upstreamId: "${id}" }) {
            relatedCalls(first: $first, after: $after, last: $last, before: $before, ${args}) {
              ${windowFields} edges { cursor node { upstreamId } }
            }
          }
        }`,
        ({ one }: { one: { relatedCalls: Windowed<Edge> } }) => one.relatedCalls,
        100,
      )
    : first.edges;
  return edges.map(({ node }) => node!.upstreamId);
}

const selection = `{ ${windowFields} edges { cursor node { upstreamId } matches { reason key } } }`;

describe('relatedCalls equal a join over all calls', () => {
  const kinds: readonly (readonly [
    list: string,
    variants: readonly (readonly [args: string, subject: (row: never) => Subject])[],
    rows: (everything: Everything) => readonly { readonly Id: string }[],
  ])[] = [
    ['contacts', [['', (row) => join.contact(row)]], ({ contacts }) => contacts],
    ['leads', [['', (row) => join.contact(row)]], ({ leads }) => leads],
    ['accounts', [['', (row) => join.account(row)]], ({ accounts }) => accounts],
    [
      'opportunities',
      [
        ['', (row) => join.deal(row)],
        ['viaContactRoles: true', (row) => join.dealWithPeople(row)],
      ],
      ({ opportunities }) => opportunities,
    ],
  ];

  it.each(kinds)('of all %s', async (list, variants, rows) => {
    for (const [args, subject] of variants) {
      const found = await records(
        list,
        `relatedCalls(first: 100, ${args || 'order: NEWEST'}) ${selection}`,
      );
      expect(found.map(({ upstreamId }) => upstreamId)).toEqual(rows(all).map(({ Id }) => Id));
      let calls = 0;
      for (const [i, row] of rows(all).entries()) {
        const related = found[i]!.relatedCalls as Related;
        const expected = join.callsOf(subject(row as never));
        expect(await rest(list, row.Id, args || 'order: NEWEST', related)).toEqual(idsOf(expected));
        expect(related.totalCount).toBe(expected.length);
        for (const [at, edge] of related.edges.entries()) {
          const reasons = edge.matches.map(({ reason, key }) => `${reason} ${key}`);
          expect([...new Set(reasons)].sort()).toEqual(expected[at]!.matches);
        }
        calls += expected.length;
      }
      expect(calls).toBeGreaterThan(rows(all).length / 2);
    }
  });

  it.each(sample(kinds, 2))(
    'of all %s, whatever the order and the filter',
    async (list, [variant], rows) => {
      const [, subject] = variant!;
      const found = await records(
        list,
        `oldest: relatedCalls(first: 100, order: OLDEST) ${selection}
       some: relatedCalls(first: 100, from: "${from}", to: "${to}", scope: ["External"], minDurationSeconds: 900) ${selection}
       last: relatedCalls(last: 2, role: [ATTENDEE]) ${selection}`,
      );
      for (const [i, row] of rows(all).entries()) {
        const { oldest, some, last } = found[i] as unknown as { [alias: string]: Related };
        const ids = (related: Related | undefined) =>
          related!.edges.map(({ node }) => node!.upstreamId);
        const own = subject(row as never);
        const whole = idsOf(join.callsOf(own));
        expect(ids(oldest)).toEqual(whole.toReversed().slice(0, 100));
        const filtered = join.callsOf(own, { ...bounds, scope: ['External'], minDuration: 900 });
        expect(ids(some)).toEqual(idsOf(filtered).slice(0, 100));
        expect(some!.totalCount).toBe(filtered.length);
        const attended = idsOf(join.callsOf(own, { role: ['ATTENDEE'] }));
        expect(ids(last)).toEqual(attended.slice(-2));
        expect(last!.pageInfo.hasPreviousPage).toBe(attended.length > 2);
      }
    },
  );

  it.each(sample(kinds, 2))(
    'of all %s, by who hosted them, at no further cost',
    async (list, [variant], rows) => {
      const [, subject] = variant!;
      const busiest = [...Map.groupBy(all.calls, ({ metaData }) => metaData.primaryUserId)]
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([id]) => id);
      const [host, ...team] = busiest.slice(0, 6) as [string, ...string[]];
      const globalId = Buffer.from(`User:${host}`).toString('base64url');
      const ofTeam = `primaryUser: ${JSON.stringify(team)}, from: "${from}"`;
      const found = await records(
        list,
        `whole: relatedCalls(first: 100, primaryUser: ["${globalId}"]) ${selection}
       last: relatedCalls(last: 2, ${ofTeam}) ${selection}
       none: relatedCalls(first: 2, primaryUser: []) ${selection}`,
      );
      let calls = 0;
      for (const [i, row] of rows(all).entries()) {
        const { whole, last, none } = found[i] as unknown as { [alias: string]: Related };
        const own = subject(row as never);
        const hosted = idsOf(join.callsOf(own, { host: [host] }));
        expect(await rest(list, row.Id, `primaryUser: ["${host}"]`, whole!)).toEqual(hosted);
        expect(whole!.totalCount).toBe(hosted.length);
        const byTeam = idsOf(join.callsOf(own, { host: team, from: bounds.from }));
        expect(last!.edges.map(({ node }) => node!.upstreamId)).toEqual(byTeam.slice(-2));
        expect([last!.totalCount, last!.pageInfo.hasPreviousPage]).toEqual([
          byTeam.length,
          byTeam.length > 2,
        ]);
        expect([none!.edges, none!.totalCount]).toEqual([[], 0]);
        calls += hosted.length + byTeam.length;
      }
      expect(calls).toBeGreaterThan(10);
      const costs = ['', `, primaryUser: ${JSON.stringify(team)}`].map((args) =>
        world.ask(
          `{ list: ${list}(first: 20) { nodes { relatedCalls(first: 2${args}) { totalCount } } } }`,
        ),
      );
      const [plain, filtered] = (await Promise.all(costs)).map(
        ({ extensions }) => extensions!.cost,
      );
      expect(filtered).toEqual(plain);
    },
  );

  it('of every user of the platform', async () => {
    const found = await walk<{ node: Record }>(
      world,
      `query ($first: Int, $after: String) { users(first: $first, after: $after) {
        ${windowFields} edges { node { upstreamId relatedCalls(first: 100) ${selection} } } } }`,
      ({ users }) => users,
      40,
    );
    expect(found).toHaveLength(all.users.length);
    for (const { node } of found) {
      const expected = join.callsOf({ userIds: [node.upstreamId] });
      const related = node.relatedCalls as Related;
      expect(related.edges.map((edge) => edge.node!.upstreamId)).toEqual(
        idsOf(expected).slice(0, 100),
      );
      expect(related.totalCount).toBe(expected.length);
    }
  });
});

describe('windows of relatedCalls', () => {
  const query = (kind: string, id: string, args = '') =>
    `query ($first: Int, $after: String, $last: Int, $before: String) {
      one: ${kind}(by: { upstreamId: "${id}" }) {
        relatedCalls(first: $first, after: $after, last: $last, before: $before ${args}) ${selection}
      }
    }`;
  const pick = ({ one }: { one: { relatedCalls: Related } }): Related => one.relatedCalls;
  /** Somebody with more calls than a few windows hold. */
  const busy = () =>
    all.contacts.find((row) => {
      const { length } = join.callsOf(join.contact(row));
      return length > 10 && length < 30;
    })!;
  const window = async (id: string, variables: object): Promise<Related> => {
    const { data, errors } = await world.ask(query('contact', id), { ...variables });
    expect(errors).toBeUndefined();
    return pick(data);
  };

  it.each(sample([1, 3, 7, 100], 2))(
    'of %i walk the same edges forwards and backwards',
    async (size) => {
      const subject = join.contact(busy());
      const host = join.callsOf(subject).map(({ call }) => call.metaData.primaryUserId);
      for (const [args, filter] of [
        ['', {}],
        [`, primaryUser: ["${host[0]}"]`, { host: host.slice(0, 1) }],
      ] as const) {
        const expected = idsOf(join.callsOf(subject, filter));
        for (const way of ['forward', 'backward'] as const) {
          const edges = await walk<Edge>(world, query('contact', busy().Id, args), pick, size, way);
          expect(edges.map(({ node }) => node!.upstreamId)).toEqual(expected);
        }
      }
    },
  );

  it('between two cursors, and of no rows, keep to the rules of connections', async () => {
    const { Id } = busy();
    const whole = await window(Id, { first: 100 });
    const cursors = whole.edges.map(({ cursor }) => cursor);
    const between = await window(Id, { first: 3, after: cursors[1], before: cursors[8] });
    expect(between.edges).toEqual(whole.edges.slice(2, 5));
    expect(between.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: true,
      startCursor: cursors[2],
      endCursor: cursors[4],
    });
    const last = await window(Id, { last: 100, after: cursors[1], before: cursors[8] });
    expect(last.edges).toEqual(whole.edges.slice(2, 8));
    expect(last.totalCount).toBe(whole.edges.length);
    const none = await window(Id, { first: 0 });
    expect(none).toMatchObject({
      edges: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });

  it('refuse cursors that are malformed, changed, of another contact, filter, order or list', async () => {
    const { Id } = busy();
    const other = all.contacts.find(
      (row) => row.Id !== Id && join.callsOf(join.contact(row)).length > 2,
    )!;
    const [edge] = (await window(Id, { first: 1 })).edges;
    const [foreign] = (await window(other.Id, { first: 1 })).edges;
    const accounts = await world.ask('{ accounts(first: 1) { edges { cursor } } }');
    const cursor = edge!.cursor;
    const changed = `${cursor.slice(0, -6)}${cursor.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;
    for (const [asked, wrong] of [
      [query('contact', Id), 'nonsense'],
      [query('contact', Id), changed],
      [query('contact', Id), foreign!.cursor],
      [query('contact', Id), accounts.data.accounts.edges[0].cursor],
      [query('contact', Id, ', order: OLDEST'), cursor],
      [query('contact', Id, ', scope: ["External"]'), cursor],
      [query('contact', Id, ', primaryUser: ["1"]'), cursor],
    ] as const) {
      for (const variables of [
        { first: 2, after: wrong },
        { last: 2, before: wrong },
      ]) {
        const { data, errors } = await world.ask(asked, variables);
        expect(data).toEqual({ one: { relatedCalls: null } });
        expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      }
    }
    expect((await window(Id, { first: 1, after: cursor })).edges).toHaveLength(1);
  });

  it.each([{ first: 101 }, { first: -1 }, { first: 1, last: 1 }])(
    'refuse %j',
    async (variables) => {
      const { errors, calls } = await world.ask(query('contact', busy().Id), variables);
      expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(calls.filter(({ entity }) => entity === 'calls_extensive')).toEqual([]);
    },
  );
});

describe.skipIf(isWide)('fewest calls', () => {
  it('fifty contacts with their last five calls are one list and one call for every hundred distinct calls', async () => {
    const { data, calls } = await world.ask(
      '{ contacts(first: 50) { nodes { name relatedCalls(first: 5) { totalCount coverage { completeTo } edges { matches { reason } node { upstreamId title startedAt } } } } } }',
    );
    const ids = new Set(
      data.contacts.nodes.flatMap((contact: { relatedCalls: Related }) =>
        contact.relatedCalls.edges.map(({ node }) => node!.upstreamId),
      ),
    );
    expect(ids.size).toBeGreaterThan(100);
    expect(calls.filter(({ entity }) => entity === 'contacts')).toHaveLength(1);
    expect(calls.filter(({ entity }) => entity === 'calls_extensive')).toHaveLength(
      Math.ceil(ids.size / 100),
    );
    expect(calls).toHaveLength(1 + Math.ceil(ids.size / 100));
  });

  it('ids of calls, matches, totals and coverage cost nothing beyond the list', async () => {
    const { calls } = await world.ask(
      `{ accounts(first: 50) { nodes { relatedCalls(first: 100) { totalCount coverage { syncedAt }
           pageInfo { hasNextPage } edges { cursor matches { key roles } node { id upstreamId } } } } } }`,
    );
    expect(calls.map(({ entity, action }) => `${entity} ${action}`)).toEqual(['accounts list']);
  });

  it('repeats and aliases add none', async () => {
    const one = 'relatedCalls(first: 3) { nodes { title } }';
    const plain = await world.ask(`{ contacts(first: 20) { nodes { ${one} } } }`);
    const twice = await world.ask(
      `{ contacts(first: 20) { nodes { ${one} again: ${one} } }
         more: contacts(first: 20) { edges { node { ${one} lastCall { call { title } } } } } }`,
    );
    expect(twice.errors).toBeUndefined();
    expect(twice.calls.map(({ entity }) => entity).sort()).toEqual(
      plain.calls.map(({ entity }) => entity).sort(),
    );
  });
});
