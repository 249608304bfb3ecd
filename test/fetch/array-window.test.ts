import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserInputError } from '../../src/errors.ts';
import { arrayConnection } from '../../src/fetch/array-window.ts';
import { type Connection, mapNodes, readWindow, type Window } from '../../src/fetch/connection.ts';
import { cursors, first, last } from './support.ts';

const connect = (rows: readonly string[], window: Window): Connection<string> =>
  arrayConnection(rows, (row) => row, window, cursors);
const nodes = ({ edges }: Connection<string>): string[] => edges.map((edge) => edge.node);

describe('a list known as a whole', () => {
  it('gives exact windows from every cursor, in both directions', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(14), fc.nat(13), fc.nat(13), (length, size, a, b) => {
        const rows = Array.from({ length }, (_, i) => `row ${i}`);
        const all = connect(rows, first(20)).edges;
        const after = all[a]?.cursor ?? null;
        const before = all[b]?.cursor ?? null;
        const low = after === null ? 0 : a + 1;
        const high = Math.max(low, before === null ? length : b);
        const between = rows.slice(low, high);
        const forward = connect(rows, readWindow({ first: size, after, before }));
        expect(nodes(forward)).toEqual(between.slice(0, size));
        expect(forward.pageInfo.hasPreviousPage).toBe(low > 0);
        expect(forward.pageInfo.hasNextPage).toBe(low + Math.min(size, between.length) < length);
        const backward = connect(rows, readWindow({ last: size, after, before }));
        expect(nodes(backward)).toEqual(between.slice(Math.max(0, between.length - size)));
        expect(backward.pageInfo.hasPreviousPage).toBe(high - Math.min(size, between.length) > 0);
      }),
      { numRuns: 500 },
    );
  });

  it('finds a row again wherever it moved, and the place of one that is gone', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'];
    const cursor = connect(rows, first(5)).edges[2]!.cursor;
    expect(nodes(connect(['x', 'y', ...rows], first(2, cursor)))).toEqual(['d', 'e']);
    expect(nodes(connect(['a', 'b', 'd', 'e'], first(2, cursor)))).toEqual(['d', 'e']);
    expect(nodes(connect(['a', 'b', 'd', 'e'], last(1, cursor)))).toEqual(['b']);
    expect(nodes(connect(['a'], first(2, cursor)))).toEqual([]);
    expect(await connect(rows, first(1)).totalCount()).toBe(5);
  });

  it('goes on from the place a ranked row had, where its rank changed, and says so', () => {
    type Ranked = readonly [key: string, rank: number];
    const rank = (rows: readonly Ranked[], window: Window) =>
      arrayConnection(rows, ([key]) => key, window, cursors, {
        order: ([, place]) => place,
        isRanked: true,
      });
    const keys = ({ nodes: rows }: Connection<Ranked>) => rows.map(([key]) => key);
    const before = [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ] as const;
    const { endCursor } = rank(before, first(2)).pageInfo;
    const same = rank(before, first(1, endCursor));
    expect([keys(same), same.shortfall]).toEqual([['c'], null]);
    const later = [
      ['a', 1],
      ['c', 3],
      ['d', 4],
      ['b', 9],
    ] as const;
    const next = rank(later, first(2, endCursor));
    expect(keys(next)).toEqual(['c', 'd']);
    expect(next.shortfall?.message).toContain('Other rows stand before this window');
    // Others that leave the rows before it say so, too.
    const other = [
      ['b', 2],
      ['c', 3],
      ['d', 4],
      ['a', 9],
    ] as const;
    expect(rank(other, first(2, endCursor)).shortfall).not.toBeNull();
  });

  it('says where other rows stand before a window than before, in either direction', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    const missing = connect(['a', 'c', 'd', 'e', 'f'], first(2));
    expect(missing.shortfall).toBeNull();
    const next = connect(all, first(2, missing.pageInfo.endCursor));
    expect(nodes(next)).toEqual(['d', 'e']);
    expect(next.shortfall?.message).toContain('Other rows stand before this window');
    // Said once: the windows after it go on from what stands there.
    expect(connect(all, first(2, next.pageInfo.endCursor)).shortfall).toBeNull();

    const backward = connect(['a', 'b', 'c', 'd', 'f'], last(2));
    const back = connect(all, last(2, backward.pageInfo.startCursor));
    expect(nodes(back)).toEqual(['b', 'c']);
    expect(back.shortfall?.message).toContain('Other rows stand before this window');
  });

  it('is whole or says so, whatever order its rows come in and whichever are left out', () => {
    const all = Array.from({ length: 11 }, (_, i) => `row ${i}`);
    const reading = fc.shuffledSubarray(all, { minLength: 8 });
    const size = fc.integer({ min: 1, max: 5 });
    const isBackward = fc.boolean();
    fc.assert(
      fc.property(size, isBackward, fc.infiniteStream(reading), (count, backward, readings) => {
        const shown: string[] = [];
        let isSaid = false;
        let cursor: string | null = null;
        for (let window = 0; window < 12; window += 1) {
          const rows = readings.next().value as string[];
          // Of the first reading nobody can know what it lacks.
          const own = window === 0 ? [...rows, ...all.filter((row) => !rows.includes(row))] : rows;
          const one = connect(own, backward ? last(count, cursor) : first(count, cursor));
          isSaid ||= one.shortfall != null;
          shown.push(...nodes(one));
          const { hasNextPage, hasPreviousPage, endCursor, startCursor } = one.pageInfo;
          if (!(backward ? hasPreviousPage : hasNextPage)) break;
          cursor = backward ? startCursor : endCursor;
        }
        if (!isSaid) expect(shown.toSorted()).toEqual(all.toSorted());
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps its cursors when its nodes become something else', () => {
    const plain = connect(['a', 'b'], first(2));
    const upper = mapNodes(plain, (node, index) => `${node.toUpperCase()}${index}`);
    expect(nodes(upper)).toEqual(['A0', 'B1']);
    expect(upper.edges.map((edge) => edge.cursor)).toEqual(plain.edges.map((edge) => edge.cursor));
  });

  it('refuses cursors of another style', () => {
    expect(() => connect(['a'], first(1, cursors.encode(['k', 'a'])))).toThrow(UserInputError);
  });
});
