/** Relay windows over lists that come in pages behind opaque tokens. */

import { AllowanceSpentError } from '../connector/allowance.ts';
import { UpstreamError } from '../errors.ts';
import type { Connection, Wants } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Position } from './cursor.ts';
import type { CursorList } from './cursor-list.ts';
import type { Slice } from './cursor-pages.ts';
import { defaultRewalk, PageWalk } from './cursor-pages.ts';
import { positionOf, readSpot } from './cursor-spot.ts';
import { reckonedPages, scanPages } from './reckoned.ts';
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

/** A row of the window: where in its slice, and the token to go on with when nothing after it there matters. */
interface Taken<R> {
  readonly slice: Slice<R>;
  readonly index: number;
  readonly next: string | null;
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
  const uncertain = options.keep !== undefined || options.hidesRows === true;
  const rewalk = list.restartable === true ? 1 : (list.maxRewalk ?? defaultRewalk);
  const walk = new PageWalk(
    list,
    reckonedPages({ size, resumes: start !== null, scans: uncertain, rewalk }),
  );
  const look = options.more !== false;
  const taken: Taken<R>[] = [];
  let more = false;
  let stopped: Slice<R> | null = null;
  let slice: Slice<R> | null = null;
  if (size > 0 || look) slice = start === null ? await walk.first() : await walk.resume(start);
  const head = start === null ? slice : null;
  while (slice !== null) {
    const { rows, page }: Slice<R> = slice;
    const { keep } = options;
    let last: Taken<R> | null = null;
    more = false;
    for (let index = 0; index < rows.length && !more; index += 1) {
      if (keep !== undefined && !keep(rows[index]!.row)) continue;
      if (taken.length === size) more = true;
      else {
        last = { slice, index, next: null };
        taken.push(last);
      }
    }
    // The last row of a page that has no others leads on to the next page.
    if (last !== null && !more) taken[taken.length - 1] = { ...last, next: page.next };
    if (more || page.next === null) break;
    if (taken.length === size) {
      // The token says that there is more; only where rows may turn out to be hidden must we look.
      more = !uncertain || !look;
      if (more) break;
    }
    if (walk.loads >= (options.maxPages ?? scanPages)) {
      if (options.atLimit === 'error') throw scanLimit(list, walk.loads);
      more = true;
      stopped = slice;
      break;
    }
    try {
      slice = await walk.next(slice);
    } catch (error) {
      if (!(error instanceof AllowanceSpentError) || options.atLimit === 'error') throw error;
      more = true;
      stopped = slice;
      break;
    }
  }
  const whole = after === null && slice !== null && !more;
  return connectionOf({
    nodes: taken.map(({ slice: { rows }, index }) => rows[index]!.row),
    edge: (row, i) => new LazyEdge(row, cursors, () => placeOf(walk, taken[i]!)),
    hasNextPage: more,
    hasPreviousPage: after !== null,
    scannedTo: stopped === null ? undefined : scanEnd(walk, cursors, stopped),
    totalCount: async () => {
      if (whole) return taken.length;
      if (uncertain) return null;
      if (walk.total !== null) return walk.total;
      const first = head ?? (await walk.first());
      // A list of one page tells its size by being there.
      return walk.total ?? (first.page.next === null ? first.rows.length : null);
    },
  });
}

const placeOf = <R>(walk: PageWalk<R>, { slice, index, next }: Taken<R>): Position =>
  positionOf(walk.spot(slice, index, next));

const scanEnd =
  <R>(walk: PageWalk<R>, cursors: ListCursors, slice: Slice<R>) =>
  (): string =>
    cursors.encode(positionOf(walk.spot(slice, slice.rows.length - 1, slice.page.next)));

function scanLimit<R>(list: CursorList<R>, pages: number): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Read ${pages} pages without filling the window; narrow the list by what the upstream can filter`,
    list.site,
  );
}
