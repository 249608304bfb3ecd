/** Open deals without a call of their own for a month, as Deals lists them. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { DealLink } from '../deal/deal-row.tsx';
import { callsOfDeal, quietDays, type Silence, silenceOf } from '../deal/silence.ts';
import { OtherContact, OwnCall } from '../deal/silence-text.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { isoDay } from '../shared/day.ts';
import { detailText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';

export const quietDealsFragment = graphql(`
  fragment QuietDeals on Query {
    quiet: opportunities(
      first: 8
      filter: { isClosed: { eq: false }, lastCall: { before: $quietSince } }
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
        ...Silence
      }
    }
  }
`);

interface QuietDeal {
  readonly deal: {
    readonly upstreamId: string;
    readonly name: string | null;
    readonly stageName: string | null;
    readonly amount: number | null;
    readonly currencyIsoCode: string | null;
    readonly account: { readonly name: string | null } | null;
  };
  readonly silence: Silence;
}

const columns: Columns<QuietDeal> = {
  Deal: ({ deal }) => deal.name,
  'Deal id': ({ deal }) => deal.upstreamId,
  Account: ({ deal }) => deal.account?.name,
  Stage: ({ deal }) => deal.stageName,
  Amount: ({ deal }) => deal.amount,
  Currency: ({ deal }) => deal.currencyIsoCode,
  'Last call about the deal': ({ silence }) => silence.own?.at.toISOString(),
  'Later contact': ({ silence }) => silence.other && isoDay(silence.other.at),
};

export function QuietDeals(props: { query: FragmentType<typeof quietDealsFragment> }) {
  const { quiet } = readFragment(quietDealsFragment, props.query);
  const now = new Date();
  const unread = isUnread(useMeta());
  const rows = (quiet?.nodes ?? []).flatMap((deal) =>
    deal === null ? [] : [{ deal, silence: silenceOf(deal, now) }],
  );
  // While no calls are known, every deal would be one without a call; and while they are still read, any may have had one.
  const isKnown =
    quiet != null &&
    !unread &&
    (rows.length === 0 || rows.some(({ silence }) => silence.own !== undefined));
  const trusted = isKnown ? rows : [];
  const isWhole = quiet?.pageInfo.hasNextPage !== true;
  const fileRows = { rows: trusted, total: isWhole ? trusted.length : null, isWhole };
  return (
    <Panel
      title="No call for a month"
      paths={['quiet']}
      countsCalls
      file={tableFile('quiet-deals', columns, fileRows)}
    >
      {trusted.length === 0 && (
        <Empty isKnown={isKnown}>
          No open deal went without a call in the last {quietDays} days.
        </Empty>
      )}
      {trusted.length > 0 && <p className="note">Open deals. {callsOfDeal}</p>}
      <table className="plain">
        <TableHead columns={['Deal', 'Last call']} isHidden />
        <tbody>
          {trusted.map(({ deal, silence }) => (
            <tr key={deal.upstreamId} data-row="">
              <th scope="row">
                <DealLink deal={deal} />
                <span className="sub">
                  {detailText([
                    deal.account?.name,
                    deal.stageName,
                    deal.amount == null ? null : shortAmountText(deal.amount, deal.currencyIsoCode),
                  ])}
                </span>
                <OtherContact silence={silence} now={now} />
              </th>
              <td className="figure">
                <OwnCall silence={silence} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isKnown && quiet.pageInfo.hasNextPage && (
        <p className="note">
          The largest by amount; there are more.{' '}
          <Link href={`/deals?quiet=${quietDays}&sort=amount`}>All quiet deals</Link>
        </p>
      )}
    </Panel>
  );
}
