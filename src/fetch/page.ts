/** A page as a walk sees it: rows of some type, and the upstream's mark. */

import type { PageMark } from '../contract/wire/answer.ts';

/** An `Answer` is a `Page<Row>`; sources may map rows to something narrower. */
export interface Page<R> {
  readonly rows: readonly R[];
  readonly page: PageMark;
}
