/** The account's deals: open ones first. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { Breakable } from '../shared/breakable.tsx';
import { dateOf } from '../shared/day.ts';
import { dayText, number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';

const fragment = graphql(`
  fragment AccountDeals on Account {
    opportunities(first: 25, orderBy: [{ field: IS_CLOSED }, { field: CLOSE_DATE, direction: DESC }]) {
      totalCount
      nodes {
        upstreamId
        name
        stageName
        amount
        currencyIsoCode
        closeDate
        nextStep
        isClosed
        isWon
      }
    }
  }
`);

type Deal = NonNullable<NonNullable<ResultOf<typeof fragment>['opportunities']>['nodes'][number]>;

const columns: Columns<Deal> = {
  Deal: ({ name }) => name,
  'Deal id': ({ upstreamId }) => upstreamId,
  Stage: ({ stageName }) => stageName,
  Result: ({ isClosed, isWon }) => (isClosed ? (isWon ? 'Won' : 'Lost') : 'Open'),
  Amount: ({ amount }) => amount,
  Currency: ({ currencyIsoCode }) => currencyIsoCode,
  Closes: ({ closeDate }) => closeDate,
  'Next step': ({ nextStep }) => nextStep,
};

export interface AccountDealsProps {
  readonly account: FragmentType<typeof fragment>;
}

export function AccountDeals({ account }: AccountDealsProps) {
  const { opportunities } = readFragment(fragment, account);
  const deals = (opportunities?.nodes ?? []).flatMap((deal) => deal ?? []);
  const open = deals.filter(({ isClosed }) => isClosed === false);
  const total = opportunities?.totalCount ?? deals.length;
  return (
    <Panel
      title="Deals"
      className="account-deals"
      paths={['account.opportunities']}
      file={tableFile('account-deals', columns, {
        rows: deals,
        total,
        isWhole: deals.length >= total,
      })}
      aside={
        opportunities != null && (
          <p className="figures">
            {open.length === deals.length && deals.length < total && 'at least '}
            <b>{number(open.length)}</b> open
          </p>
        )
      }
    >
      {deals.length === 0 && <Empty isKnown={opportunities != null}>No deals.</Empty>}
      <ul>
        {deals.map((deal) => (
          <li key={deal.upstreamId} className={deal.isClosed ? 'closed' : ''}>
            <Link className="name" href={`/deal/${deal.upstreamId}`}>
              {deal.name}
            </Link>
            <span className="figure">
              {deal.amount == null ? '–' : amountText(deal.amount, deal.currencyIsoCode)}
            </span>
            <span className="sub">
              {deal.isClosed ? (
                deal.isWon ? (
                  'Won'
                ) : (
                  'Lost'
                )
              ) : (
                <Breakable text={deal.stageName ?? ''} />
              )}
              {!deal.isClosed && deal.nextStep != null && ` · Next: ${deal.nextStep}`}
            </span>
            <span className="sub figure">
              {deal.closeDate == null ? '' : dayText(dateOf(deal.closeDate))}
            </span>
          </li>
        ))}
      </ul>
      {deals.length < total && (
        <p className="note">{`${number(deals.length)} of ${number(total)}.`}</p>
      )}
    </Panel>
  );
}
