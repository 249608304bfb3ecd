/** What is planned about a deal: meetings of the CRM and calls of the platform, the next one first; and its account's next meeting. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { Link } from '../shared/link.tsx';
import { isAhead, type MeetingsRef, meetingsOf, whenText } from '../shared/meeting.ts';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment DealAhead on Opportunity {
    events(
      first: 10
      filter: { startDateTime: { gte: $today } }
      orderBy: [{ field: START_DATE_TIME }]
    ) {
      ...Meetings
    }
    account {
      upstreamId
      name
    }
    planned: relatedCalls(first: 10, from: $today, order: OLDEST, viaContactRoles: true) {
      nodes {
        upstreamId
        title
        startedAt
        primaryUser {
          name
        }
      }
    }
  }
`);

interface Planned {
  readonly key: string;
  readonly at: Date;
  /** Of no time of the day. */
  readonly isAllDay: boolean;
  readonly title: string;
  readonly callId: string | null;
  /** Whom it is with, or who holds it. */
  readonly person: string | null;
}

const noSubject = 'A meeting without a subject';

export interface DealAheadProps {
  readonly deal: FragmentType<typeof fragment>;
  /** Of its account, about whatever deal. */
  readonly meetings: MeetingsRef | null;
  readonly now: Date;
}

export function DealAhead(props: DealAheadProps) {
  const { now } = props;
  const { events, account, planned } = readFragment(fragment, props.deal);
  const meetings = meetingsOf(events, now);
  const ahead = meetings.map(
    ({ id, subject, person, ...when }): Planned => ({
      ...when,
      key: id,
      title: subject ?? noSubject,
      callId: null,
      person: person === null ? null : `with ${person}`,
    }),
  );
  for (const call of planned?.nodes ?? [])
    if (call?.startedAt != null)
      ahead.push({
        key: call.upstreamId,
        at: dateOf(call.startedAt),
        isAllDay: false,
        title: call.title ?? 'A call without a title',
        callId: call.upstreamId,
        person: call.primaryUser?.name ?? null,
      });
  const next = ahead
    .filter((planned) => isAhead(planned, now))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const [ofAccount] = meetingsOf(props.meetings, now).filter(
    ({ id }) => !meetings.some((meeting) => meeting.id === id),
  );
  return (
    <Panel
      title="Next meeting"
      className="deal-ahead"
      paths={['opportunity.events', 'opportunity.planned', 'meetings']}
    >
      {next.length === 0 && (
        <Empty isKnown={events != null && planned != null}>
          Nothing is planned about this deal: no event of the CRM, and no call.
        </Empty>
      )}
      <ol>
        {next.slice(0, 3).map(({ key, at, isAllDay, title, callId, person }) => (
          <li key={key}>
            {callId === null ? (
              <span className="name">{title}</span>
            ) : (
              <Link className="name" href={`/call/${callId}`}>
                {title}
              </Link>
            )}
            <span className="sub">
              <time dateTime={at.toISOString()}>{whenText({ at, isAllDay }, now)}</time>
              {person !== null && `, ${person}`}
            </span>
          </li>
        ))}
        {account != null && ofAccount !== undefined && (
          <li className="of-account">
            <span className="name">{ofAccount.subject ?? noSubject}</span>
            <span className="sub">
              <time dateTime={ofAccount.at.toISOString()}>{whenText(ofAccount, now)}</time>, with{' '}
              <Link href={`/account/${account.upstreamId}`}>{account.name}</Link>; not linked to
              this deal
            </span>
          </li>
        )}
      </ol>
    </Panel>
  );
}
