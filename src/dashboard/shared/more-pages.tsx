/** To the next page of a connection, and back to the first: a page begins at its list's heading. */

import type { MouseEvent } from 'react';
import { useAddress } from '../data/url-state.ts';
import { focusHeading } from './heading-focus.ts';

export interface MorePagesProps {
  readonly after: string | null;
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  /** Where the address has the cursor: lists beside each other have one each. */
  readonly name?: string;
  /** What is paged, where a screen has several lists: `Pages of accounts`. */
  readonly label?: string;
}

export function MorePages({ after, next, name = 'after', label = 'Pages' }: MorePagesProps) {
  const { get, set } = useAddress();
  if (after === null && next === null) return null;
  const turnTo = (cursor: string | null) => (event: MouseEvent<HTMLElement>) => {
    // The button is below the rows, and a disabled one would lose the focus.
    focusHeading(event.currentTarget);
    // Other lists stay at their pages.
    set({ after: get('after'), [name]: cursor });
  };
  return (
    <nav className="pages" aria-label={label}>
      <button type="button" disabled={after === null} onClick={turnTo(null)}>
        First page
      </button>
      <button type="button" disabled={next === null} onClick={turnTo(next)}>
        Next page
      </button>
    </nav>
  );
}
