/** The filters behind one control on a phone, where they would fill the window; on wider screens all are in sight. */

import { type ReactNode, useState } from 'react';
import { number } from '../shared/format.ts';

export interface FoldedFiltersProps {
  /** How many are chosen. */
  readonly count: number;
  readonly children: ReactNode;
}

export function FoldedFilters({ count, children }: FoldedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`filters calls-filters${isOpen ? ' open' : ''}`} aria-label="Filters">
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{count > 0 && `: ${number(count)} chosen`}
      </button>
      {children}
    </section>
  );
}
