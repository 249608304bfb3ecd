import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPage, type PageMark } from '../../src/contract/wire/execute.ts';
import type { Connection } from '../../src/fetch/connection.ts';
import type { Shortfall } from '../../src/fetch/incomplete-list.ts';
import { type OffsetList, offsetConnection } from '../../src/fetch/offset-list.ts';
import { site } from './fake-crm.ts';
import { cursors, first, last } from './support.ts';

interface Service {
  /** Rows of a page at most; the page says that more follow. */
  readonly pageRows: number;
  readonly tellsTotal: boolean;
  /** Says of each page whether it is the last. */
  readonly marksPages: boolean;
}

class FakeQuery {
  readonly rows: readonly number[];
  readonly calls: string[] = [];
  readonly reports: Shortfall[] = [];
  readonly #service: Service;

  constructor(count: number, service: Service) {
    this.rows = Array.from({ length: count }, (_, i) => i);
    this.#service = service;
  }

  list(limit = 2_000): OffsetList<number> {
    return {
      site,
      limit,
      first: async () => this.#page('all', 0, limit),
      part: async (start, rows) =>
        this.#page(`${rows} from ${start}`, start, Math.min(rows, limit - start)),
      report: (shortfall) => this.reports.push(shortfall),
    };
  }

  #page(call: string, start: number, most: number) {
    this.calls.push(call);
    const { pageRows, tellsTotal, marksPages } = this.#service;
    const all = this.rows.slice(start, start + most);
    const rows = all.slice(0, pageRows);
    const page: PageMark = {
      ...lastPage,
      done: marksPages ? rows.length === all.length : true,
      total: tellsTotal ? all.length : null,
      ...(!marksPages && { isUnmarked: true }),
    };
    return { rows, page };
  }
}

async function walk(query: FakeQuery, limit: number, size: number): Promise<readonly number[]> {
  const rows: number[] = [];
  for (let after: string | null = null; ; ) {
    const window = first(size, after);
    const { nodes, pageInfo }: Connection<number> = await offsetConnection(
      query.list(limit),
      window,
      cursors,
    );
    rows.push(...nodes);
    expect(nodes.length).toBeLessThanOrEqual(size);
    if (!pageInfo.hasNextPage) return rows;
    expect(nodes.length).toBeGreaterThan(0);
    after = pageInfo.endCursor;
  }
}

const honest: Service = { pageRows: 2_000, tellsTotal: true, marksPages: true };

describe('a list read by row number', () => {
  it('gives every row once, whatever the windows, the pages and what the service tells of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 0, max: 60 }),
          limit: fc.integer({ min: 1, max: 70 }),
          size: fc.integer({ min: 1, max: 40 }),
          pageRows: fc.integer({ min: 1, max: 70 }),
          tellsTotal: fc.boolean(),
          marksPages: fc.boolean(),
        }),
        async ({ count, limit, size, ...service }) => {
          const query = new FakeQuery(count, service);
          expect(await walk(query, limit, size)).toEqual(query.rows.slice(0, limit));
          expect(query.reports).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read whole once; a further window reads its own rows and one more', async () => {
    const query = new FakeQuery(50, honest);
    expect(await walk(query, 2_000, 20)).toHaveLength(50);
    expect(query.calls).toEqual(['all', '21 from 20', '21 from 40']);
  });

  it('tells its total in every window', async () => {
    const query = new FakeQuery(50, honest);
    const start = await offsetConnection(query.list(), first(20), cursors);
    expect(await start.totalCount()).toBe(50);
    const next = await offsetConnection(query.list(), first(20, start.pageInfo.endCursor), cursors);
    expect(await next.totalCount()).toBe(50);
    expect(next.pageInfo.hasPreviousPage).toBe(true);
  });

  it('of one row asks no more after it', async () => {
    const query = new FakeQuery(1, honest);
    const start = await offsetConnection(query.list(1), first(5), cursors);
    const { nodes } = await offsetConnection(
      query.list(1),
      first(5, start.pageInfo.endCursor),
      cursors,
    );
    expect([nodes, query.calls]).toEqual([[], ['all']]);
  });

  it('says so when announced rows do not come', async () => {
    const reports: Shortfall[] = [];
    const list: OffsetList<number> = {
      site,
      limit: 2_000,
      first: async () => ({ rows: [1, 2, 3], page: { ...lastPage, total: 5 } }),
      part: async () => ({ rows: [], page: { ...lastPage, done: false } }),
      report: (shortfall) => reports.push(shortfall),
    };
    const { nodes, pageInfo } = await offsetConnection(list, first(5), cursors);
    expect([nodes, pageInfo.hasNextPage]).toEqual([[1, 2, 3], false]);
    expect(reports).toMatchObject([{ expected: 5, received: 3 }]);
  });

  it('is not read backwards', async () => {
    const query = new FakeQuery(5, honest);
    await expect(offsetConnection(query.list(), last(1), cursors)).rejects.toThrow(/"last"/);
  });
});
