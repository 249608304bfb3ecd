/** Whole CRM lists, page after page, in constant memory. */

import type { Position } from './cursor.ts';
import { placeOf, readPlace, totalOrder } from './keyset.ts';
import type { KeysetList } from './keyset-walk.ts';
import { keysetPages } from './keyset-walk.ts';

/** Rows of one page, and where to take the walk up again should it end here. */
export interface Batch<R> {
  readonly rows: readonly R[];
  /** JSON that `resume` takes; null where it is known that nothing follows. */
  readonly checkpoint: Position | null;
}

export interface KeysetWalkOptions {
  /** Rows asked for in one query. Default 2,000, the most the CRM puts into one page. */
  readonly pageSize?: number | undefined;
  readonly resume?: Position | null | undefined;
}

/**
 * A CRM list from its beginning, or from a checkpoint, each query going on where the last row was.
 * @throws UpstreamError as the source does; UPSTREAM_BAD_RESPONSE for a promise of rows not kept.
 */
export async function* walkKeysetList<R>(
  list: KeysetList<R>,
  options: KeysetWalkOptions = {},
): AsyncGenerator<Batch<R>, void, undefined> {
  const order = totalOrder(list.order);
  const limit = options.pageSize ?? 2_000;
  let place = options.resume ?? null;
  for (let got = limit; got >= limit; ) {
    got = 0;
    const start = place === null ? null : readPlace(place, order, 'after');
    for await (const rows of keysetPages(list, { order, start, end: null }, limit)) {
      got += rows.length;
      place = placeOf(rows.at(-1), order, list.site);
      // Only an empty page shows the end for certain; the next walk finds it at once.
      yield { rows, checkpoint: place };
    }
  }
}
