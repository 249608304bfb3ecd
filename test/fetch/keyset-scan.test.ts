import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWindow } from '../../src/fetch/connection.ts';
import { createCursorCodec } from '../../src/fetch/cursor.ts';
import type { OrderKey } from '../../src/fetch/keyset-position.ts';
import { scannedConnection } from '../../src/fetch/keyset-window.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { cases } from '../support/cases.ts';
import { type Deal, FakeCrm, type FakeCrmOptions } from './fake-crm.ts';

const cursors = createCursorCodec(Buffer.alloc(32, 1)).of({
  list: 'deals',
  filter: '',
  order: '',
  scope: RowScope.ofConnectedUser(''),
});
const steady: FakeCrmOptions = { pageRows: 2_000, takesLocators: false, locatorsDie: false };
const byAmount: OrderKey[] = [{ path: 'Amount', type: 'number', direction: 'desc', nulls: 'last' }];

const deals = (count: number, amountOf: (i: number) => number | null = (i) => i % 7): Deal[] =>
  Array.from({ length: count }, (_, i) => ({
    Id: `006${String(i).padStart(12, '0')}AAA`,
    Name: `Deal ${i}`,
    Amount: amountOf(i),
    CloseDate: null,
    CreatedDate: '2026-01-01T00:00:00.000+0000',
    IsWon: false,
    Account: null,
  }));

interface Scan {
  readonly crm: FakeCrm;
  readonly order?: readonly OrderKey[];
  readonly keeps: (deal: Deal) => boolean;
  readonly stretch?: number;
  readonly maxStretches?: number;
  readonly more?: boolean;
}

const scan = ({ crm, order = [], keeps, ...options }: Scan, args: object) =>
  scannedConnection(crm.list(order), readWindow(args), cursors, {
    ...options,
    accept: async (rows) => rows.map(keeps),
  });

const namesOf = (connection: { edges: readonly { node: Deal }[] }) =>
  connection.edges.map(({ node }) => node.Name);

/** Every window from one end to the other; `windows` may be empty where a scan stops early. */
async function walk(from: Scan, size: number, way: 'forward' | 'backward') {
  const names: (string | null)[] = [];
  let cursor: string | null = null;
  for (let windows = 1; ; windows += 1) {
    if (windows > 1_000) throw new Error('The walk does not end.');
    const args =
      way === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const connection = await scan(from, args);
    const { pageInfo } = connection;
    const own = namesOf(connection);
    const behind = way === 'forward' ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
    expect(behind).toBe(names.length > 0);
    if (way === 'forward') names.push(...own);
    else names.unshift(...own);
    const more = way === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    if (!more) return { names, windows };
    cursor = way === 'forward' ? pageInfo.endCursor : pageInfo.startCursor;
    expect(cursor).not.toBeNull();
  }
}

describe('a list of which only some rows are kept', () => {
  it('is walked whole in both directions, whatever is kept and wherever scans stop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 0, max: 60 }),
          kept: fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 60 }),
          size: fc.integer({ min: 1, max: 9 }),
          stretch: fc.integer({ min: 1, max: 12 }),
          maxStretches: fc.integer({ min: 1, max: 4 }),
          pageRows: fc.integer({ min: 1, max: 20 }),
          ordered: fc.boolean(),
          way: fc.constantFrom('forward' as const, 'backward' as const),
        }),
        async ({ count, kept, size, pageRows, ordered, way, ...limits }) => {
          const wanted = new Set(kept.map((i) => `Deal ${i}`));
          const crm = new FakeCrm(
            deals(count, (i) => (i % 5 === 0 ? null : i % 7)),
            {
              ...steady,
              pageRows,
            },
          );
          const order = ordered ? byAmount : [];
          const keeps = ({ Name }: Deal) => wanted.has(Name!);
          const whole = await scan({ crm, order, keeps: () => true }, { first: 100 });
          const { names } = await walk({ crm, order, keeps, ...limits }, size, way);
          expect(names).toEqual(namesOf(whole).filter((name) => wanted.has(name!)));
        },
      ),
      { numRuns: cases(40, 4) },
    );
  });

  it('reads on in growing stretches until the window is full, one question for each', async () => {
    const crm = new FakeCrm(deals(1_000), steady);
    const questions: number[] = [];
    const connection = await scannedConnection(crm.list([]), readWindow({ first: 3 }), cursors, {
      stretch: 10,
      accept: async (rows) => {
        questions.push(rows.length);
        return rows.map(({ Name }) => Number(Name!.slice(5)) % 50 === 49);
      },
    });
    expect(namesOf(connection)).toEqual(['Deal 49', 'Deal 99', 'Deal 149']);
    expect(connection.pageInfo.hasNextPage).toBe(true);
    expect(questions).toEqual([10, 40, 160]);
    expect(crm.asked.map(({ limit }) => limit)).toEqual([10, 40, 160]);
  });

  it('never says that it ends where the scan ended: an empty window leads on', async () => {
    const from: Scan = {
      crm: new FakeCrm(deals(100), steady),
      keeps: ({ Name }) => Name === 'Deal 90',
      stretch: 10,
      maxStretches: 1,
    };
    const first = await scan(from, { first: 5 });
    expect(first.edges).toEqual([]);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(first.pageInfo.endCursor).not.toBeNull();
    const next = await scan(from, { first: 5, after: first.pageInfo.endCursor });
    // Nothing was kept up to here, so nothing lies behind.
    expect(next.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const { names, windows } = await walk(from, 5, 'forward');
    expect(names).toEqual(['Deal 90']);
    expect(windows).toBe(11);
  });

  it('knows its size where it was read to its end, and is counted where it was not', async () => {
    const crm = new FakeCrm(deals(30), steady);
    const keeps = ({ Amount }: Deal) => Amount === 3;
    const whole = await scan({ crm, keeps }, { first: 10 });
    expect(await whole.totalCount()).toBe(4);
    // The stretch that filled the window was the list's last one.
    const part = await scan({ crm, keeps }, { first: 2 });
    expect(await part.totalCount()).toBe(4);
    expect(crm.counted).toBe(0);
    const cut = await scan({ crm, keeps, stretch: 20 }, { first: 2 });
    await cut.totalCount();
    expect(crm.counted).toBe(1);
  });

  it('reads no further than asked where nobody wants to know whether there is more', async () => {
    const crm = new FakeCrm(deals(100), steady);
    const from: Scan = { crm, keeps: () => true, stretch: 5, more: false };
    expect(namesOf(await scan(from, { first: 5 }))).toHaveLength(5);
    expect(crm.asked).toHaveLength(1);
    expect((await scan({ ...from, crm }, { first: 0 })).edges).toEqual([]);
    expect(crm.asked).toHaveLength(1);
  });

  it('hands on what the test of rows throws', async () => {
    const crm = new FakeCrm(deals(3), steady);
    const failing = scannedConnection(crm.list([]), readWindow({ first: 1 }), cursors, {
      accept: () => Promise.reject(new Error('no index')),
    });
    await expect(failing).rejects.toThrow('no index');
  });
});
