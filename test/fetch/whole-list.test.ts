import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPage } from '../../src/contract/wire/execute.ts';
import type { KeysetList } from '../../src/fetch/keyset-list.ts';
import { readKeysetList } from '../../src/fetch/keyset-list.ts';
import { readTokenList } from '../../src/fetch/token-list-reader.ts';
import { cases } from '../support/cases.ts';
import { site as crmSite, type Deal, FakeCrm } from './fake-crm.ts';
import { FakeTokenList, type Item, site } from './fake-token-list.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('walking a whole list behind tokens', () => {
  it('survives a token that dies on the way', async () => {
    const rows: Item[] = Array.from({ length: 95 }, (_, i) => ({ id: `${i}`, at: i * 4, tie: 0 }));
    const options = { pageRows: 10, tokens: 'keyed', tellsTotal: true, order: 'time' } as const;
    const fake = new FakeTokenList(rows, options, 7);
    const seen: string[] = [];
    for await (const batch of readTokenList(fake.list)) {
      seen.push(...batch.rows.map((row) => row.key));
      if (seen.length === 30) fake.expire();
    }
    expect(seen).toEqual(rows.map((row) => row.id));
    expect(fake.requests.length).toBe(11);
  });

  it('ends with an error where the list has more pages than a reader may read', async () => {
    const rows: Item[] = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, at: i, tie: 0 }));
    const options = { pageRows: 10, tokens: 'keyed', tellsTotal: true, order: 'none' } as const;
    const fake = new FakeTokenList(rows, options, 7);
    const read = async () => {
      for await (const _ of readTokenList(fake.list, 3));
    };
    await expect(read()).rejects.toMatchObject({ code: 'SCAN_LIMIT' });
    expect(fake.requests.length).toBe(3);
  });

  it('holds one page at a time', async () => {
    const pages = 300;
    const held: WeakRef<object>[] = [];
    const walk = readTokenList<Item>({
      pageRows: 100,
      fetch: async ({ token }) => {
        const page = token === null ? 0 : Number(token);
        const rows = Array.from({ length: 100 }, (_, i) => ({
          id: String(page * 100 + i),
          at: page,
          tie: i,
        }));
        held.push(...rows.map((row) => new WeakRef(row)));
        const next = page + 1 < pages ? String(page + 1) : null;
        return { rows, page: { ...lastPage, cursor: next, done: next === null } };
      },
      key: (row) => row.id,
      order: (row) => row.at,
      site,
    });
    let rows = 0;
    for await (const batch of walk) {
      rows += batch.rows.length;
      if (rows % 10_000 !== 0) continue;
      // Weak references are let go of at the end of a turn.
      await new Promise(setImmediate);
      collectGarbage();
      const alive = held.filter((row) => row.deref() !== undefined).length;
      expect(alive).toBeLessThanOrEqual(300);
    }
    expect(rows).toBe(pages * 100);
  });
});

describe('reading a whole CRM list', () => {
  const advice = 'read less';
  const deals = (amounts: readonly (number | null)[]): Deal[] =>
    amounts.map((Amount, i) => ({
      Id: `006${String(i).padStart(15, '0')}`,
      Name: null,
      Amount,
      CloseDate: null,
      CreatedDate: '2026-05-01T07:25:37.000+0000',
      IsWon: false,
      Account: null,
    }));
  const order = [{ path: 'Amount', type: 'number', direction: 'asc', nulls: 'last' }] as const;

  it('gives every row once, however pages end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.nat(5), { nil: null }), { maxLength: 40 }),
        fc.record({
          pageRows: fc.integer({ min: 1, max: 9 }),
          takesLocators: fc.boolean(),
          locatorsDie: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 12 }),
        async (amounts, options, pageRows) => {
          const rows = deals(amounts);
          const seen: string[] = [];
          const list = new FakeCrm(rows, options).list(order);
          for await (const batch of readKeysetList(list, { pageRows, maxPages: 50, advice }))
            seen.push(...batch.map((row) => row.Id));
          expect(seen.sort()).toEqual(rows.map((row) => row.Id));
        },
      ),
      { numRuns: cases(40, 5) },
    );
  });

  it('ends with an error where there are more pages than it may read, or rows stay away', async () => {
    const read = async (list: KeysetList<Deal>): Promise<void> => {
      for await (const _ of readKeysetList(list, { pageRows: 5, maxPages: 2, advice }));
    };
    const calm = { pageRows: 100, takesLocators: false, locatorsDie: false };
    const many = new FakeCrm(deals(Array(11).fill(1)), calm).list(order);
    await expect(read(many)).rejects.toMatchObject({ code: 'SCAN_LIMIT' });
    const few = new FakeCrm(deals(Array(4).fill(1)), { ...calm, hides: 2 }).list(order);
    await expect(read(few)).rejects.toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('does not end quietly when rows are promised and none come', async () => {
    const walk = readKeysetList(
      {
        order: [],
        query: async () => ({ rows: [], page: { ...lastPage, done: false } }),
        site: crmSite,
      },
      { pageRows: 5, maxPages: 2, advice },
    );
    await expect(walk.next()).rejects.toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
  });
});
