/** One colleague of the team: measures against those of others, the latest calls, and the reviews and won deals that the table counts. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { callsHref } from '../shared/calls-link.ts';
import { dateOf } from '../shared/day.ts';
import { Fact } from '../shared/fact.tsx';
import { dayText, detailText, lengthText } from '../shared/format.ts';
import { useOpenedHeading } from '../shared/heading-focus.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Member, measures } from './member.ts';
import { addressOf, type TeamPeriod } from './period.ts';
import { measureNames, measureText, type Spreads } from './talk-measure.ts';

const fragment = graphql(`
  fragment MemberPanel on User {
    name
    emailAddress
    relatedCalls(first: 6) {
      nodes {
        upstreamId
        title
        startedAt
        durationSeconds
      }
    }
    reviews: scorecardsReceived(last: 20, from: $since, to: $until) {
      nodes {
        ...MemberReview
      }
    }
    reviewsBefore: scorecardsReceived(last: 20, from: $beforeSince, to: $beforeUntil) {
      nodes {
        ...MemberReview
      }
    }
    crmUsers {
      upstreamId
      won: opportunities(
        first: 50
        filter: { isWon: { eq: true }, closeDate: { gte: $from, lt: $to } }
        orderBy: [{ field: CLOSE_DATE, direction: DESC }]
      ) {
        nodes {
          ...WonDeal
        }
        pageInfo {
          hasNextPage
        }
      }
      wonBefore: opportunities(
        first: 50
        filter: { isWon: { eq: true }, closeDate: { gte: $beforeFrom, lt: $beforeTo } }
        orderBy: [{ field: CLOSE_DATE, direction: DESC }]
      ) {
        nodes {
          ...WonDeal
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

const reviewFragment = graphql(`
  fragment MemberReview on AnsweredScorecard {
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
`);

const wonFragment = graphql(`
  fragment WonDeal on Opportunity {
    upstreamId
    name
    amount
    currencyIsoCode
    closeDate
  }
`);

/** The row of the colleague whose panel is open: the focus would go with the panel. */
const focusRow = (): void =>
  document.querySelector<HTMLElement>('[data-row][aria-current] a')?.focus();

export interface MemberPanelProps {
  readonly user: FragmentType<typeof fragment>;
  readonly member: Member;
  readonly spreads: Spreads;
  readonly period: TeamPeriod;
}

export function MemberPanel({ member, spreads, period, ...props }: MemberPanelProps) {
  const user = readFragment(fragment, props.user);
  const inside = useOpenedHeading<HTMLParagraphElement>(member.id);
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
        {detailText([
          member.title,
          member.manager?.name == null ? null : `reports to ${member.manager.name}`,
        ])}
      </p>
      <div className="three">
        <section>
          <h3>Against the average</h3>
          <dl className="against">
            {measures.map((measure) => (
              <Fact key={measure} name={measureNames[measure]}>
                <b>{measureText(measure, member.talk[measure])}</b>{' '}
                <span className="muted">
                  average {measureText(measure, spreads[measure]?.average ?? null)}
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
              <Link href={callsHref({ ...addressOf(period), with: user.emailAddress })}>
                Calls they were on in this time
              </Link>
              , or invited to.
            </p>
          )}
        </section>
        <section>
          <h3>Reviews</h3>
          <BothTimes
            now={reviewRows(user.reviews)}
            before={reviewRows(user.reviewsBefore)}
            isKnown={user.reviews != null && user.reviewsBefore != null}
          >
            Nobody has reviewed a call.
          </BothTimes>
        </section>
        <section>
          <h3>Won deals</h3>
          <BothTimes
            now={wonRows(user.crmUsers?.map(({ won }) => won))}
            before={wonRows(user.crmUsers?.map(({ wonBefore }) => wonBefore))}
            isKnown={user.crmUsers != null}
          >
            None was won.
          </BothTimes>
        </section>
      </div>
    </Panel>
  );
}

interface BothTimesProps {
  readonly now: readonly ReactNode[];
  readonly before: readonly ReactNode[];
  readonly isKnown: boolean;
  /** Where there is none in either. */
  readonly children: ReactNode;
}

function BothTimes({ now, before, isKnown, children }: BothTimesProps) {
  if (now.length + before.length === 0) return <Empty isKnown={isKnown}>{children}</Empty>;
  return (
    <>
      {now.length === 0 ? <p className="muted">None in this time.</p> : <ul>{now}</ul>}
      {before.length > 0 && (
        <>
          <h4>The time before</h4>
          <ul>{before}</ul>
        </>
      )}
    </>
  );
}

type PanelFields = ResultOf<typeof fragment>;

/** The newest first. */
const reviewRows = (reviews: PanelFields['reviews']): readonly ReactNode[] =>
  (reviews?.nodes ?? []).toReversed().flatMap((node) => {
    const review = readFragment(reviewFragment, node);
    if (review === null) return [];
    const { id, overallScore, call, scorecardName, reviewer, answeredAt } = review;
    return (
      <li key={id}>
        <b>{overallScore ?? '–'}</b>{' '}
        {call === null ? (
          scorecardName
        ) : (
          <Link href={`/call/${call.upstreamId}`}>{scorecardName}</Link>
        )}
        <span className="sub">
          by {reviewer?.name ?? 'the platform'}
          {answeredAt !== null && ` · ${dayText(dateOf(answeredAt))}`}
        </span>
      </li>
    );
  });

type WonList = NonNullable<PanelFields['crmUsers']>[number]['won'];

const wonRows = (lists: readonly WonList[] | undefined): readonly ReactNode[] =>
  (lists ?? []).flatMap((list) => [
    ...(list?.nodes ?? []).flatMap((node) => {
      const deal = readFragment(wonFragment, node);
      if (deal === null) return [];
      const { upstreamId, name, amount, currencyIsoCode, closeDate } = deal;
      return (
        <li key={upstreamId}>
          <Link href={`/deal/${upstreamId}`}>{name ?? 'A deal without a name'}</Link>
          <span className="sub">
            {amount !== null && `${amountText(amount, currencyIsoCode)} · `}
            {closeDate !== null && dayText(dateOf(closeDate))}
          </span>
        </li>
      );
    }),
    ...(list?.pageInfo.hasNextPage === true
      ? [
          <li key="more" className="muted">
            The latest 50; there are more.
          </li>,
        ]
      : []),
  ]);
