/** Details whose content is rendered at the first opening: closed ones cost the first view nothing. */

import { type ReactNode, useState } from 'react';

export interface LateDetailsProps {
  readonly summary: string;
  readonly className?: string;
  readonly children: () => ReactNode;
}

export function LateDetails({ summary, className, children }: LateDetailsProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={className} onToggle={() => setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  );
}
