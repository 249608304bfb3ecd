/** Lengthens a list in its place. The focus goes to its last link, since nothing may be left to press and the new rows follow. */

import type { MouseEvent } from 'react';

export interface MoreRowsProps {
  readonly children: string;
  readonly onMore: () => void;
}

export function MoreRows({ children, onMore }: MoreRowsProps) {
  const lengthen = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const links = currentTarget.closest('.panel')?.querySelectorAll<HTMLElement>('[data-row] a');
    [...(links ?? [])].at(-1)?.focus();
    onMore();
  };
  return (
    <div className="pages">
      <button type="button" onClick={lengthen}>
        {children}
      </button>
    </div>
  );
}
