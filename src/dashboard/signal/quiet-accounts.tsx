/** Accounts with an open deal and no call for a month. */

import { Link } from 'wouter';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dateOf, daysSince } from '../shared/day.ts';
import { dayText, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { TableHead } from '../shared/table-head.tsx';

const fragment = graphql(`
  fragment QuietAccounts on Query {
    quiet: accounts(
      first: 8
      filter: {
        lastCall: { before: $quietSince }
        opportunities: { some: { isClosed: { eq: false } } }
      }
      orderBy: [{ field: ANNUAL_REVENUE, direction: DESC, nulls: LAST }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        name
        opportunities(first: 4, filter: { isClosed: { eq: false } }) {
          nodes {
            amount
            currencyIsoCode
            stageName
          }
        }
        lastCall {
          startedAt
          coverage {
            completeFrom
          }
        }
      }
    }
  }
`);

export function QuietAccounts(props: { query: FragmentType<typeof fragment> }) {
  const { quiet } = readFragment(fragment, props.query);
  const unread = isUnread(useMeta());
  const rows = (quiet?.nodes ?? []).flatMap((account) => account ?? []);
  // While no calls are known, every account would be one without a call; and while they are still read, any may have had one.
  const isKnown =
    quiet != null &&
    !unread &&
    (rows.length === 0 || rows.some(({ lastCall }) => knowsCalls(lastCall?.coverage)));
  const trusted = isKnown ? rows : [];
  return (
    <Panel title="Quiet for a month, with an open deal" paths={['quiet']} countsCalls>
      {trusted.length === 0 && (
        <Empty isKnown={isKnown}>
          No account with an open deal went without a call in these 30 days.
        </Empty>
      )}
      {trusted.length > 0 && (
        <p className="note">
          Nobody of the account was on a call or invited to one for 30 days, and none was linked to
          it.
        </p>
      )}
      <table className="plain">
        <TableHead columns={['Account', 'Open deals', 'Last call']} isHidden />
        <tbody>
          {trusted.map((account) => {
            const deals = account.opportunities?.nodes.flatMap((deal) => deal ?? []);
            const at = account.lastCall?.startedAt;
            return (
              <tr key={account.upstreamId} data-row="">
                <th scope="row">
                  <Link href={`/account/${account.upstreamId}`}>{account.name}</Link>
                  <span className="sub">{dealsText(deals)}</span>
                </th>
                <td className="figure">
                  {!knowsCalls(account.lastCall?.coverage) ? (
                    'not known'
                  ) : at == null ? (
                    'No call is known'
                  ) : (
                    <>
                      {plural(daysSince(dateOf(at)), 'day')}
                      <span className="sub">{dayText(dateOf(at))}</span>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {isKnown && quiet.pageInfo.hasNextPage && (
        <p className="note">
          The largest by revenue; there are more.{' '}
          <Link href="/deals?quiet=30">All quiet deals</Link>
        </p>
      )}
    </Panel>
  );
}

type Deals = readonly {
  readonly stageName: string | null;
  readonly amount: number | null;
  readonly currencyIsoCode: string | null;
}[];

/** Names three deals; the fourth only shows that there are more. */
function dealsText(deals: Deals | undefined): string {
  if (deals === undefined) return 'deals not known';
  const texts = deals
    .slice(0, 3)
    .map(({ stageName, amount, currencyIsoCode }) =>
      amount === null ? stageName : `${stageName} ${shortAmountText(amount, currencyIsoCode)}`,
    );
  return [...texts, ...(deals.length > 3 ? ['and more'] : [])].join(' · ');
}
