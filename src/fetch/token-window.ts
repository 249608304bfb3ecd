/** Token windows: Relay windows over lists whose pages follow by opaque tokens. */

import { pageRows } from '../contract/entity-spec.ts';
import { UpstreamError } from '../errors.ts';
import {
  type Connection,
  connectionOf,
  forwardOnly,
  LazyEdge,
  type Wants,
  type Window,
} from './connection.ts';
import type { ListCursors, Position } from './cursor.ts';
import { malformedTotal, otherSize, type Shortfall } from './incomplete-list.ts';
import {
  decodePosition,
  encodePosition,
  type KeyedRow,
  listStart,
  maxSeen,
  sortedRows,
  type TokenList,
  type TokenPosition,
} from './token-list.ts';
import { type TokenBatch, walkTokenList } from './token-list-reader.ts';

interface TokenWindowOptions<R> extends Wants {
  /** Local filter, which the upstream lacks. Pages are read until the window is full. */
  readonly accept?: ((row: R) => boolean) | undefined;
}

/** Page limit of a window, for a list that can be continued from anywhere. */
const scanPages = 20;
/** Page limit of a list that is read from its beginning. */
export const maxListPages = 200;

interface EstimateRequest {
  readonly size: number;
  /** Whether rows are filtered locally. */
  readonly scans: boolean;
  readonly start: TokenPosition | null;
  /** Whether the list can begin at a sort key. */
  readonly restarts: boolean;
}

/** Upper bound of a window's pages, where pages are full and the list does not change. */
export function estimateTokenPages({ size, scans, start, restarts }: EstimateRequest): number {
  const onwards = scans ? scanPages + 2 : Math.max(1, Math.ceil(size / pageRows));
  if (start === null) return onwards;
  // The page left and the page entered, or a dead token and the page that replaces its page.
  if (restarts) return onwards + 2;
  return Math.min(maxListPages, Math.floor(start.progress.rank / pageRows) + 2 + onwards);
}

/**
 * The window's rows, from the fewest pages that hold them. A window that can't be filled says that
 * there is more, and its cursor leads on. The total is the upstream's own, and null where the list
 * is filtered here (unless the window happens to hold all of it).
 * @throws UserInputError for `last`, `before`, or a cursor that is not of this list; UpstreamError
 *   as the source does, PAGINATION_LOOP, CURSOR_EXPIRED, SCAN_LIMIT.
 */
export async function tokenConnection<R>(
  list: TokenList<R>,
  window: Window,
  cursors: ListCursors,
  { accept, more: look = true }: TokenWindowOptions<R> = {},
): Promise<Connection<R>> {
  const { size, after } = forwardOnly(window);
  const start = after === null ? null : decodePosition(cursors.decode(after, 'after'));
  const isRequested = size > 0 || look;
  const read = isRequested ? await collect(list, start, { size, look, accept }) : emptyScan;
  const { taken, more, stoppedAt, shortfall, total } = read;
  const encoded = (position: TokenPosition): Position => {
    if (position.progress.seen.size > maxSeen) throw tooManyTies(list);
    return encodePosition(position);
  };
  const positionAt = (at: number): Position => {
    const { batch, index } = taken[at]!;
    return encoded(batch.position(index));
  };
  const isWhole = isRequested && start === null && !more && shortfall === null;
  return connectionOf({
    nodes: taken.map(({ batch, index }) => batch.rows[index]!.row),
    edge: (row, at) => new LazyEdge(row, cursors, () => positionAt(at)),
    hasNextPage: more,
    hasPreviousPage: after !== null,
    scannedTo: stoppedAt === null ? undefined : () => cursors.encode(encoded(stoppedAt)),
    shortfall,
    lacksOf(size) {
      if (more || !isRequested || accept !== undefined) return null;
      const end = taken.at(-1);
      const listed =
        end === undefined
          ? (start?.progress.count ?? 0)
          : end.batch.position(end.index).progress.count;
      return otherSize(size, listed);
    },
    async totalCount() {
      if (isWhole) return taken.length;
      return accept === undefined ? (total ?? (await sizeOf(list))) : null;
    },
  });
}

interface Taken<R> {
  readonly batch: TokenBatch<R>;
  readonly index: number;
}

interface Collected<R> {
  readonly taken: readonly Taken<R>[];
  readonly more: boolean;
  /** Position at which reading stopped before the window was full. */
  readonly stoppedAt: TokenPosition | null;
  readonly shortfall: Shortfall | null;
  readonly total: number | null;
}

const emptyScan = { taken: [], more: false, stoppedAt: null, shortfall: null, total: null };

async function collect<R>(
  list: TokenList<R>,
  start: TokenPosition | null,
  { size, look, accept }: { size: number; look: boolean; accept: TokenWindowOptions<R>['accept'] },
): Promise<Collected<R>> {
  const restarts = list.roundDown !== undefined;
  const taken: Taken<R>[] = [];
  let total: number | null = null;
  const end = (more: boolean, stoppedAt: TokenPosition | null, shortfall: Shortfall | null) => ({
    ...{ taken, total, more, stoppedAt, shortfall },
  });
  const batches = walkTokenList(list, start ?? listStart, {
    estimated: estimateTokenPages({ size, scans: accept !== undefined, start, restarts }),
    maxPages: restarts ? scanPages : maxListPages,
  });
  for await (const batch of batches) {
    total ??= batch.total;
    if (batch.stopped !== null) {
      return end(true, taken.length < size ? batch.position(0) : null, null);
    }
    for (const [index, row] of batch.rows.entries()) {
      if (!passes(row, accept)) continue;
      if (taken.length === size) return end(true, null, null);
      taken.push({ batch, index });
    }
    if (!batch.leadsOn) return end(false, null, batch.shortfall);
    // A next token means more rows; only a local filter may reject all of them.
    if (taken.length === size && (accept === undefined || !look)) return end(true, null, null);
  }
  return end(false, null, null);
}

const passes = <R>({ row }: KeyedRow<R>, accept: ((row: R) => boolean) | undefined): boolean =>
  accept === undefined || accept(row);

async function sizeOf<R>(list: TokenList<R>): Promise<number | null> {
  const { rows, page } = await list.fetch({
    ...{ token: null, from: null, fresh: false, isBeyond: false },
  });
  // A list of one page is its own total.
  const isShort = rows.length < list.pageRows && page.cursor === null;
  if (page.lacksTotal === 'malformed') throw malformedTotal(list.site);
  return page.total ?? (isShort ? sortedRows(rows, list).length : null);
}

function tooManyTies<R>({ site, advice }: TokenList<R>): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Expected at most ${maxSeen} rows of one moment in ${site.entity}, got more; ${advice ?? 'narrow the list'}.`,
    site,
  );
}
