/** The presence of a person on calls, in words. */

import type { Presence } from './attendance.ts';
import { daysSince } from './day.ts';
import { dayText, plural } from './format.ts';
import { Link } from './link.tsx';

/** Order: never on a call, only invited, by the last call, unknown. */
export function presenceOrder({ kind, at }: Presence): number {
  if (kind === 'never') return -3;
  if (kind === 'invited') return -2;
  if (kind === 'named') return -1;
  return kind === 'unknown' || kind === 'unread' ? Number.MAX_SAFE_INTEGER : (at?.getTime() ?? 0);
}

const words: Readonly<Record<Exclude<Presence['kind'], 'attended'>, string>> = {
  never: 'never on a call',
  unread: 'not read yet',
  invited: 'invited, not there',
  named: 'named on a call',
  unknown: 'not known',
};

/** As a file has it. */
export const presenceText = ({ kind }: Presence): string =>
  kind === 'attended' ? 'There' : words[kind];

interface PersonsCallProps {
  readonly presence: Presence;
  readonly now: Date;
  /** Of the last call that they were on: the day leads there. */
  readonly callId?: string | null;
}

/** The day of the last call that a person was on, and since when that is. */
export function PersonsCall({ presence, now, callId = null }: PersonsCallProps) {
  const { kind, at, missed } = presence;
  if (kind !== 'attended')
    return (
      <>
        <span className={kind === 'unknown' || kind === 'unread' ? 'none' : 'quiet'}>
          {words[kind]}
        </span>
        {at !== null && <span className="sub">last on {dayText(at, now)}</span>}
      </>
    );
  const days = daysSince(at!, now);
  const day = dayText(at!, now);
  return (
    <>
      {callId === null ? day : <Link href={`/call/${callId}`}>{day}</Link>}
      <span className="sub">{days <= 0 ? 'today' : `${plural(days, 'day')} ago`}</span>
      {missed !== null && <span className="sub">invited on {dayText(missed, now)}, not there</span>}
    </>
  );
}
