/** The next meetings that the CRM has. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, dayOfUtc } from '../shared/day.ts';
import { dayText, momentText } from '../shared/format.ts';

const fragment = graphql(`
  fragment MeetingsAhead on EventConnection {
    nodes {
      upstreamId
      subject
      startDateTime
      isAllDayEvent
    }
  }
`);

export interface MeetingsAheadProps {
  readonly events: FragmentType<typeof fragment> | null;
  readonly now: Date;
}

export function MeetingsAhead({ events, now }: MeetingsAheadProps) {
  const ahead = (readFragment(fragment, events)?.nodes ?? []).flatMap((event) => {
    if (event?.startDateTime == null) return [];
    const isAllDay = event.isAllDayEvent === true;
    // An event of whole days begins at midnight of UTC, wherever it is read.
    const at = isAllDay ? dayOfUtc(event.startDateTime) : dateOf(event.startDateTime);
    if (!isAllDay && at < now) return [];
    return `${isAllDay ? dayText(at, now) : momentText(at)}, ${event.subject ?? 'a meeting'}`;
  });
  if (events === null) return null;
  return (
    <p>{ahead.length === 0 ? 'The CRM has no meeting ahead.' : `Ahead: ${ahead.join('; ')}.`}</p>
  );
}
