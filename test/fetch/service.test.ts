import { afterEach, describe, expect, it } from 'vitest';
import type { InstanceProfile } from '../../src/connector-service/service-option.ts';
import { calls as callsEntity } from '../../src/contract/calls/call.ts';
import { users } from '../../src/contract/calls/user.ts';
import { query as anyRecords } from '../../src/contract/crm/entity.ts';
import type { Answer, Row } from '../../src/contract/wire/execute.ts';
import type { Fault } from '../../src/demo/fault/fault.ts';
import {
  type DemoService,
  type DemoServiceOptions,
  startDemoService,
} from '../../src/demo/service.ts';
import type { SyntheticBackend } from '../../src/demo/synthetic-backend.ts';
import type { Connection, Window } from '../../src/fetch/connection.ts';
import { childPage, type KeysetList, readKeysetList } from '../../src/fetch/keyset-list.ts';
import { keysetPaths, type OrderKey } from '../../src/fetch/keyset-position.ts';
import {
  inlinedConnection,
  keysetConnection,
  keysetRequest,
} from '../../src/fetch/keyset-window.ts';
import type { TokenList } from '../../src/fetch/token-list.ts';
import { readTokenList } from '../../src/fetch/token-list-reader.ts';
import { tokenConnection } from '../../src/fetch/token-window.ts';
import { countQuery, readCount } from '../../src/soql/analysis.ts';
import { printQuery } from '../../src/soql/print.ts';
import { allOf, type Condition } from '../../src/soql/query.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { isWide, sample } from '../support/cases.ts';
import { horizon } from '../support/company.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { cursors, first, last } from './support.ts';

let backend: SyntheticBackend;
let service: DemoService;
let connector: UpstreamConnector;

async function start(
  profile: Partial<InstanceProfile>,
  options: Partial<DemoServiceOptions> = {},
): Promise<void> {
  const callAnalytics = { wrapper: profile.wrapper ?? 'older' };
  backend = openSynthetic({ now: () => horizon });
  service = await startDemoService({ backend, callAnalytics, crm: profile, ...options });
  connector = createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': {
        id: service.instances.callAnalytics,
        budget: { perSecond: null, perDay: null },
      },
      crm: { id: service.instances.crm, locatorParam: profile.locatorParam ?? undefined },
    },
  });
}

afterEach(async () => {
  await connector?.close();
  await service?.close();
});

const from = new Date(horizon.getTime() - 548 * 86_400_000);

function callList(cache: 'default' | 'off' = 'default'): TokenList<Row> {
  return {
    fetch: ({ token, from: restart, fresh }) =>
      connector.execute(
        callsEntity,
        'list',
        {
          fromDateTime: (restart === null ? from : new Date(restart)).toISOString(),
          toDateTime: horizon.toISOString(),
          ...(token === null ? {} : { cursor: token }),
        },
        { cache: fresh && cache === 'default' ? 'reload' : cache },
      ),
    key: (row) => String(row.id),
    order: (row) => Date.parse(String(row.scheduled)),
    roundDown: (at) => Math.floor(at / 1_000) * 1_000,
    pageRows: 100,
    site: { service: 'call-analytics', entity: 'calls', action: 'list' },
  };
}

const crmSite = { service: 'crm', entity: 'query', action: 'list' } as const;

function records(object: string, order: readonly OrderKey[], where?: Condition): KeysetList<Row> {
  let q = '';
  const read = (locator?: string): Promise<Answer> =>
    connector.execute(anyRecords, 'list', { q }, { locator, cache: 'off' });
  return {
    order,
    query: (request) => {
      const select = keysetPaths(order);
      q = printQuery({ object, select, ...request, where: allOf(where, request.where) });
      return read();
    },
    follow: connector.takesLocators('crm') ? read : undefined,
    count: async () => {
      q = printQuery(countQuery(object, where));
      return readCount((await read()).rows) as number | null;
    },
    site: crmSite,
  };
}

async function walk(
  connect: (window: Window) => Promise<Connection<Row>>,
  sizes: readonly number[],
  between: () => void = () => {},
): Promise<Row[]> {
  const seen: Row[] = [];
  let after: string | null = null;
  for (let i = 0; ; i += 1) {
    const { edges, pageInfo }: Connection<Row> = await connect(
      first(sizes[i % sizes.length]!, after),
    );
    seen.push(...edges.map((edge) => edge.node));
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
    between();
  }
}

const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id ?? row.Id));

async function whole(): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of readTokenList(callList('off')))
    rows.push(...batch.rows.map(({ row }) => row));
  return rows;
}

const drift: Fault = { kind: 'drift', insert: 3, delete: 3, update: 5 };

// What differs is the reading of a page, which the contract of connectors tries for both.
describe.each(isWide ? (['older', 'newer'] as const) : (['older'] as const))(
  'over the %s wrapper',
  (wrapper) => {
    it('calls come once each, by time, for one upstream call a page', async () => {
      await start({ wrapper });
      const connect = async (window: Window): Promise<Connection<Row>> =>
        tokenConnection(callList(), window, cursors);
      const seen = await walk(connect, [100]);
      expect(service.calls().length).toBe(25);
      expect(seen.length).toBe(2_500);
      expect(new Set(idsOf(seen)).size).toBe(2_500);
      const times = seen.map((row) => Date.parse(String(row.scheduled)));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      // Another size of windows walks the same edges, out of the cache.
      expect(idsOf(await walk(connect, [37, 90, 3]))).toEqual(idsOf(seen));
      expect(service.calls().length).toBe(25);
      expect(await (await connect(first(1))).totalCount()).toBe(2_500);
    });

    it.runIf(isWide)(
      'lasting calls come once each while others come and go, and tokens die',
      async () => {
        let now = horizon.getTime();
        await start({ wrapper }, { clock: () => now, cursorLifeMs: 60_000 });
        const before = await whole();
        service.admin.faults.add(drift);
        let windows = 0;
        const seen = await walk(
          (window) => tokenConnection(callList('off'), window, cursors),
          [97, 100, 41],
          () => {
            windows += 1;
            if (windows % 5 === 0) now += 120_000;
          },
        );
        service.admin.faults.clear();
        const after = new Set(idsOf(await whole()));
        const lasting = idsOf(before).filter((id) => after.has(id));
        expect(lasting.length).toBeLessThan(before.length);
        const met = idsOf(seen).filter((id) => lasting.includes(id));
        expect(met).toEqual(lasting);
        expect(new Set(idsOf(seen)).size).toBe(seen.length);
      },
    );

    it('a token refused in the middle of a window costs two calls more', async () => {
      await start({ wrapper });
      service.admin.faults.add({ kind: 'cursor', change: 'expired', after: 2, times: 1 });
      const window = await tokenConnection(callList('off'), first(450), cursors);
      expect(new Set(idsOf(window.edges.map((edge) => edge.node))).size).toBe(450);
      expect(service.calls().map((call) => call.status)).toEqual(expect.arrayContaining([400]));
      expect(service.calls().length).toBeLessThanOrEqual(7);
    });

    it.each([100, 130, 500])(
      'where each cursor leads back to its page, windows of %i go on by time, each row once',
      async (size) => {
        await start({ wrapper });
        service.admin.faults.add({ kind: 'cursor', change: 'repeated' });
        const seen: string[] = [];
        let after: string | null = null;
        while (seen.length < 1_000) {
          const window: Connection<Row> = await tokenConnection(
            callList('off'),
            first(size, after),
            cursors,
          );
          seen.push(...idsOf(window.edges.map((edge) => edge.node)));
          after = window.pageInfo.endCursor;
        }
        expect(new Set(seen).size).toBe(seen.length);
        // A page by its token and one from its time on, in turn.
        expect(service.calls().length).toBeLessThan((2.5 * seen.length) / 100);
      },
    );

    it('users come once each, through a filter of our own', async () => {
      await start({ wrapper });
      const list: TokenList<Row> = {
        fetch: ({ token }) =>
          connector.execute(users, 'list', token === null ? {} : { cursor: token }),
        key: (row) => String(row.id),
        order: (row) => String(row.id),
        pageRows: 100,
        site: { service: 'call-analytics', entity: 'users', action: 'list' },
      };
      const accept = (row: Row): boolean => row.active === true;
      const all = await walk((window) => tokenConnection(list, window, cursors), [7]);
      const active = await walk(
        (window) => tokenConnection(list, window, cursors, { accept }),
        [7],
      );
      expect(active).toEqual(all.filter(accept));
      expect(service.calls().length).toBe(1);
    });

    it.each([
      ['taken back', 'next'],
      ['not taken back', null],
    ])(
      'CRM records come once each, forwards and backwards, locators %s',
      async (_, locatorParam) => {
        await start({ wrapper, locatorParam });
        const orders = [
          [{ path: 'LastName', type: 'string', direction: 'desc', nulls: 'last' }],
          [
            { path: 'AccountId', type: 'id', direction: 'asc', nulls: 'last' },
            { path: 'Email', type: 'string', direction: 'desc', nulls: 'first' },
          ],
          [
            { path: 'Account.Name', type: 'string', direction: 'asc', nulls: 'first' },
            { path: 'CreatedDate', type: 'datetime', direction: 'desc', nulls: 'last' },
          ],
        ] satisfies OrderKey[][];
        for (const order of sample(orders, 2, locatorParam === null ? 1 : 0)) {
          const list = records('Contact', order);
          const forward = await walk(
            async (window) => keysetConnection(list, window, cursors),
            [100, 63],
          );
          expect(forward.length).toBe(await list.count?.());
          expect(new Set(idsOf(forward)).size).toBe(forward.length);
          const backward: Row[] = [];
          let before: string | null = null;
          do {
            const { edges, pageInfo }: Connection<Row> = await keysetConnection(
              list,
              last(100, before),
              cursors,
            );
            backward.unshift(...edges.map((edge) => edge.node));
            before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
          } while (before !== null);
          expect(idsOf(backward)).toEqual(idsOf(forward));
        }
      },
    );

    it.runIf(isWide)('lasting CRM records come once each while others come and go', async () => {
      await start({ wrapper });
      const list = records('Contact', [
        { path: 'LastName', type: 'string', direction: 'desc', nulls: 'last' },
      ]);
      const connect = async (window: Window): Promise<Connection<Row>> =>
        keysetConnection(list, window, cursors);
      const before = await walk(connect, [100]);
      service.admin.faults.add({ ...drift, of: 'contacts' });
      const seen = await walk(connect, [29, 100, 64]);
      service.admin.faults.clear();
      const after = new Set(idsOf(await walk(connect, [100])));
      const lasting = idsOf(before).filter((id) => after.has(id));
      expect(lasting.length).toBeLessThan(before.length);
      expect(idsOf(seen).filter((id) => lasting.includes(id))).toEqual(lasting);
      expect(new Set(idsOf(seen)).size).toBe(seen.length);
    });

    const ways = [
      ['taken back', 'next', 2],
      ['not taken back', null, 2],
    ] as const;
    it.each(sample(ways, 2))(
      'a query over the largest page goes on, locators %s',
      async (_, locatorParam, most) => {
        await start({ wrapper, locatorParam });
        const list = records('Contact', []);
        const [sample] = (await keysetConnection(list, first(1), cursors)).edges;
        const { changes } = backend;
        changes.together(() => {
          for (let n = 0; n < 1_500; n += 1) changes.copyRecord('Contact', String(sample!.node.Id));
        });
        const total = await list.count?.();
        const calls = service.calls().length;
        const seen: Row[] = [];
        const whole = { pageRows: 5_000, maxPages: 1, advice: '' };
        for await (const rows of readKeysetList(list, whole)) seen.push(...rows);
        expect(seen.length).toBe(total);
        expect(new Set(idsOf(seen)).size).toBe(total);
        expect(service.calls().length - calls).toBe(most);
      },
    );

    it('children start inside their parent and go on by themselves', async () => {
      await start({ wrapper });
      const order: OrderKey[] = [
        { path: 'LastName', type: 'string', direction: 'asc', nulls: 'last' },
      ];
      const window = first(2);
      const parents = await connector.execute(anyRecords, 'list', {
        q: printQuery({
          object: 'Account',
          select: [
            'Id',
            {
              subquery: {
                object: 'Contacts',
                select: keysetPaths(order),
                ...keysetRequest(order, window, cursors),
              },
            },
          ],
          limit: 40,
        }),
      });
      const calls = service.calls().length;
      let met = 0;
      for (const parent of parents.rows) {
        const where: Condition = { op: 'eq', path: 'AccountId', value: String(parent.Id) };
        const list = records('Contact', order, where);
        const own = { ...list, count: async () => null };
        const head = inlinedConnection(own, window, () => cursors, childPage(parent.Contacts))!;
        const rows = head.edges.map((edge) => edge.node);
        if (!head.pageInfo.hasNextPage) expect(await head.totalCount()).toBe(rows.length);
        else met += 1;
        expect(service.calls().length).toBe(calls);
      }
      expect(met).toBeGreaterThan(3);
      const parent = parents.rows.find((row) => childPage(row.Contacts).rows.length > 2)!;
      const list = records('Contact', order, {
        op: 'eq',
        path: 'AccountId',
        value: String(parent.Id),
      });
      const head = inlinedConnection(list, window, () => cursors, childPage(parent.Contacts))!;
      const rest = await keysetConnection(list, first(100, head.pageInfo.endCursor), cursors);
      const alone = await keysetConnection(list, first(100), cursors);
      expect([...head.edges, ...rest.edges].map((edge) => edge.node.Id)).toEqual(
        alone.edges.map((edge) => edge.node.Id),
      );
      expect(await head.totalCount()).toBe(alone.edges.length);
    });
  },
);
