/** A figure, which leads to what it counts where that is listed. */

import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export interface FigureProps {
  /** Null where nothing is counted. */
  readonly href: string | null;
  readonly children: ReactNode;
}

export const Figure = ({ href, children }: FigureProps) =>
  href === null ? (
    children
  ) : (
    <Link className="count" href={href}>
      {children}
    </Link>
  );
