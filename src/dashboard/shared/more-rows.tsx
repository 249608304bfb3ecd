/** Lengthens a list in its place. The focus goes to its last link, or to its heading where no row leads on, since nothing may be left to press. */

import type { MouseEvent } from 'react';
import { focusHeading } from './heading-focus.ts';

export interface MoreRowsProps {
  readonly children: string;
  readonly onMore: () => void;
}

export function MoreRows({ children, onMore }: MoreRowsProps) {
  const lengthen = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const links = currentTarget.closest('.panel')?.querySelectorAll<HTMLElement>('[data-row] a');
    const last = links?.item(links.length - 1);
    last?.focus();
    if (document.activeElement !== last) focusHeading(currentTarget);
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
