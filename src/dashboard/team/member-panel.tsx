/** One colleague of the team: measures against the average, the latest calls and reviews. */

import { Link, useSearchParams } from 'wouter';
import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { callsHref } from '../shared/calls-link.ts';
import { dateOf } from '../shared/day.ts';
import { Fact } from '../shared/fact.tsx';
import { dayText, lengthText } from '../shared/format.ts';
import { useOpenedHeading } from '../shared/heading-focus.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Member, measures } from './member.ts';
import { measureNames, measureText, type Spreads } from './talk-measure.ts';
import { teamDays } from './team-question.ts';

const fragment = graphql(`
  fragment MemberPanel on User {
    name
    emailAddress
    manager {
      name
    }
    relatedCalls(first: 6) {
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
      }
    }
    reviews: scorecardsReceived(last: 6) {
      nodes {
        id
        scorecardName
        overallScore
        answeredAt
        call {
          upstreamId
        }
        reviewer {
          name
        }
      }
    }
  }
`);

/** The row of the colleague whose panel is open: the focus would go with the panel. */
const focusRow = (): void =>
  document.querySelector<HTMLElement>('[data-row][aria-current] a')?.focus();

export interface MemberPanelProps {
  readonly user: FragmentType<typeof fragment>;
  readonly member: Member;
  readonly spreads: Spreads;
}

export function MemberPanel({ member, spreads, ...props }: MemberPanelProps) {
  const user = readFragment(fragment, props.user);
  const inside = useOpenedHeading<HTMLParagraphElement>(member.id);
  const address = useAddress();
  const [params] = useSearchParams();
  const withoutUser = new URLSearchParams(params);
  withoutUser.delete('user');
  return (
    <Panel
      title={user.name ?? 'A colleague'}
      paths={['user']}
      aside={
        <Link href={`/team?${withoutUser}`} onClick={focusRow}>
          Close
        </Link>
      }
      className="member"
    >
      <p className="muted" ref={inside}>
        {member.title}
        {user.manager?.name != null && ` · reports to ${user.manager.name}`}
      </p>
      <div className="three">
        <section>
          <h3>Against the team's average</h3>
          <dl className="against">
            {measures.map((measure) => (
              <Fact key={measure} name={measureNames[measure]}>
                <b>{measureText(measure, member.talk[measure])}</b>{' '}
                <span className="muted">
                  team {measureText(measure, spreads[measure]?.average ?? null)}
                </span>
              </Fact>
            ))}
          </dl>
        </section>
        <section>
          <h3>Latest calls</h3>
          {!user.relatedCalls?.nodes.length && (
            <Empty isKnown={user.relatedCalls != null}>None is known.</Empty>
          )}
          <ul>
            {user.relatedCalls?.nodes.map(
              (call) =>
                call !== null && (
                  <li key={call.upstreamId}>
                    <Link href={`/call/${call.upstreamId}`}>
                      {call.title ?? 'A call without a title'}
                    </Link>
                    <span className="sub">
                      {call.startedAt !== null && dayText(dateOf(call.startedAt))}
                      {call.durationSeconds !== null && ` · ${lengthText(call.durationSeconds)}`}
                    </span>
                  </li>
                ),
            )}
          </ul>
          {user.emailAddress !== null && (
            <p className="note">
              <Link href={callsHref({ days: String(teamDays(address)), with: user.emailAddress })}>
                Calls of these {teamDays(address)} days
              </Link>
              , those they were invited to as well.
            </p>
          )}
        </section>
        <section>
          <h3>Latest reviews</h3>
          {!user.reviews?.nodes.length && (
            <Empty isKnown={user.reviews != null}>Nobody has reviewed a call.</Empty>
          )}
          <ul>
            {user.reviews?.nodes.toReversed().map(
              (review) =>
                review !== null && (
                  <li key={review.id}>
                    <b>{review.overallScore ?? '–'}</b>{' '}
                    {review.call === null ? (
                      review.scorecardName
                    ) : (
                      <Link href={`/call/${review.call.upstreamId}`}>{review.scorecardName}</Link>
                    )}
                    <span className="sub">
                      by {review.reviewer?.name ?? 'the platform'}
                      {review.answeredAt !== null && ` · ${dayText(dateOf(review.answeredAt))}`}
                    </span>
                  </li>
                ),
            )}
          </ul>
        </section>
      </div>
    </Panel>
  );
}
