/** What every walk ends in: edges, page info and a total, with cursors made only when someone reads them. */

import type { ListCursors, Position } from './cursor.ts';
import type { Shortfall } from './incomplete.ts';

export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  /** The nodes of the edges: who shows no cursor needs no edges. */
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  /** Asks upstream only when the walk has not already told; null where nobody can know. */
  readonly totalCount: () => Promise<number | null>;
  /** What is missing of the window although nothing leads on to it. */
  readonly shortfall?: Shortfall | null | undefined;
}

/** What of a connection is selected: what is not need not be found out. */
export interface Wants {
  /** `pageInfo.hasNextPage`, or for a backward window `hasPreviousPage`. Default: true. */
  readonly more?: boolean | undefined;
}

export type ConnectionParts<T> = WindowParts &
  (
    | { readonly edges: readonly Edge<T>[] }
    /** Edges are made when someone looks at them. */
    | { readonly nodes: readonly T[]; readonly edge: (node: T, index: number) => Edge<T> }
  );

interface WindowParts {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: () => Promise<number | null>;
  /** Where a bounded scan stopped, when that is further than the last edge. */
  readonly scannedTo?: (() => string) | undefined;
  /** The same of a scan that went backwards, before the first edge. */
  readonly scannedFrom?: (() => string) | undefined;
  readonly shortfall?: Shortfall | null | undefined;
}

export function connectionOf<T>(parts: ConnectionParts<T>): Connection<T> {
  const { scannedTo, scannedFrom } = parts;
  let total: Promise<number | null> | undefined;
  let made = 'edges' in parts ? parts.edges : undefined;
  const edges = (): readonly Edge<T>[] => {
    made ??= 'nodes' in parts ? parts.nodes.map(parts.edge) : [];
    return made;
  };
  return {
    get edges() {
      return edges();
    },
    nodes: 'nodes' in parts ? parts.nodes : parts.edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: parts.hasNextPage,
      hasPreviousPage: parts.hasPreviousPage,
      get startCursor() {
        return scannedFrom?.() ?? edges()[0]?.cursor ?? null;
      },
      get endCursor() {
        return scannedTo?.() ?? edges().at(-1)?.cursor ?? null;
      },
    },
    totalCount: () => {
      total ??= parts.totalCount();
      return total;
    },
    shortfall: parts.shortfall,
  };
}

/** An edge whose cursor is encoded on first reading. It is a getter: spreading the edge loses it. */
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

/** The same connection over other nodes; cursors stay lazy. */
export function mapNodes<T, U>(
  connection: Connection<T>,
  map: (node: T, index: number) => U,
): Connection<U> {
  const nodes = connection.nodes.map(map);
  let edges: readonly Edge<U>[] | undefined;
  return {
    get edges() {
      edges ??= connection.edges.map((edge, index) => ({
        node: nodes[index] as U,
        get cursor() {
          return edge.cursor;
        },
      }));
      return edges;
    },
    nodes,
    pageInfo: connection.pageInfo,
    totalCount: connection.totalCount,
    shortfall: connection.shortfall,
  };
}
