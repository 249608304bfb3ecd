/** The next meetings that the CRM has; of a deal also those of its account that are not linked to it. */

import { faultsAt, useMeta } from '../data/screen.tsx';
import { type Meeting, type MeetingsRef, meetingsOf, whenText } from '../shared/meeting.ts';
import { Faults, isOfPanel } from '../shared/panel.tsx';

/** So many are named. */
const mostMeetings = 3;

/** Where they are in the answer. */
const paths = ['meetings', 'opportunity.events'];

export interface MeetingsAheadProps {
  /** Null where they could not be read. */
  readonly events: MeetingsRef | null;
  /** Of the account of a deal; null where they could not be read. */
  readonly ofAccount?: MeetingsRef | null;
  readonly now: Date;
}

export function MeetingsAhead({ events, ofAccount, now }: MeetingsAheadProps) {
  const { faults } = useMeta();
  const ownFaults = paths.flatMap((path) => faultsAt(faults, path)).filter(isOfPanel);
  const ahead = meetingsOf(events, now);
  const others = meetingsOf(ofAccount, now).filter(({ id }) => !ahead.some((it) => it.id === id));
  const textOf = (meetings: readonly Meeting[], most: number): string =>
    meetings
      .slice(0, most)
      .map((meeting) => {
        const person = meeting.person === null ? '' : `, with ${meeting.person}`;
        return `${whenText(meeting, now)}, ${meeting.subject ?? 'a meeting'}${person}`;
      })
      .join('; ') + (meetings.length > most ? '; and others' : '');
  const sentence = (): string => {
    if (ahead.length > 0) return `Ahead: ${textOf(ahead, mostMeetings)}.`;
    if (others.length > 0)
      return `No meeting about this deal is ahead; with its account: ${textOf(others, 1)}.`;
    return ofAccount === null
      ? 'No meeting about this deal is ahead.'
      : 'The CRM has no meeting ahead.';
  };
  return (
    <>
      {ownFaults.length > 0 && <Faults faults={ownFaults} />}
      {events !== null && <p>{sentence()}</p>}
    </>
  );
}
