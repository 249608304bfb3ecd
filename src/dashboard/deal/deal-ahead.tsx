/** What is planned about a deal: meetings of the CRM and calls of the platform, the next one first. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, dayOfUtc, startOfDay } from '../shared/day.ts';
import { dayText, momentText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment DealAhead on Opportunity {
    events(
      first: 10
      filter: { startDateTime: { gte: $today } }
      orderBy: [{ field: START_DATE_TIME }]
    ) {
      nodes {
        upstreamId
        subject
        startDateTime
        isAllDayEvent
      }
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
  readonly host: string | null;
}

export interface DealAheadProps {
  readonly deal: FragmentType<typeof fragment>;
  readonly now: Date;
}

export function DealAhead(props: DealAheadProps) {
  const { now } = props;
  const { events, planned } = readFragment(fragment, props.deal);
  const ahead: Planned[] = [];
  for (const event of events?.nodes ?? []) {
    if (event?.startDateTime == null) continue;
    const isAllDay = event.isAllDayEvent === true;
    ahead.push({
      key: event.upstreamId,
      at: isAllDay ? dayOfUtc(event.startDateTime) : dateOf(event.startDateTime),
      isAllDay,
      title: event.subject ?? 'A meeting without a subject',
      callId: null,
      host: null,
    });
  }
  for (const call of planned?.nodes ?? [])
    if (call?.startedAt != null)
      ahead.push({
        key: call.upstreamId,
        at: dateOf(call.startedAt),
        isAllDay: false,
        title: call.title ?? 'A call without a title',
        callId: call.upstreamId,
        host: call.primaryUser?.name ?? null,
      });
  const next = ahead
    .filter(({ at, isAllDay }) => at > now || (isAllDay && at >= startOfDay(now)))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <Panel
      title="Next meeting"
      className="deal-ahead"
      paths={['opportunity.events', 'opportunity.planned']}
    >
      {next.length === 0 && (
        <Empty isKnown={events != null && planned != null}>
          Nothing is planned about this deal: no event of the CRM, and no call.
        </Empty>
      )}
      <ol>
        {next.slice(0, 3).map(({ key, at, isAllDay, title, callId, host }) => (
          <li key={key}>
            {callId === null ? (
              <span className="name">{title}</span>
            ) : (
              <Link className="name" href={`/call/${callId}`}>
                {title}
              </Link>
            )}
            <span className="sub">
              <time dateTime={at.toISOString()}>
                {isAllDay ? dayText(at, now) : momentText(at)}
              </time>
              {host !== null && `, ${host}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
