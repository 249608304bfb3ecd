/** To the next page of a connection, and back to the first. */

import { useAddress } from '../data/address.ts';

export interface MorePagesProps {
  readonly after: string | null;
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
}

export function MorePages({ after, next }: MorePagesProps) {
  const { set } = useAddress();
  if (after === null && next === null) return null;
  return (
    <nav className="pages" aria-label="Pages">
      <button type="button" disabled={after === null} onClick={() => set({ after: null })}>
        First page
      </button>
      <button type="button" disabled={next === null} onClick={() => set({ after: next })}>
        Next page
      </button>
    </nav>
  );
}
