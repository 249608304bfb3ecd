/** Relay windows over CRM lists of which only some rows are kept, by a test the CRM does not have. */

import type { Connection, Wants } from './connection.ts';
import { connectionOf, LazyEdge } from './connection.ts';
import type { ListCursors, Position, Scalar } from './cursor.ts';
import type { Shortfall } from './incomplete.ts';
import { isPlaced, nearestPlace, placeOf } from './keyset.ts';
import type { Bounds, KeysetList } from './keyset-list.ts';
import { collect } from './keyset-read.ts';
import { readBounds } from './keyset-walk.ts';
import type { Window } from './window.ts';

export interface ScanOptions<R> extends Wants {
  /** Which of these rows stay, one answer for each; asked once for every stretch that is read. */
  readonly keep: (rows: readonly R[]) => Promise<readonly boolean[]>;
  /** Most stretches one window reads. Default 10. */
  readonly maxStretches?: number | undefined;
  /** Rows of the first stretch, at least; each later one reads four times as many, up to 2,000. Default 200. */
  readonly stretch?: number | undefined;
}

const defaultMaxStretches = 10;
const defaultStretch = 200;
const largestStretch = 2_000;

/**
 * The list is read on until the window is full, the list ends or `maxStretches` is reached. A window
 * that is not full by then says that there is more, and the cursor at its end leads on from where
 * the scan stopped. The total is known only of a window that holds all there is.
 * @throws UserInputError for a cursor that is not of this list; what the source and `keep` throw.
 */
export async function scannedConnection<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
  { keep, more: look = true, ...limits }: ScanOptions<R>,
): Promise<Connection<R>> {
  const { size, after, before } = window;
  const backward = window.direction === 'backward';
  const { bounds, barren } = startOf(list, window, cursors);
  const { order } = bounds;
  const scan = new Scan(list, bounds, keep, limits);
  const wanted = size + (look ? 1 : 0);
  await scan.upTo(wanted);
  const { kept, ended, last } = scan;
  const more = kept.length > size || !ended;
  const nodes = kept.slice(0, size);
  if (backward) nodes.reverse();
  // Nothing has been kept up to where the scan stopped: the next window has nothing behind it.
  const nothingKept = kept.length === 0 && (barren || (backward ? before : after) === null);
  const stopped = !ended && kept.length < wanted && last !== null;
  const end = () => cursors.encode(markOf(placeOf(last, order, list.site), backward, nothingKept));
  const behind = (cursor: string | null) => cursor !== null && !barren;
  return connectionOf({
    edges: nodes.map(
      (row, at) => new LazyEdge(row, cursors, () => nearestPlace(nodes, at, order, list.site)),
    ),
    hasNextPage: backward ? behind(before) : more || before !== null,
    hasPreviousPage: backward ? more || after !== null : behind(after),
    scannedTo: stopped && !backward ? end : undefined,
    scannedFrom: stopped && backward ? end : undefined,
    shortfall: scan.shortfall,
    totalCount: async () =>
      ended && kept.length <= size && after === null && before === null ? kept.length : null,
  });
}

/** Styles of a place up to which nothing was kept, by direction. */
const barrenStyle = { forward: 'kf', backward: 'kb' } as const;

function markOf([, ...values]: Position, backward: boolean, nothingKept: boolean): Position {
  const style = nothingKept ? barrenStyle[backward ? 'backward' : 'forward'] : 'k';
  return [style, ...values];
}

/** The window's bounds, and whether its start is known to have nothing of the list behind it. */
function startOf<R>(
  list: KeysetList<R>,
  window: Window,
  cursors: ListCursors,
): { readonly bounds: Bounds; readonly barren: boolean } {
  const style = barrenStyle[window.direction];
  let barren = false;
  const bounds = readBounds(list.order, window, {
    encode: (position) => cursors.encode(position),
    decode(cursor, argument) {
      const [own, ...values] = cursors.decode(cursor, argument);
      const isStart = (argument === 'after') === (window.direction === 'forward');
      if (isStart && own === style) barren = true;
      const isMark = own === barrenStyle.forward || own === barrenStyle.backward;
      return [isMark ? 'k' : (own ?? null), ...values];
    },
  });
  return { bounds, barren };
}

class Scan<R> {
  readonly kept: R[] = [];
  /** Whether the stretch of the list between the cursors has been read to its end. */
  ended = false;
  /** What is missing of the stretches that were read. */
  shortfall: Shortfall | null = null;
  /** The last row looked at. */
  last: R | null = null;
  readonly #list: KeysetList<R>;
  readonly #bounds: Bounds;
  readonly #keep: ScanOptions<R>['keep'];
  readonly #maxStretches: number;
  readonly #firstStretch: number;

  constructor(
    list: KeysetList<R>,
    bounds: Bounds,
    keep: ScanOptions<R>['keep'],
    { maxStretches, stretch }: Pick<ScanOptions<R>, 'maxStretches' | 'stretch'>,
  ) {
    this.#list = list;
    this.#bounds = bounds;
    this.#keep = keep;
    this.#maxStretches = maxStretches ?? defaultMaxStretches;
    this.#firstStretch = stretch ?? defaultStretch;
  }

  async upTo(wanted: number): Promise<void> {
    let { start } = this.#bounds;
    let limit = Math.max(this.#firstStretch, wanted);
    for (let read = 0; this.kept.length < wanted && !this.ended; read += 1) {
      if (read === this.#maxStretches) return;
      const bounds = { ...this.#bounds, start };
      const { rows, isCut, shortfall } = await collect(this.#list, bounds, limit, undefined);
      this.shortfall ??= shortfall;
      this.ended = !isCut && rows.length < limit;
      const answers = rows.length === 0 ? [] : await this.#keep(rows);
      this.kept.push(...rows.filter((_row, i) => answers[i] === true));
      this.last =
        rows.findLast((row) => isPlaced(row, this.#bounds.order, this.#list.site)) ?? this.last;
      if (this.last !== null) start = this.#placeOf(this.last);
      limit = Math.min(limit * 4, largestStretch);
    }
  }

  #placeOf(row: R): readonly Scalar[] {
    return placeOf(row, this.#bounds.order, this.#list.site).slice(1);
  }
}
