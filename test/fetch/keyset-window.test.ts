/** CRM lists by sort key: whatever the rows, order, sizes and pages, windows are those of the sorted whole. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import { type Connection, readWindow, type Window } from '../../src/fetch/connection.ts';
import { childPage } from '../../src/fetch/keyset-list.ts';
import {
  beyond,
  keysetPaths,
  type OrderKey,
  orderByOf,
  placeOf,
  reversed,
  totalOrder,
} from '../../src/fetch/keyset-position.ts';
import {
  inlinedConnection,
  keysetConnection,
  keysetRequest,
} from '../../src/fetch/keyset-window.ts';
import type { Page } from '../../src/fetch/page.ts';
import { printCondition } from '../../src/soql/print.ts';
import { cases } from '../support/cases.ts';
import { type Deal, FakeCrm, type FakeCrmOptions, matches, site, sortBy } from './fake-crm.ts';
import { cursors, first, last } from './support.ts';

const key = (path: string, type: OrderKey['type'], nullable = true): fc.Arbitrary<OrderKey> =>
  fc.record({
    path: fc.constant(path),
    type: fc.constant(type),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    nulls: fc.constantFrom('first' as const, 'last' as const),
    nullable: fc.constant(nullable),
  });

const orders: fc.Arbitrary<OrderKey[]> = fc
  .tuple(
    key('Name', 'string'),
    key('Amount', 'number'),
    key('CloseDate', 'date'),
    key('CreatedDate', 'datetime', false),
    key('IsWon', 'boolean', false),
    key('Account.Name', 'string'),
    key('Id', 'id', false),
  )
  .chain((keys) => fc.shuffledSubarray(keys, { maxLength: 4 }));

/** Few distinct values, many nulls, upper and lower case: ties on every key. */
const deals = (maxLength: number): fc.Arbitrary<Deal[]> => {
  const name = fc.constantFrom(null, 'Acme', 'acme', "O'Hara \\", 'Zoë', 'b%_');
  return fc
    .array(
      fc.record({
        Name: name,
        Amount: fc.constantFrom(null, -1, 0, 0.1, 1e21, 2.5),
        CloseDate: fc.constantFrom(null, '2026-01-01', '2026-02-28'),
        CreatedDate: fc.constantFrom(
          '2026-05-01T07:25:37.000+0000',
          '2026-05-01T07:25:37.001+0000',
          '2026-04-30T23:00:00.000+0000',
        ),
        IsWon: fc.boolean(),
        Account: fc.option(fc.record({ Name: name }), { nil: null }),
      }),
      { maxLength },
    )
    .map((rows) => rows.map((row, i) => ({ ...row, Id: idAt(i) })));
};

const idAt = (i: number): string => `006${String(i * 7).padStart(12, '0')}AAA`;

const crms: fc.Arbitrary<FakeCrmOptions> = fc.record({
  pageRows: fc.integer({ min: 1, max: 12 }),
  takesLocators: fc.boolean(),
  locatorsDie: fc.boolean(),
});

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

const ids = (connection: Connection<Deal>): string[] =>
  connection.edges.map((edge) => edge.node.Id);

describe('the condition behind a place', () => {
  it('selects just the rows that sort behind it, and reversed, those before', () => {
    fc.assert(
      fc.property(deals(20), orders, (rows, given) => {
        const order = totalOrder(given);
        const sorted = sortBy(rows, orderByOf(order));
        for (const [i, row] of sorted.entries()) {
          const place = placeOf(row, order, site).slice(1);
          const behind = beyond(order, place);
          expect(
            rows
              .filter((each) => matches(each, behind))
              .map((each) => each.Id)
              .sort(),
          ).toEqual(
            sorted
              .slice(i + 1)
              .map((each) => each.Id)
              .sort(),
          );
          const before = beyond(reversed(order), place);
          expect(
            rows
              .filter((each) => matches(each, before))
              .map((each) => each.Id)
              .sort(),
          ).toEqual(
            sorted
              .slice(0, i)
              .map((each) => each.Id)
              .sort(),
          );
        }
      }),
      { numRuns: cases(60, 5) },
    );
  });

  it('reads as a person would write it', () => {
    const order = totalOrder([
      { path: 'CloseDate', type: 'date', direction: 'desc', nulls: 'last' },
    ]);
    expect(printCondition(beyond(order, ['2026-05-01', '006A']))).toBe(
      "(CloseDate < 2026-05-01 OR CloseDate = null OR (CloseDate = 2026-05-01 AND Id > '006A'))",
    );
    expect(printCondition(beyond(order, [null, '006A']))).toBe(
      "(CloseDate = null AND Id > '006A')",
    );
    expect(printCondition(beyond(totalOrder([]), ['006A']))).toBe("Id > '006A'");
    expect(keysetPaths([])).toEqual(['Id']);
  });
});

describe('a CRM list', () => {
  it('gives the same windows as the sorted whole, forwards and backwards, from every cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        deals(30),
        orders,
        crms,
        sizes,
        fc.array(fc.nat(99), { maxLength: 6 }),
        async (rows, order, given, windows, picks) => {
          const fake = new FakeCrm(rows, given);
          const sorted = sortBy(rows, orderByOf(totalOrder(order))).map((row) => row.Id);
          const known = new Map<string, string>();
          const check = async (window: Window): Promise<Connection<Deal>> => {
            const connection = await keysetConnection(fake.list(order), window, cursors);
            const after = window.after === null ? -1 : sorted.indexOf(known.get(window.after)!);
            const before =
              window.before === null ? sorted.length : sorted.indexOf(known.get(window.before)!);
            const between = sorted.slice(after + 1, Math.max(after + 1, before));
            const forward = window.direction === 'forward';
            const expected = forward
              ? between.slice(0, window.size)
              : between.slice(Math.max(0, between.length - window.size));
            expect(ids(connection)).toEqual(expected);
            const cut = between.length > window.size;
            expect(connection.pageInfo.hasNextPage).toBe(
              forward ? cut || window.before !== null : window.before !== null,
            );
            expect(connection.pageInfo.hasPreviousPage).toBe(
              forward ? window.after !== null : cut || window.after !== null,
            );
            for (const edge of connection.edges) {
              known.set(edge.cursor, edge.node.Id);
            }
            expect(connection.pageInfo.startCursor).toBe(connection.edges[0]?.cursor ?? null);
            return connection;
          };
          for (const start of [first, last]) {
            const forward = start === first;
            let at: string | null = null;
            const seen: string[] = [];
            for (let i = 0; ; i += 1) {
              const { pageInfo, edges }: Connection<Deal> = await check(
                start(windows[i % windows.length]!, at),
              );
              const page = edges.map((edge) => edge.node.Id);
              if (forward) seen.push(...page);
              else seen.unshift(...page);
              if (!(forward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
              at = forward ? pageInfo.endCursor : pageInfo.startCursor;
            }
            expect(seen).toEqual(sorted);
          }
          const all = [...known.keys()];
          for (const [i, pick] of picks.entries()) {
            if (all.length === 0) break;
            const one = all[pick % all.length]!;
            const other = all[(pick * 31 + 7) % all.length]!;
            const size = windows[i % windows.length]!;
            await check(readWindow({ first: size, after: one, before: other }));
            await check(readWindow({ last: size, after: one, before: other }));
            await check(readWindow({ last: size, after: one }));
            await check(readWindow({ first: size, before: one }));
            await check(readWindow({ first: 0, after: one }));
          }
        },
      ),
      { numRuns: cases(60, 5) },
    );
  });

  const change = fc.record({
    insert: deals(4),
    remove: fc.array(fc.nat(100), { maxLength: 4 }),
  });

  it('gives stable rows once each while others come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        deals(30),
        orders,
        crms,
        sizes,
        fc.array(change, { maxLength: 12 }),
        fc.boolean(),
        async (rows, order, given, windows, changes, backward) => {
          const fake = new FakeCrm(rows, given);
          const removed = new Set<string>();
          let made = 0;
          const seen: string[] = [];
          let at: string | null = null;
          for (let i = 0; ; i += 1) {
            const size = windows[i % windows.length]!;
            const { edges, pageInfo }: Connection<Deal> = await keysetConnection(
              fake.list(order),
              backward ? last(size, at) : first(size, at),
              cursors,
            );
            const page = edges.map((edge) => edge.node.Id);
            if (backward) seen.unshift(...page);
            else seen.push(...page);
            if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
            at = backward ? pageInfo.startCursor : pageInfo.endCursor;
            const step = changes[i];
            if (step === undefined) continue;
            for (const index of step.remove) {
              const gone = fake.rows[index % Math.max(1, fake.rows.length)];
              if (gone !== undefined) removed.add(gone.Id);
            }
            fake.rows = fake.rows.filter((row) => !removed.has(row.Id));
            for (const row of step.insert) {
              made += 1;
              fake.rows.push({ ...row, Id: idAt(made).replace('AAA', 'BBB') });
            }
          }
          const sorted = sortBy(rows, orderByOf(totalOrder(order))).map((row) => row.Id);
          const stable = sorted.filter((id) => !removed.has(id));
          expect(seen.filter((id) => stable.includes(id))).toEqual(stable);
          expect(new Set(seen).size).toBe(seen.length);
        },
      ),
      { numRuns: cases(75, 5) },
    );
  });

  it('starts inside a parent and goes on by itself, with the same cursors', async () => {
    await fc.assert(
      fc.asyncProperty(deals(25), orders, crms, sizes, async (rows, order, given, windows) => {
        const fake = new FakeCrm(rows, given);
        const sorted = sortBy(rows, orderByOf(totalOrder(order))).map((row) => row.Id);
        const seen: string[] = [];
        let at: string | null = null;
        for (let i = 0; ; i += 1) {
          const window = first(windows[i % windows.length]!, at);
          // The first window comes as the CRM sends children: a page of its own, or null when empty.
          const { rows: records, page } = fake.query(keysetRequest(order, window, cursors));
          const sent = {
            totalSize: page.total,
            done: page.done,
            nextRecordsUrl: page.nextRecordsUrl,
            records,
          };
          const list = fake.list(order);
          const inlined: Page<never> = childPage(records.length === 0 ? null : sent) as never;
          const connection: Connection<Deal> =
            (i === 0 ? inlinedConnection(list, window, () => cursors, inlined) : null) ??
            (await keysetConnection(list, window, cursors));
          seen.push(...ids(connection));
          if (!connection.pageInfo.hasNextPage) break;
          at = connection.pageInfo.endCursor;
        }
        expect(seen).toEqual(sorted);
      }),
      { numRuns: cases(50, 5) },
    );
  });
});

describe('a CRM list whose pages are not what was asked for', () => {
  /** Draws that repeat. */
  const drawing = (seed: number) => (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const hostile = fc.record({
    pageRows: fc.integer({ min: 1, max: 40 }),
    takesLocators: fc.boolean(),
    locatorsDie: fc.boolean(),
    hides: fc.constantFrom(0, 0, 1, 3),
    drops: fc.constantFrom(0, 0.2, 0.6),
    shuffles: fc.constantFrom(0, 0.5, 1),
  });

  it('knows that texts which differ in case alone are a tie, in which a shuffled page is in disorder', async () => {
    const made = { Amount: null, CloseDate: null, IsWon: false, Account: null } as const;
    const rows = [null, 'acme', 'Acme'].map(
      (Name, at): Deal => ({
        ...{ ...made, Name, CreatedDate: '2026-05-01T07:25:37.000+0000' },
        Id: `00600000000000${at}AAA`,
      }),
    );
    const order: OrderKey[] = [
      { path: 'Name', type: 'string', direction: 'asc', nulls: 'last', nullable: true },
    ];
    for (let seed = 0; seed < 40; seed += 1) {
      const hostile = {
        pageRows: 3,
        takesLocators: false,
        locatorsDie: false,
        shuffles: 0.5,
        random: drawing(seed),
      };
      const list = new FakeCrm(rows, hostile).list(order);
      const one = await keysetConnection(list, first(2, null), cursors);
      const rest = await keysetConnection(list, first(2, one.pageInfo.endCursor), cursors);
      expect([...ids(one), ...ids(rest)]).toEqual([rows[1]!.Id, rows[2]!.Id, rows[0]!.Id]);
    }
  });

  it('is walked whole or says that it was not, each row once', async () => {
    let complete = 0;
    await fc.assert(
      fc.asyncProperty(
        deals(30),
        orders,
        hostile,
        sizes,
        fc.nat(),
        async (rows, order, given, windows, seed) => {
          // A row that is left out of a page which ends early can't be told from one behind its end.
          const isCut = given.hides === 0 && given.drops === 0;
          const pageRows = isCut ? given.pageRows : 100;
          const fake = new FakeCrm(rows, { ...given, pageRows, random: drawing(seed) });
          const seen: string[] = [];
          let said = false;
          for (let i = 0, after: string | null = null; ; i += 1) {
            const size = windows[i % windows.length]!;
            let window: Connection<Deal>;
            try {
              window = await keysetConnection(fake.list(order), first(size, after), cursors);
            } catch (error) {
              if (!(error instanceof UpstreamError)) throw error;
              said = true;
              break;
            }
            said ||= window.shortfall !== null && window.shortfall !== undefined;
            seen.push(...ids(window));
            after = window.pageInfo.endCursor;
            if (!window.pageInfo.hasNextPage) break;
            expect(after).not.toBeNull();
            expect(i).toBeLessThan(200);
          }
          if (said) return;
          complete += 1;
          expect(new Set(seen).size).toBe(seen.length);
          expect([...seen].sort()).toEqual(rows.map(({ Id }) => Id).sort());
        },
      ),
      { numRuns: cases(60) },
    );
    expect(complete).toBeGreaterThan(cases(60) / 4);
  });

  it('is read again once where rows of it are missing, and sorted where all of it came', async () => {
    const rows = fc.sample(deals(30), { numRuns: 1, seed: 11 })[0]!;
    const order = [{ path: 'Amount', type: 'number', direction: 'desc', nulls: 'last' }] as const;
    const calm = { pageRows: 100, takesLocators: false, locatorsDie: false };
    const shuffled = new FakeCrm(rows, { ...calm, shuffles: 1, random: drawing(5) });
    const window = await keysetConnection(shuffled.list(order), first(50), cursors);
    expect(ids(window)).toEqual(sortBy(rows, orderByOf(totalOrder(order))).map(({ Id }) => Id));
    expect(window.shortfall).toBeNull();
    const hiding = new FakeCrm(rows, { ...calm, hides: 1 });
    const short = await keysetConnection(hiding.list(order), first(50), cursors);
    expect(short.shortfall).toMatchObject({ expected: rows.length, received: rows.length - 1 });
    expect(await short.totalCount()).toBe(rows.length);
  });
});
