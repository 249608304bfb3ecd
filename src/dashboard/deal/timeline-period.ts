/** The days that the timeline of a deal's row shows. */

import { startOfDay } from '../shared/day.ts';

/** The line of time: what was, and what is to come. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
}

/** Days, not moments: the same question all day long is one answer for everybody of a time zone. */
export function periodOf(now: Date): Period {
  return { from: startOfDay(now, -120), to: startOfDay(now, 45), now };
}
