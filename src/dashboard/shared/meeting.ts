/** Meetings ahead that the CRM has, from the beginning of today: of an account those about its deals, too. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, dayOfUtc, startOfDay } from './day.ts';
import { dayText, momentText } from './format.ts';

const fragment = graphql(`
  fragment Meetings on EventConnection {
    nodes {
      upstreamId
      subject
      startDateTime
      isAllDayEvent
      who {
        ... on CrmRecord {
          upstreamId
          recordName
        }
      }
    }
  }
`);

export type MeetingsRef = FragmentType<typeof fragment>;

export interface Meeting {
  readonly id: string;
  readonly at: Date;
  /** Of no time of the day. */
  readonly isAllDay: boolean;
  readonly subject: string | null;
  /** Whom it is with. */
  readonly person: string | null;
}

/** Those of an account, or of the account of a deal: its own list has those alone that are linked to no deal. */
export const meetingsOfAccount = (
  record: { readonly account: string } | { readonly deal: string },
  now: Date,
) => ({
  startDateTime: { gte: startOfDay(now).toISOString() },
  ...('account' in record
    ? { accountId: { eq: record.account } }
    : { account: { opportunities: { some: { id: { eq: record.deal } } } } }),
});

/** Those of this morning are over. */
export const isAhead = ({ at, isAllDay }: Pick<Meeting, 'at' | 'isAllDay'>, now: Date): boolean =>
  at > now || (isAllDay && at >= startOfDay(now));

export const meetingsOf = (events: MeetingsRef | null | undefined, now: Date): readonly Meeting[] =>
  (readFragment(fragment, events)?.nodes ?? [])
    .flatMap((event) => {
      if (event?.startDateTime == null) return [];
      const { upstreamId: id, startDateTime, subject, who } = event;
      const isAllDay = event.isAllDayEvent === true;
      // An event of whole days begins at midnight of UTC, wherever it is read.
      const at = isAllDay ? dayOfUtc(startDateTime) : dateOf(startDateTime);
      return { id, at, isAllDay, subject, person: who?.recordName ?? null };
    })
    .filter((meeting) => isAhead(meeting, now));

export const whenText = ({ at, isAllDay }: Pick<Meeting, 'at' | 'isAllDay'>, now: Date): string =>
  isAllDay ? dayText(at, now) : momentText(at);
