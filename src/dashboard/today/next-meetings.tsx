/** Who is met in the next days, with what was spoken about last. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, timeText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment NextMeetings on Query {
    ahead: events(first: 12, filter: $ahead, orderBy: [{ field: ACTIVITY_DATE_TIME }]) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        subject
        activityDateTime
        isAllDayEvent
        account {
          upstreamId
          name
        }
        what {
          ... on CrmRecord {
            upstreamId
            recordName
          }
        }
        who {
          ... on Contact {
            upstreamId
            name
            title
            attended: lastCall(role: [ATTENDEE, HOST]) {
              call {
                upstreamId
                title
                startedAt
              }
            }
          }
        }
      }
    }
  }
`);

type Meeting = NonNullable<NonNullable<ResultOf<typeof fragment>['ahead']>['nodes'][number]>;

export interface NextMeetingsProps {
  readonly query: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function NextMeetings({ query, now }: NextMeetingsProps) {
  const { ahead } = readFragment(fragment, query);
  // Those of this morning are over.
  const meetings = (ahead?.nodes ?? []).filter(
    (meeting) =>
      meeting !== null &&
      (meeting.activityDateTime === null ||
        meeting.isAllDayEvent === true ||
        dateOf(meeting.activityDateTime) >= now),
  ) as readonly Meeting[];
  return (
    <Panel title="Who is met next" paths={['ahead']}>
      {meetings.length === 0 && (
        <Empty isKnown={ahead != null}>The CRM has no appointment in the next seven days.</Empty>
      )}
      <ul className="hit-list">
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.upstreamId} meeting={meeting} now={now} />
        ))}
      </ul>
      {ahead?.pageInfo.hasNextPage === true && (
        <p className="note">The first {meetings.length}; there are more.</p>
      )}
    </Panel>
  );
}

function MeetingRow({ meeting, now }: { meeting: Meeting; now: Date }) {
  const { subject, activityDateTime, isAllDayEvent, account, what, who } = meeting;
  const person = who != null && 'upstreamId' in who ? who : null;
  const about = what != null && 'recordName' in what ? what.recordName : null;
  const last = person?.attended?.call;
  const at = activityDateTime == null ? null : dateOf(activityDateTime);
  const prepared = [what, account].flatMap((record) =>
    record != null && 'upstreamId' in record && /^00[16]/.test(record.upstreamId)
      ? record.upstreamId
      : [],
  )[0];
  return (
    <li data-row="">
      {person === null ? (
        <span className="name">{subject ?? 'An appointment'}</span>
      ) : (
        <Link className="name" href={`/person/${person.upstreamId}`}>
          {person.name ?? 'A contact without a name'}
        </Link>
      )}
      <span className="sub">
        {detailText([
          at === null ? null : dayText(at, now),
          at === null || isAllDayEvent === true ? null : timeText(at),
          person === null ? null : subject,
          person?.title,
          // An account's own appointment names it twice.
          about?.startsWith(account?.name ?? '\n') === true ? null : account?.name,
          about,
        ])}
      </span>
      {prepared !== undefined && (
        <Link
          className="sub prepare-link"
          href={`/prepare/${prepared}`}
          aria-label={`Prepare the meeting${about === null ? '' : ` about ${about}`}`}
        >
          Prepare
        </Link>
      )}
      {last != null && (
        <span className="sub">
          Last spoken with {last.startedAt != null && `on ${dayText(dateOf(last.startedAt), now)}`}:{' '}
          <Link href={`/call/${last.upstreamId}`}>{last.title ?? 'a call without a title'}</Link>
        </span>
      )}
    </li>
  );
}
