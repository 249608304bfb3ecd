/** Relay windows over lists that come in pages behind opaque tokens. */

import { UpstreamError } from '../errors.ts';
import type { Connection, Wants } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Position } from './cursor.ts';
import type { CursorList, Loaded, Slice, Spot } from './cursor-pages.ts';
import { endOf, PageWalk } from './cursor-pages.ts';
import { positionOf, readSpot } from './cursor-spot.ts';
import type { Placed } from './place.ts';
import type { Window } from './window.ts';
import { forwardOnly } from './window.ts';

export interface CursorWindowOptions<R> extends Wants {
  /** A filter the upstream doesn't have. Pages are read on until the window is full. */
  readonly keep?: ((row: R) => boolean) | undefined;
  /** The upstream leaves rows out of its pages unsaid: only looking tells whether more follow. */
  readonly hidesRows?: boolean | undefined;
  /** Most pages one window reads. Default 20. */
  readonly maxPages?: number | undefined;
  /**
   * What a window does that is not full when it has read them: `partial` hands out what it has,
   * with `hasNextPage` and an `endCursor` from which the scan goes on; `error` is SCAN_LIMIT.
   * Default: partial.
   */
  readonly atLimit?: 'partial' | 'error' | undefined;
}

const defaultMaxPages = 20;

interface Taken<R> {
  readonly page: Loaded<R>;
  readonly placed: Placed<R>;
  /** No later row of its page matters, so that a walk may go on with the next page. */
  readonly last: boolean;
}

/**
 * The window's rows, from the fewest pages that hold them. The total is the upstream's own, and
 * null when the list is filtered here (unless the window happens to hold all of it).
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does, PAGINATION_LOOP, CURSOR_EXPIRED, SCAN_LIMIT.
 */
export async function cursorConnection<R>(
  list: CursorList<R>,
  window: Window,
  cursors: ListCursors,
  options: CursorWindowOptions<R> = {},
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const start = after === null ? null : readSpot(cursors.decode(after, 'after'));
  const walk = new PageWalk(list);
  const uncertain = options.keep !== undefined || options.hidesRows === true;
  const look = options.more !== false;
  const taken: Taken<R>[] = [];
  let more = false;
  let stopped: Spot | null = null;
  let slice: Slice<R> | null = null;
  if (size > 0 || look) slice = start === null ? await walk.first() : await walk.resume(start);
  while (slice !== null) {
    const kept = options.keep === undefined ? slice.rows : keptRows(slice.rows, options.keep);
    const room = size - taken.length;
    for (const [i, placed] of kept.slice(0, room).entries()) {
      taken.push({ page: slice.page, placed, last: i === kept.length - 1 });
    }
    more = kept.length > room;
    if (more || slice.page.next === null) break;
    if (taken.length === size) {
      // The token says that there is more; only where rows may turn out to be hidden must we look.
      more = !uncertain || !look;
      if (more) break;
    }
    if (walk.loads >= (options.maxPages ?? defaultMaxPages)) {
      if (options.atLimit === 'error') throw scanLimit(list, walk.loads);
      more = true;
      stopped = endOf(slice.page);
      break;
    }
    slice = await walk.next(slice);
  }
  const whole = after === null && slice !== null && !more;
  return connectionOf({
    edges: taken.map((each) => new LazyEdge(each.placed.row, cursors, () => spotOf(each))),
    hasNextPage: more,
    hasPreviousPage: after !== null,
    scannedTo: stopped === null ? undefined : scanEnd(cursors, stopped),
    totalCount: async () => {
      if (whole) return taken.length;
      if (uncertain) return null;
      if (walk.total === null) await walk.first();
      return walk.total;
    },
  });
}

const keptRows = <R>(rows: readonly Placed<R>[], keep: (row: R) => boolean): Placed<R>[] =>
  rows.filter(({ row }) => keep(row));

const scanEnd = (cursors: ListCursors, spot: Spot) => (): string =>
  cursors.encode(positionOf(spot));

function spotOf<R>({ page, placed, last }: Taken<R>): Position {
  return positionOf({
    token: page.token,
    from: page.from,
    hop: page.hop,
    anchor: page.anchor,
    index: page.rows.indexOf(placed),
    order: placed.order,
    key: placed.key,
    total: page.total,
    next: last ? page.next : null,
  });
}

function scanLimit<R>(list: CursorList<R>, pages: number): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Read ${pages} pages without filling the window; narrow the list by what the upstream can filter`,
    list.site,
  );
}
