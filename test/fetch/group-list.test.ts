import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntitySpec } from '../../src/contract/entity-spec.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { UpstreamError } from '../../src/errors.ts';
import { groupConnection } from '../../src/fetch/array-window.ts';
import { readWindow } from '../../src/fetch/connection.ts';
import { createCursorCodec } from '../../src/fetch/cursor.ts';
import { fetchGroups, type Group, GroupLoader } from '../../src/fetch/group-list.ts';
import { AllowanceSpentError } from '../../src/upstream/request-allowance.ts';
import { RowScope } from '../../src/upstream/row-scope.ts';
import { notes, type PagedOptions, type PagedSource, pagedSource, sums } from './paged-source.ts';

/** `aab` → a row of a, another of a, one of b. */
const rowsOf = (parents: string): Row[] =>
  [...parents].map((parent, at) => ({ id: String(at), parent }));

const request = (source: PagedSource, keys: readonly string[], entity: EntitySpec = notes) => ({
  connector: source.connector,
  entity,
  keys,
  paramsFor: (parents: readonly string[]) => ({ filter: { parents } }),
  groupOf: (row: Row) => row.parent,
  chunkSize: 100,
});

const ids = (group: Group | Error | undefined) =>
  group === undefined || group instanceof Error ? group : group.rows.map(({ id }) => id);

const open = (text: string, options?: PagedOptions) => pagedSource(rowsOf(text), options);

describe('rows of many parents', () => {
  it('come from one list, in its order, each parent its own', async () => {
    const source = open('abacab');
    const groups = await fetchGroups({ ...request(source, ['a', 'b', 'x']), rowCount: Infinity });
    expect([...groups].map(([key, group]) => [key, ids(group)])).toEqual([
      ['a', ['0', '2', '4']],
      ['b', ['1', '5']],
      ['x', []],
    ]);
    expect(source.asked).toEqual([{ filter: { parents: ['a', 'b', 'x'] } }]);
  });

  it('of strangers are dropped where the service ignores the filter', async () => {
    const source = open('abab', { deaf: true });
    const groups = await fetchGroups({ ...request(source, ['a']), rowCount: Infinity });
    expect(groups.size).toBe(1);
    expect(ids(groups.get('a'))).toEqual(['0', '2']);
  });

  it('are read page after page until everybody has enough', async () => {
    const source = open('aaaabbab', { pageSize: 2 });
    const groups = await fetchGroups({ ...request(source, ['a', 'b']), rowCount: 4 });
    expect(source.asked.map(({ cursor }) => cursor)).toEqual([undefined, '2', '4', '6']);
    expect(ids(groups.get('b'))).toEqual(['4', '5', '7']);
  });

  it('are asked for alone where that is fewer calls than the pages left', async () => {
    const source = open('aaaaaaaaaabaaaaaaab', { pageSize: 2 });
    const groups = await fetchGroups({ ...request(source, ['a', 'b']), rowCount: 2 });
    expect(source.asked).toEqual([
      { filter: { parents: ['a', 'b'] } },
      { filter: { parents: ['b'] } },
    ]);
    expect(groups.get('a')).toMatchObject({ complete: false, total: null });
    expect(groups.get('b')).toMatchObject({ complete: true, total: 2 });
    expect(ids(groups.get('b'))).toEqual(['10', '18']);
  });

  it('are not asked for alone of a service that ignores the filter', async () => {
    const source = open('xxxxxxxxxxxxa', { pageSize: 2, deaf: true });
    const groups = await fetchGroups({ ...request(source, ['a', 'b']), rowCount: 1 });
    expect(source.asked).toHaveLength(7);
    expect(ids(groups.get('a'))).toEqual(['12']);
  });

  it('stop at a bound: who still wants rows gets SCAN_LIMIT, the others what there is', async () => {
    const source = open('aaaaab', { pageSize: 2 });
    const groups = await fetchGroups({ ...request(source, ['a', 'b']), rowCount: 4, maxPages: 2 });
    expect(ids(groups.get('a'))).toHaveLength(4);
    expect(groups.get('b')).toMatchObject({ code: 'SCAN_LIMIT' });
    expect(source.asked).toHaveLength(2);
  });

  it('stop where the request may ask no more: the others have what there is', async () => {
    const site = { service: 'call-analytics', entity: 'notes', action: 'list' } as const;
    const spent = new AllowanceSpentError(site);
    const source = open('aabbab', {
      pageSize: 2,
      fault: (_params, call) => (call === 2 ? spent : null),
    });
    const groups = await fetchGroups({ ...request(source, ['a', 'b']), rowCount: 2 });
    expect(ids(groups.get('a'))).toEqual(['0', '1']);
    expect(groups.get('b')).toBe(spent);
  });

  it('never go in circles with an upstream that hands out the same cursor', async () => {
    const source = open('aaaaaaaaaa', { pageSize: 2, cursor: () => '2' });
    const groups = await fetchGroups({ ...request(source, ['a']), rowCount: Infinity });
    expect(groups.get('a')).toMatchObject({ code: 'PAGINATION_LOOP' });
    expect(source.asked).toHaveLength(2);
  });

  it('of one chunk may fail without the others', async () => {
    const dead = new UpstreamError('UPSTREAM_TIMEOUT', 'Too late.', {
      service: 'call-analytics',
      entity: 'notes',
      action: 'list',
    });
    const source = open('ab', { fault: (_params, call) => (call === 1 ? dead : null) });
    const groups = await fetchGroups({
      ...request(source, ['a', 'b']),
      rowCount: Infinity,
      chunkSize: 1,
    });
    expect(groups.get('a')).toBe(dead);
    expect(ids(groups.get('b'))).toEqual(['1']);
  });

  it('without a cursor parameter are asked for anew, as long as that leads anywhere', async () => {
    const source = open('abcde', { pageSize: 2 });
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const groups = await fetchGroups({ ...request(source, keys, sums), rowCount: 1 });
    expect(keys.map((key) => ids(groups.get(key)))).toEqual([['0'], ['1'], ['2'], ['3'], ['4']]);
    expect(source.asked).toEqual([
      { filter: { parents: keys } },
      { filter: { parents: ['c', 'd', 'e'] } },
      { filter: { parents: ['e'] } },
    ]);

    const stuck = open('aaab', { pageSize: 2, deaf: true });
    const answer = await fetchGroups({ ...request(stuck, ['b'], sums), rowCount: 1 });
    expect(answer.get('b')).toMatchObject({ code: 'SCAN_LIMIT' });
    expect(stuck.asked).toHaveLength(1);
  });
});

describe('a loader of groups', () => {
  const loaderOf = (source: PagedSource) =>
    new GroupLoader((keys, rowCount) => fetchGroups({ ...request(source, keys), rowCount }));

  it('asks once for a wave, and again only where rows are missing', async () => {
    const source = open('aaabbb', { pageSize: 3 });
    const loader = loaderOf(source);
    const wave = await Promise.all([
      loader.load('a', 1),
      loader.load('b', 1),
      loader.load('a', 2),
      loader.load('x', 1),
    ]);
    expect(wave.map(ids)).toEqual([['0', '1', '2'], ['3', '4', '5'], ['0', '1', '2'], []]);
    const before = source.asked.length;
    await Promise.all([loader.load('a', 3), loader.load('b', 9), loader.load('x', 9)]);
    expect(source.asked).toHaveLength(before);
  });

  it('fails the parents of a failed call, and tries again when asked again', async () => {
    const source = open('ab', {
      fault: (_params, call) => (call === 1 ? new Error('down') : null),
    });
    const loader = loaderOf(source);
    await expect(loader.load('a', 1)).rejects.toThrow('down');
    expect(ids(await loader.load('a', 1))).toEqual(['0']);
  });
});

describe('windows over groups', () => {
  const cursors = createCursorCodec(Buffer.alloc(32, 1)).of({
    list: 'notes',
    filter: '',
    order: '',
    scope: RowScope.ofConnectedUser('t'),
  });
  const parents = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 });

  it('show the same rows in the same order at any size, and read no page too many', async () => {
    await fc.assert(
      fc.asyncProperty(
        parents,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        async (list, size, pageSize) => {
          const rows = list.map((parent, at) => ({ id: String(at), parent }));
          const own = rows.filter(({ parent }) => parent === 'a').map(({ id }) => id);
          const seen: unknown[] = [];
          let after: string | null = null;
          for (let more = true; more; ) {
            const source = pagedSource(rows, { pageSize });
            const loader = new GroupLoader((keys, rowCount) =>
              fetchGroups({ ...request(source, keys), rowCount }),
            );
            const connection = await groupConnection(
              (rowCount) => loader.load('a', rowCount),
              ({ id }) => String(id),
              readWindow({ first: size, after }),
              cursors,
            );
            seen.push(...connection.edges.map(({ node }) => node.id));
            more = connection.pageInfo.hasNextPage;
            const reach = Math.min(own.length, seen.length + (more ? 1 : 0));
            expect(source.asked).toHaveLength(Math.max(1, Math.ceil(reach / pageSize)));
            expect(await connection.totalCount()).toBe(own.length);
            after = connection.pageInfo.endCursor;
          }
          expect(seen).toEqual(own);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('look one row further only where somebody asks whether there is one', async () => {
    const source = open('a'.repeat(20), { pageSize: 5 });
    const loader = new GroupLoader((keys, rowCount) =>
      fetchGroups({ ...request(source, keys), rowCount }),
    );
    const window = readWindow({ first: 5 });
    const load = (rowCount: number) => loader.load('a', rowCount);
    const key = ({ id }: Row) => String(id);
    await groupConnection(load, key, window, cursors, { more: false });
    expect(source.asked).toHaveLength(1);
    const empty = await groupConnection(load, key, readWindow({ first: 0 }), cursors, {
      more: false,
    });
    expect(empty.edges).toEqual([]);
    expect(source.asked).toHaveLength(1);
  });
});
