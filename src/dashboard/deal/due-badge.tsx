/** The day that a promise names. Whether it was kept nobody noted, so a day that is over is no alarm. */

import { daysSince } from '../shared/day.ts';
import { dayText } from '../shared/format.ts';

export interface DueBadgeProps {
  /** None where the promise names none. */
  readonly due: Date | null;
  readonly now: Date;
}

export function DueBadge({ due, now }: DueBadgeProps) {
  if (due === null) return null;
  const days = -daysSince(due, now);
  if (days < 0) return <span className="badge due past">was due {dayText(due, now)}</span>;
  if (days > 1) return <span className="badge due">due {dayText(due, now)}</span>;
  return <span className="badge due soon">due {days === 0 ? 'today' : 'tomorrow'}</span>;
}
