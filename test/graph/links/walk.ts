/** Walks a connection of the graph to its end, window by window, as a client would. */

import { expect } from 'vitest';
import type { World } from '../../support/world.ts';

export interface Windowed<E> {
  readonly edges: readonly E[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number | null;
}

export const windowFields =
  'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount';

/**
 * @param query with $first, $after, $last and $before, the connection at `pick`.
 * @returns edges in the list's order, whichever way it was walked.
 */
export async function walk<E>(
  world: World,
  query: string,
  pick: (data: never) => Windowed<E>,
  size: number,
  way: 'forward' | 'backward' = 'forward',
): Promise<readonly E[]> {
  const edges: E[] = [];
  const totals = new Set<number | null>();
  let cursor: string | null = null;
  for (let windows = 0; ; windows += 1) {
    expect(windows).toBeLessThan(500);
    const variables =
      way === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const { data, errors } = await world.ask(query, variables);
    expect(errors).toBeUndefined();
    const window = pick(data as never);
    const { pageInfo } = window;
    totals.add(window.totalCount);
    if (way === 'forward') edges.push(...window.edges);
    else edges.unshift(...window.edges);
    const more = way === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    if (!more) {
      // Every window tells the list's number, or that it is not known.
      expect([[null], [edges.length]]).toContainEqual([...totals]);
      return edges;
    }
    cursor = way === 'forward' ? pageInfo.endCursor : pageInfo.startCursor;
    expect(cursor).not.toBeNull();
  }
}
