/** The day that a promise names, and whether it is over. */

import { daysSince } from '../shared/day.ts';
import { dayText } from '../shared/format.ts';

export interface DueBadgeProps {
  /** None where the promise names none. */
  readonly due: Date | null;
  readonly now: Date;
}

export function DueBadge({ due, now }: DueBadgeProps) {
  if (due === null) return null;
  const isOverdue = daysSince(due, now) > 0;
  return (
    <span className={isOverdue ? 'badge due overdue' : 'badge due'}>
      {dayText(due, now)}
      {isOverdue && ', overdue'}
    </span>
  );
}
