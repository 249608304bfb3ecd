import { describe, expect, it } from 'vitest';
import { decodeAnswer, lastPage } from '../../src/contract/wire/execute.ts';
import { UserInputError } from '../../src/errors.ts';
import { forwardOnly, readWindow } from '../../src/fetch/connection.ts';
import { pages } from '../../src/fetch/page-reader.ts';
import { compareSortKeys, sortedRows } from '../../src/fetch/token-list.ts';

describe('a window', () => {
  it('reads forward unless asked for the last rows', () => {
    expect(readWindow({})).toEqual({ direction: 'forward', size: 20, after: null, before: null });
    expect(readWindow({ first: 0 })).toMatchObject({ size: 0 });
    expect(readWindow({ first: 100, after: 'x' })).toMatchObject({ size: 100, after: 'x' });
    expect(readWindow({ last: 3, before: 'x' })).toMatchObject({
      direction: 'backward',
      size: 3,
      before: 'x',
    });
    expect(readWindow({ before: 'x' })).toMatchObject({ direction: 'backward', size: 20 });
    expect(readWindow({ first: 3, before: 'x' })).toMatchObject({ direction: 'forward' });
    expect(readWindow({ first: null, last: null, after: null, before: null }).size).toBe(20);
    expect(readWindow({}, { defaultSize: 50, maxSize: 10 }).size).toBe(10);
  });

  it.each([
    [{ first: -1 }, /"first" to be a whole number from 0 to 100, got -1/],
    [{ last: -1 }, /"last" to be a whole number from 0 to 100, got -1/],
    [{ first: 101 }, /got 101/],
    [{ first: 2_147_483_647 }, /0 to 100/],
    [{ first: 1.5 }, /whole number/],
    [{ first: Number.NaN }, /whole number/],
    [{ first: 1, last: 1 }, /"first" or "last", got both/],
  ])('%j is refused', (args, message) => {
    expect(() => readWindow(args)).toThrow(UserInputError);
    expect(() => readWindow(args)).toThrow(message);
  });

  it('over a list that is handed out from its beginning only goes forward only', () => {
    expect(() => forwardOnly(readWindow({ last: 1 }))).toThrow(/"last" and "before" cannot/);
    expect(() => forwardOnly(readWindow({ first: 1, before: 'x' }))).toThrow(UserInputError);
    expect(forwardOnly(readWindow({ first: 1, after: 'x' })).size).toBe(1);
  });
});

describe('the address of a further page', () => {
  it('is taken only when it is one', () => {
    const good = '/services/data/v59.0/query/0r8xx5R2yF2gs3VASQ-2000';
    const site = { service: 'crm', entity: 'accounts', action: 'list' } as const;
    const takenOf = (nextRecordsUrl: string | null) =>
      decodeAnswer('soql-page', { result: { done: false, nextRecordsUrl, records: [] } }, site).page
        .nextRecordsUrl;
    expect(takenOf(good)).toBe(good);
    const ofAllRows = good.replace('/query/', '/queryAll/');
    expect(takenOf(ofAllRows)).toBe(ofAllRows);
    for (const bad of [
      null,
      '',
      'https://elsewhere.example/services/data/v59.0/query/0r8xx5R2yF2gs3VASQ-2000',
      '//elsewhere.example/services/data/v59.0/query/0r8xx5R2yF2gs3VASQ-2000',
      '/services/data/v59.0/query/../sobjects/Account-1',
      '/services/data/v59.0/query?q=SELECT+Id+FROM+User',
      '/services/data/v59.0/queryMore/0r8xx5R2yF2gs3VASQ-2000',
      `${good}?x=1`,
      `${good}\n`,
      ` ${good}`,
      good.replace('-2000', ''),
    ]) {
      expect(takenOf(bad)).toBeNull();
    }
  });
});

describe('a loop over pages', () => {
  const site = { service: 'call-analytics', entity: 'items', action: 'list' } as const;

  it.each([
    [0, 1],
    [3, 1],
    [0, 2],
    [5, 7],
  ])('notices after %i fresh pages a circle of %i', async (tail, circle) => {
    let count = 0;
    const read = async () => {
      const page = count < tail ? count : tail + ((count - tail) % circle);
      count += 1;
      return { rows: [], page: { ...lastPage, done: false, cursor: `token-${page}` } };
    };
    const all = async (): Promise<void> => {
      for await (const _ of pages(read, { site }));
    };
    await expect(all()).rejects.toMatchObject({ code: 'PAGINATION_LOOP' });
    expect(count).toBe(tail + circle + 1);
  });
});

describe('the order of rows within a page', () => {
  it('compares ids of digits as numbers, and puts null first', () => {
    expect(['10', '9', '123456789012345678901', '2'].sort(compareSortKeys)).toEqual([
      '2',
      '9',
      '10',
      '123456789012345678901',
    ]);
    expect(['b', null, 'a'].sort(compareSortKeys)).toEqual([null, 'a', 'b']);
    expect([3, 1, null, 2].sort(compareSortKeys)).toEqual([null, 1, 2, 3]);
    const times = ['2026-01-02', 'soon', '2026-01-01', '2026-01-03', '2026-01-01'];
    const order = (time: string): number | null => (time === 'soon' ? null : Date.parse(time));
    expect(sortedRows(times, { key: (row) => row, order }).map((each) => each.key)).toEqual([
      'soon',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
    ]);
  });
});
