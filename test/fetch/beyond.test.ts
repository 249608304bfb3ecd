/** Walks whose source refuses every page beyond those that were reckoned for a window. */

import { describe, expect, it } from 'vitest';
import { lastPage } from '../../src/contract/wire/execute.ts';
import type { KeysetList, KeysetRequest } from '../../src/fetch/keyset-list.ts';
import { keysetConnection, scannedConnection } from '../../src/fetch/keyset-window.ts';
import { type OffsetRequest, offsetConnection } from '../../src/fetch/offset-list.ts';
import { tokenConnection } from '../../src/fetch/token-window.ts';
import { AllowanceSpentError } from '../../src/upstream/request-allowance.ts';
import { cursors, first, last } from './support.ts';

const site = { service: 'crm', entity: 'items', action: 'list' } as const;
const spent = new AllowanceSpentError(site);

interface Item {
  readonly Id: string;
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ Id: `006${String(n).padStart(12, '0')}AAA` }));

const idsOf = ({ nodes }: { readonly nodes: readonly Item[] }) => nodes.map(({ Id }) => Id);

describe('a window over token pages', () => {
  /** Pages of so many rows each. */
  const listOf = (pages: readonly number[], accept = (_item: Item): boolean => true) => {
    const rows = items(pages.reduce((sum, count) => sum + count, 0));
    const starts = pages.map((_, at) => pages.slice(0, at).reduce((sum, count) => sum + count, 0));
    return {
      rows: rows.filter(accept),
      list: {
        site,
        pageRows: 100,
        key: (item: Item) => item.Id,
        order: (item: Item) => Number(item.Id.slice(3, -3)),
        roundDown: (at: number) => at,
        async fetch({ token, isBeyond }: { token: string | null; isBeyond: boolean }) {
          if (isBeyond) throw spent;
          const at = token === null ? 0 : Number(token);
          const next = at + 1 < pages.length ? String(at + 1) : null;
          return {
            rows: rows.slice(starts[at], starts[at]! + pages[at]!),
            page: { ...lastPage, done: next === null, cursor: next, total: rows.length },
          };
        },
      },
    };
  };

  it.each([
    ['short ones', [3, 2, 4, 1]],
    ['ones without a row', [0, 0, 3, 0, 2]],
  ])('of %s is met whole by whoever goes on', async (_name, pages) => {
    const { list, rows } = listOf(pages);
    const met: string[] = [];
    let after: string | null = null;
    let windows = 0;
    for (let more = true; more; windows += 1) {
      const window: Awaited<ReturnType<typeof tokenConnection<Item>>> = await tokenConnection(
        list,
        first(50, after),
        cursors,
      );
      met.push(...idsOf(window));
      more = window.pageInfo.hasNextPage;
      if (more) expect(window.pageInfo.endCursor).not.toBeNull();
      after = window.pageInfo.endCursor;
    }
    expect(met).toEqual(rows.map(({ Id }) => Id));
    expect(windows).toBeLessThanOrEqual(pages.length);
  });
});

describe('a window over a keyset', () => {
  /** Pages end after so many rows. */
  const listOf = (count: number, most: number): KeysetList<Item> => {
    const rows = items(count);
    return {
      site,
      order: [],
      async query({ where, orderBy, limit, isBeyond }: KeysetRequest) {
        if (isBeyond) throw spent;
        const backward = orderBy[0]!.direction === 'desc';
        const bound = (where as { readonly value?: string } | undefined)?.value;
        const inOrder = backward ? [...rows].reverse() : rows;
        const ahead = inOrder.filter(
          ({ Id }) => bound === undefined || (backward ? Id < bound : Id > bound),
        );
        const shown = ahead.slice(0, Math.min(limit, most));
        const done = shown.length === Math.min(limit, ahead.length);
        return { rows: shown, page: { ...lastPage, done } };
      },
    };
  };

  it('ends where the page did, says that there is more, and leads on, in both directions', async () => {
    const list = listOf(10, 4);
    const all = items(10).map(({ Id }) => Id);
    const start = await keysetConnection(list, first(9), cursors);
    expect(idsOf(start)).toEqual(all.slice(0, 4));
    expect(start.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const next = await keysetConnection(list, first(9, start.pageInfo.endCursor), cursors);
    expect(idsOf(next)).toEqual(all.slice(4, 8));
    const end = await keysetConnection(list, last(9), cursors);
    expect(idsOf(end)).toEqual(all.slice(6));
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const before = await keysetConnection(list, last(9, end.pageInfo.startCursor), cursors);
    expect(idsOf(before)).toEqual(all.slice(2, 6));
  });

  it('has no total of its own when it ends early', async () => {
    const list = { ...listOf(10, 4), count: async () => 10 };
    expect(await (await keysetConnection(list, first(20), cursors)).totalCount()).toBe(10);
  });

  it('that looks for rows goes on with its next stretch', async () => {
    const found = await scannedConnection(listOf(10, 4), first(2), cursors, {
      accept: async (rows) => rows.map(({ Id }) => /[59]AAA$/.test(Id)),
    });
    expect(idsOf(found).map((id) => id.at(-4))).toEqual(['5', '9']);
    expect(found.pageInfo.hasNextPage).toBe(false);
  });
});

describe('a window over a free query', () => {
  it('ends where the page did, and leads on', async () => {
    const rows = items(7);
    const part = (start: number, { isBeyond }: OffsetRequest) => {
      if (isBeyond) return Promise.reject(spent);
      const shown = rows.slice(start, start + 3);
      const done = start + 3 >= rows.length;
      return Promise.resolve({
        rows: shown,
        page: { ...lastPage, done, total: rows.length - start },
      });
    };
    const list = {
      site,
      limit: 2_000,
      first: (asked: OffsetRequest) => part(0, asked),
      part: (start: number, _rows: number, asked: OffsetRequest) => part(start, asked),
      report: () => {},
    };
    const start = await offsetConnection(list, first(6), cursors);
    expect(idsOf(start)).toEqual(rows.slice(0, 3).map(({ Id }) => Id));
    expect(start.pageInfo.hasNextPage).toBe(true);
    const next = await offsetConnection(list, first(6, start.pageInfo.endCursor), cursors);
    expect(idsOf(next)).toEqual(rows.slice(3, 6).map(({ Id }) => Id));
    expect(next.pageInfo.hasNextPage).toBe(true);
    const last = await offsetConnection(list, first(6, next.pageInfo.endCursor), cursors);
    expect(idsOf(last)).toEqual(rows.slice(6).map(({ Id }) => Id));
    expect(last.pageInfo.hasNextPage).toBe(false);
  });
});
