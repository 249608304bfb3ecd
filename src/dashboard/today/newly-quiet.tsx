/** Open deals whose last call became a month old since then. */

import { Link } from 'wouter';
import { isUnread, useMeta } from '../data/screen.tsx';
import { DealLink } from '../deal/deal-row.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { quietDays } from './today-question.ts';

const fragment = graphql(`
  fragment NewlyQuiet on Query {
    newlyQuiet: opportunities(
      first: 10
      filter: $quiet
      orderBy: [{ field: AMOUNT, direction: DESC, nulls: LAST }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        name
        stageName
        amount
        currencyIsoCode
        account {
          upstreamId
          name
        }
        callFacts(of: { last: 1 }) {
          lastAt
        }
      }
    }
  }
`);

export interface NewlyQuietProps {
  readonly query: FragmentType<typeof fragment>;
  readonly now: Date;
  /** The list of all that are quiet. */
  readonly href: string;
}

export function NewlyQuiet({ query, now, href }: NewlyQuietProps) {
  const { newlyQuiet } = readFragment(fragment, query);
  const unread = isUnread(useMeta());
  const deals = (newlyQuiet?.nodes ?? []).filter((deal) => deal !== null);
  return (
    <Panel title="Gone quiet" paths={['newlyQuiet']} countsCalls>
      {deals.length === 0 && (
        <Empty isKnown={newlyQuiet != null && !unread}>
          No open deal went {quietDays} days without a call of its own.
        </Empty>
      )}
      <ul className="hit-list">
        {deals.map((deal) => (
          <li key={deal.upstreamId} data-row="">
            <DealLink deal={deal} />
            <span className="sub">
              {detailText([
                deal.account?.name,
                deal.stageName,
                deal.amount == null ? null : shortAmountText(deal.amount, deal.currencyIsoCode),
                deal.callFacts?.lastAt == null
                  ? null
                  : `last call ${dayText(dateOf(deal.callFacts.lastAt), now)}`,
              ])}
            </span>
          </li>
        ))}
      </ul>
      <p className="note">
        {newlyQuiet?.pageInfo.hasNextPage === true && 'The largest by amount; there are more. '}
        <Link href={href}>All deals without a call for a month</Link>
      </p>
    </Panel>
  );
}
