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
  return new WindowConnection(parts);
}

/** Its members are getters of the class: spreading a connection loses them. */
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

  totalCount(): Promise<number | null> {
    this.#total ??= this.#parts.totalCount();
    return this.#total;
  }
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

  totalCount(): Promise<number | null> {
    return this.#source.totalCount();
  }
}
