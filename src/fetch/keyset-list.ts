/** An ordered CRM list as paging sees it: what it is asked, and the stretch of it that a window reads. */

import type { UpstreamSite } from '../errors.ts';
import { allOf, type Condition, type OrderBy } from '../soql/query.ts';
import type { Scalar } from './cursor.ts';
import { beyond, type OrderKey, orderByOf, reversed } from './keyset.ts';
import type { Page } from './page.ts';

/** What one query of a window adds to the list's own: it goes beside the list's WHERE, never instead. */
export interface KeysetRequest {
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  /** One more than full pages would have taken. */
  readonly isBeyond?: boolean | undefined;
  /** The answer must not come from a cache: the one before was short. */
  readonly fresh?: boolean | undefined;
}

export interface KeysetList<R> {
  /** Without Id, which is added; every path must be among the selected fields (`keysetPaths`). */
  readonly order: readonly OrderKey[];
  query(request: KeysetRequest): Promise<Page<R>>;
  /** Reads the page at a `nextRecordsUrl`, where the service takes one back. */
  readonly follow?: ((nextRecordsUrl: string, isBeyond: boolean) => Promise<Page<R>>) | undefined;
  /** Size of the whole list. Asked only for a selected total that the window doesn't tell. */
  readonly count?: (() => Promise<number | null>) | undefined;
  readonly site: UpstreamSite;
}

/** The stretch of the list a window reads, in the direction it is read. */
export interface Bounds {
  readonly order: readonly OrderKey[];
  readonly start: readonly Scalar[] | null;
  readonly end: readonly Scalar[] | null;
}

export function requestOf({ order, start, end }: Bounds, limit: number): KeysetRequest {
  const where = allOf(
    start === null ? undefined : beyond(order, start),
    end === null ? undefined : beyond(reversed(order), end),
  );
  return { where, orderBy: orderByOf(order), limit };
}
