/** Pages of a list, and the requests for them. */

import type { Answer, PageMark } from '../contract/wire/execute.ts';

/** Rows of some type and the upstream's mark. An `Answer` is a `Page<Row>`; sources may map rows to something narrower. */
export interface Page<R> extends Pick<Answer, 'cached'> {
  readonly rows: readonly R[];
  readonly page: PageMark;
}

export interface PageRequest<P> {
  /** The page before it in the same reading; null for the first. */
  readonly previous: P | null;
  /** Number of earlier readings of the list. */
  readonly reading: number;
  /** Whether the page is beyond the estimate, so that the request's reserve pays for it. */
  readonly isBeyond: boolean;
  /** Whether to bypass the cache: an earlier reading was short, or its cursor died. */
  readonly fresh: boolean;
}

/** Reads a page; null where no cursor leads on. */
export type ReadPage<P> = (request: PageRequest<P>) => Promise<P | null>;
