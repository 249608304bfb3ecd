/** Relay connections: the window that `first`, `after`, `last` and `before` request, with its default and largest size; the edges, page info and total of a window's rows. Cursors are encoded when they are read. */

import { UserInputError } from '../errors.ts';
import type { ListCursors, Position } from './cursor.ts';
import type { Shortfall } from './incomplete-list.ts';

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/**
 * Arguments of a list's field that say what the list holds: all but those of a window of it, and its order. Its cursors are
 * bound to them, so one that is added to the field is bound as well.
 * @example
 * filterArgs({ first: 2, order: 'newest', scope: ['Internal'] }) // → { scope: ['Internal'] }
 */
export function filterArgs<A extends PageArgs & { readonly order?: unknown }>({
  first: _first,
  after: _after,
  last: _last,
  before: _before,
  order: _order,
  ...filter
}: A): Omit<A, keyof PageArgs | 'order'> {
  return filter;
}

export interface PageLimits {
  /** Page size without `first` and `last`. */
  readonly defaultSize: number;
  /** Largest page size; a larger `first` is an error, not a silent clamp. */
  readonly maxSize: number;
}

export const defaultPageLimits: PageLimits = { defaultSize: 20, maxSize: 100 };

export interface Window {
  /** Direction of reading. `backward`: the last `size` rows between the cursors. */
  readonly direction: 'forward' | 'backward';
  readonly size: number;
  readonly after: string | null;
  readonly before: string | null;
}

/**
 * Reads a window from connection arguments. Without `first` and `last`, a lone `before` reads
 * backward; everything else reads forward.
 * @example
 * readWindow({ first: 2, after: 'c' }) // → { size: 2, direction: 'forward', after: 'c', before: null }
 * readWindow({ last: 5 }).direction // → 'backward'
 * @throws UserInputError for a negative or fractional size, one above the limit, or `first` with
 * `last`
 */
export function readWindow(args: PageArgs, limits: PageLimits = defaultPageLimits): Window {
  const first = args.first ?? null;
  const last = args.last ?? null;
  const after = args.after ?? null;
  const before = args.before ?? null;
  if (first !== null && last !== null) {
    throw new UserInputError('Expected "first" or "last", got both');
  }
  const backward = last !== null || (first === null && before !== null && after === null);
  const size = first ?? last ?? Math.min(limits.defaultSize, limits.maxSize);
  const name = last === null ? 'first' : 'last';
  if (!Number.isSafeInteger(size) || size < 0 || size > limits.maxSize) {
    throw new UserInputError(
      `Expected "${name}" to be a whole number from 0 to ${limits.maxSize}, got ${size}`,
    );
  }
  return { direction: backward ? 'backward' : 'forward', size, after, before };
}

/** Rejects backward windows of lists that can only be read forward. @throws UserInputError */
export function forwardOnly(window: Window): Window {
  if (window.direction === 'forward' && window.before === null) return window;
  throw new UserInputError(
    'Expected "first" and "after": the system behind this list hands it out from its beginning only, so "last" and "before" cannot be answered',
  );
}

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  /** Nodes of the edges: a query without cursors needs no edges. */
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  /** Total of the list. Calls upstream only where the window does not hold it; null where the size is unknown. */
  readonly totalCount: () => Promise<number | null>;
  /** Shortfall: rows missing from the window that no cursor can reach. */
  readonly shortfall?: Shortfall | null | undefined;
  /** Shortfall of the windows read so far against a total; null where more pages follow, or nothing was counted. */
  readonly lacksOf?: ((total: number) => Shortfall | null) | undefined;
}

/** Selected parts of a connection; the others are not computed. */
export interface Wants {
  /** `pageInfo.hasNextPage`, or for a backward window `hasPreviousPage`. Default: true. */
  readonly more?: boolean | undefined;
}

type ConnectionParts<T> = WindowParts &
  (
    | { readonly edges: readonly Edge<T>[] }
    /** Edges are created when they are read. */
    | { readonly nodes: readonly T[]; readonly edge: (node: T, index: number) => Edge<T> }
  );

interface WindowParts {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: () => Promise<number | null>;
  /** Cursor at which a bounded scan stopped, when that is beyond the last edge. */
  readonly scannedTo?: (() => string) | undefined;
  /** Cursor at which a backward scan stopped, before the first edge. */
  readonly scannedFrom?: (() => string) | undefined;
  readonly shortfall?: Shortfall | null | undefined;
  readonly lacksOf?: ((total: number) => Shortfall | null) | undefined;
}

export function connectionOf<T>(parts: ConnectionParts<T>): Connection<T> {
  return new WindowConnection(parts);
}

/** Connection with lazy members. They are getters of the class: spreading a connection loses them. */
class WindowConnection<T> implements Connection<T>, PageInfo {
  readonly nodes: readonly T[];
  readonly #parts: ConnectionParts<T>;
  #edges: readonly Edge<T>[] | undefined;
  #total: Promise<number | null> | undefined;

  constructor(parts: ConnectionParts<T>) {
    this.#parts = parts;
    this.nodes = 'nodes' in parts ? parts.nodes : parts.edges.map((edge) => edge.node);
  }

  get edges(): readonly Edge<T>[] {
    const parts = this.#parts;
    this.#edges ??= 'nodes' in parts ? parts.nodes.map(parts.edge) : parts.edges;
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    return this;
  }

  get hasNextPage(): boolean {
    return this.#parts.hasNextPage;
  }

  get hasPreviousPage(): boolean {
    return this.#parts.hasPreviousPage;
  }

  get startCursor(): string | null {
    return this.#parts.scannedFrom?.() ?? this.edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#parts.scannedTo?.() ?? this.edges.at(-1)?.cursor ?? null;
  }

  get shortfall(): Shortfall | null | undefined {
    return this.#parts.shortfall;
  }

  lacksOf(total: number): Shortfall | null {
    return this.#parts.lacksOf?.(total) ?? null;
  }

  totalCount(): Promise<number | null> {
    this.#total ??= this.#parts.totalCount();
    return this.#total;
  }
}

/** Edge whose cursor is encoded on first reading. It is a getter: spreading the edge loses it. */
export class LazyEdge<T> implements Edge<T> {
  readonly node: T;
  readonly #cursors: ListCursors;
  readonly #position: () => Position;
  #cursor: string | undefined;

  constructor(node: T, cursors: ListCursors, position: () => Position) {
    this.node = node;
    this.#cursors = cursors;
    this.#position = position;
  }

  get cursor(): string {
    this.#cursor ??= this.#cursors.encode(this.#position());
    return this.#cursor;
  }
}

/** Maps the nodes of a connection; cursors stay lazy. */
export function mapNodes<T, U>(
  connection: Connection<T>,
  map: (node: T, index: number) => U,
): Connection<U> {
  return new MappedConnection(connection, connection.nodes.map(map));
}

class MappedConnection<U> implements Connection<U> {
  readonly nodes: readonly U[];
  readonly #source: Connection<unknown>;
  #edges: readonly Edge<U>[] | undefined;

  constructor(source: Connection<unknown>, nodes: readonly U[]) {
    this.#source = source;
    this.nodes = nodes;
  }

  get edges(): readonly Edge<U>[] {
    this.#edges ??= this.#source.edges.map((edge, index) => ({
      node: this.nodes[index] as U,
      get cursor() {
        return edge.cursor;
      },
    }));
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    return this.#source.pageInfo;
  }

  get shortfall(): Shortfall | null | undefined {
    return this.#source.shortfall;
  }

  lacksOf(total: number): Shortfall | null {
    return this.#source.lacksOf?.(total) ?? null;
  }

  totalCount(): Promise<number | null> {
    return this.#source.totalCount();
  }
}
