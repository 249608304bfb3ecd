/** Open deals of the account, and open cases. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText, number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';

const dealsFragment = graphql(`
  fragment OpenDeals on OpportunityConnection {
    totalCount
    nodes {
      upstreamId
      name
      stageName
      amount
      currencyIsoCode
      closeDate
      nextStep
    }
  }
`);

const casesFragment = graphql(`
  fragment OpenCases on CaseConnection {
    totalCount
    nodes {
      upstreamId
      caseNumber
      subject
      status
      priority
      createdDate
    }
  }
`);

export interface OpenDealsProps {
  readonly deals: FragmentType<typeof dealsFragment> | null;
  readonly now: Date;
}

export function OpenDeals({ now, ...props }: OpenDealsProps) {
  const list = readFragment(dealsFragment, props.deals);
  const deals = (list?.nodes ?? []).flatMap((deal) => deal ?? []);
  return (
    <Panel title="Open deals" paths={['account.opportunities']}>
      {deals.length === 0 && <Empty isKnown={list !== null}>No deal is open.</Empty>}
      <ul>
        {deals.map((deal) => (
          <li key={deal.upstreamId}>
            <Link className="name" href={`/deal/${deal.upstreamId}`}>
              {deal.name ?? 'A deal without a name'}
            </Link>{' '}
            <span className="muted">
              {detailText([
                deal.stageName,
                deal.amount === null ? null : amountText(deal.amount, deal.currencyIsoCode),
                deal.closeDate === null ? null : `closes ${dayText(dateOf(deal.closeDate), now)}`,
                deal.nextStep,
              ])}
            </span>
          </li>
        ))}
      </ul>
      <More total={list?.totalCount} count={deals.length} />
    </Panel>
  );
}

export interface OpenCasesProps {
  readonly cases: FragmentType<typeof casesFragment> | null;
  /** Where the list is in the answer. */
  readonly path: string;
  readonly now: Date;
}

export function OpenCases({ path, now, ...props }: OpenCasesProps) {
  const list = readFragment(casesFragment, props.cases);
  const cases = (list?.nodes ?? []).flatMap((record) => record ?? []);
  return (
    <Panel title="Open cases" paths={[path]}>
      {cases.length === 0 && <Empty isKnown={list !== null}>No case is open.</Empty>}
      <ul>
        {cases.map(({ upstreamId, caseNumber, subject, status, priority, createdDate }) => (
          <li key={upstreamId}>
            {subject ?? 'A case without a subject'}{' '}
            <span className="muted">
              {detailText([
                caseNumber,
                status,
                priority,
                createdDate === null ? null : `since ${dayText(dateOf(createdDate), now)}`,
              ])}
            </span>
          </li>
        ))}
      </ul>
      <More total={list?.totalCount} count={cases.length} />
    </Panel>
  );
}

const More = ({ total, count }: { total: number | null | undefined; count: number }) =>
  total != null && total > count ? (
    <p className="note">
      {number(count)} of {number(total)}.
    </p>
  ) : null;
