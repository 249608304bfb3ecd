/** The next meetings that the CRM has; of a deal also those of its account that are not linked to it. */

import { type Meeting, type MeetingsRef, meetingsOf, whenText } from '../shared/meeting.ts';

export interface MeetingsAheadProps {
  readonly events: MeetingsRef | null;
  /** Of the account of a deal. */
  readonly ofAccount?: MeetingsRef | null;
  readonly now: Date;
}

export function MeetingsAhead({ events, ofAccount, now }: MeetingsAheadProps) {
  const ahead = meetingsOf(events, now);
  const others = meetingsOf(ofAccount, now).filter(({ id }) => !ahead.some((it) => it.id === id));
  const listText = (meetings: readonly Meeting[]): string =>
    meetings
      .map((meeting) => {
        const person = meeting.person === null ? '' : `, with ${meeting.person}`;
        return `${whenText(meeting, now)}, ${meeting.subject ?? 'a meeting'}${person}`;
      })
      .join('; ');
  const other = others.slice(0, 1);
  if (events === null) return null;
  return (
    <p>
      {ahead.length > 0
        ? `Ahead: ${listText(ahead)}.`
        : other.length > 0
          ? `No meeting about this deal is ahead; with its account: ${listText(other)}.`
          : 'The CRM has no meeting ahead.'}
    </p>
  );
}
