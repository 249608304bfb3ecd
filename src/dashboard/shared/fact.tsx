/** A fact with its name, in a `dl`; nothing where the fact is null. */

import type { ReactNode } from 'react';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
