/** One bar of a plot that is a table: its figure is text beside it. */

import { linearScale } from './scale.ts';

export function Bar({
  value,
  max,
  className = '',
}: {
  value: number;
  max: number;
  className?: string;
}) {
  const x = linearScale([0, Math.max(max, 1)], [0, 100]);
  return (
    <svg
      className={`bar ${className}`}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="track" width={100} height={10} />
      <rect className="fill" width={x(value)} height={10} />
    </svg>
  );
}
