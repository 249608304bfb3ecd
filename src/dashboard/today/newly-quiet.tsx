/** Open deals that went quiet since then. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { DealLink } from '../deal/deal-row.tsx';
import { quietDays } from '../deal/silence.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';

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
        lastCall {
          startedAt
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
          No open deal passed {quietDays} days without a call about it in this time.
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
                deal.lastCall?.startedAt == null
                  ? null
                  : `last call ${dayText(dateOf(deal.lastCall.startedAt), now)}`,
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
