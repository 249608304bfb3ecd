/** A window of a list as the graph shows it: edges in order, what lies around them, and the size of the whole. */

export interface Edge<T> {
  /** Opaque, signed, bound to its list. */
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
  readonly pageInfo: PageInfo;
  /** Size of the whole list; null where nobody can tell. May cost a call, so ask only when it is selected. */
  totalCount(): Promise<number | null>;
}
