import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { Connection } from '../../src/paging/connection.ts';
import { type LocatorList, locatorConnection } from '../../src/paging/locator-walk.ts';
import type { Page } from '../../src/paging/page.ts';
import { lastPage } from '../../src/wire/answer.ts';
import { site } from './fake-crm.ts';
import { cursors, first, last } from './support.ts';

interface Options {
  readonly pageRows: number;
  readonly takesLocators: boolean;
  readonly takesParts: boolean;
  readonly tellsTotal: boolean;
  readonly identity: boolean;
}

/** The result of one free query, in pages. */
class FakeResult {
  rows: string[];
  readonly calls: string[] = [];
  dead = false;
  readonly #options: Options;

  constructor(count: number, options: Options) {
    this.rows = Array.from({ length: count }, (_, i) => `row ${i}`);
    this.#options = options;
  }

  list(): LocatorList<string> {
    const { takesLocators, takesParts, identity } = this.#options;
    return {
      first: async () => this.#page(0, 'first'),
      follow: takesLocators
        ? async (url) => {
            if (this.dead) throw new UpstreamError('CURSOR_EXPIRED', 'gone', site);
            return this.#page(Number(url.split('-')[1]), 'follow');
          }
        : undefined,
      part: takesParts
        ? async (start, rows) => {
            this.calls.push(`part ${start}`);
            const part = this.rows.slice(start, start + rows);
            return { rows: part, page: { ...lastPage, total: part.length } };
          }
        : undefined,
      identify: (row) => (identity ? row : null),
      site,
    };
  }

  #page(at: number, call: string): Page<string> {
    this.calls.push(`${call} ${at}`);
    const { pageRows, tellsTotal } = this.#options;
    const end = at + pageRows;
    const done = end >= this.rows.length;
    const url = `/services/data/v59.0/query/0r8000000000000001-${end}`;
    return {
      rows: this.rows.slice(at, end),
      page: {
        ...lastPage,
        done,
        total: tellsTotal ? this.rows.length : null,
        nextRecordsUrl: done ? null : url,
      },
    };
  }
}

const options: fc.Arbitrary<Options> = fc
  .record({
    pageRows: fc.integer({ min: 1, max: 12 }),
    takesLocators: fc.boolean(),
    takesParts: fc.boolean(),
    tellsTotal: fc.boolean(),
    identity: fc.boolean(),
  })
  .filter(({ takesLocators, takesParts }) => takesLocators || takesParts);

const nodes = ({ edges }: Connection<string>): string[] => edges.map((edge) => edge.node);

describe('the result of a free query', () => {
  it('comes whole, in order, and goes on from every cursor, even when locators die', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        options,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (count, given, sizes, die) => {
          const fake = new FakeResult(count, given);
          const seen: string[] = [];
          const handed: string[] = [];
          let after: string | null = null;
          for (let i = 0; ; i += 1) {
            const size = sizes[i % sizes.length]!;
            const connection: Connection<string> = await locatorConnection(
              fake.list(),
              first(size, after),
              cursors,
            );
            seen.push(...nodes(connection));
            handed.push(...connection.edges.map((edge) => edge.cursor));
            expect(connection.pageInfo.hasNextPage).toBe(seen.length < count);
            expect(connection.pageInfo.hasPreviousPage).toBe(after !== null);
            const whole = after === null && seen.length === count;
            expect(await connection.totalCount()).toBe(given.tellsTotal || whole ? count : null);
            if (!connection.pageInfo.hasNextPage) break;
            after = connection.pageInfo.endCursor;
          }
          expect(seen).toEqual(fake.rows);
          fake.dead = die && given.takesParts;
          for (const [i, cursor] of handed.entries()) {
            const rest = await locatorConnection(fake.list(), first(5, cursor), cursors);
            expect(nodes(rest)).toEqual(fake.rows.slice(i + 1, i + 6));
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  const given: Options = {
    pageRows: 10,
    takesLocators: true,
    takesParts: false,
    tellsTotal: true,
    identity: true,
  };

  it('takes one call for a window within one page', async () => {
    const fake = new FakeResult(30, given);
    const some = await locatorConnection(fake.list(), first(10), cursors);
    expect(fake.calls).toEqual(['first 0']);
    await locatorConnection(fake.list(), first(5, some.edges[2]!.cursor), cursors);
    expect(fake.calls).toEqual(['first 0', 'first 0']);
  });

  it('finds its row again when rows before it went', async () => {
    const fake = new FakeResult(30, given);
    const some = await locatorConnection(fake.list(), first(5), cursors);
    fake.rows.splice(1, 2);
    const rest = await locatorConnection(fake.list(), first(2, some.pageInfo.endCursor), cursors);
    expect(nodes(rest)).toEqual(['row 5', 'row 6']);
  });

  it('says so when the rest cannot be reached', async () => {
    const deaf = new FakeResult(30, { ...given, takesLocators: false });
    await expect(locatorConnection(deaf.list(), first(15), cursors)).rejects.toMatchObject({
      code: 'SCAN_LIMIT',
    });
    const fake = new FakeResult(30, given);
    const some = await locatorConnection(fake.list(), first(15), cursors);
    fake.dead = true;
    await expect(
      locatorConnection(fake.list(), first(5, some.pageInfo.endCursor), cursors),
    ).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  it('never follows an address that is not one of a page, nor one that leads back', async () => {
    const page = (nextRecordsUrl: string): Page<string> => ({
      rows: ['a'],
      page: { ...lastPage, done: false, nextRecordsUrl },
    });
    const followed: string[] = [];
    const list = (url: string): LocatorList<string> => ({
      first: async () => page(url),
      follow: async (next) => {
        followed.push(next);
        return page(url);
      },
      identify: () => null,
      site,
    });
    await expect(
      locatorConnection(list('https://elsewhere.example/query/1-2'), first(5), cursors),
    ).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
    expect(followed).toEqual([]);
    await expect(
      locatorConnection(
        list('/services/data/v59.0/query/0r8000000000000001-2000'),
        first(5),
        cursors,
      ),
    ).rejects.toMatchObject({ code: 'PAGINATION_LOOP' });
    expect(followed.length).toBe(1);
  });

  it('goes forward only', async () => {
    const fake = new FakeResult(3, given);
    await expect(locatorConnection(fake.list(), last(1), cursors)).rejects.toThrow(/"last"/);
    expect(fake.calls).toEqual([]);
  });
});
