/** The open deals with the longest silence, of all that match the filters. */

import { useSearchParams } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { number } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { type DealFilter, isFiltered } from './deal-filter.ts';
import { DealLink } from './deal-row.tsx';
import { silenceOf } from './silence.ts';
import { OtherContact, SilenceDays } from './silence-text.tsx';
import type { Period } from './timeline-period.ts';

const fragment = graphql(`
  fragment LongestSilence on OpportunityConnection {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    nodes {
      upstreamId
      name
      amount
      currencyIsoCode
      ...Silence
    }
  }
`);

export interface LongestSilenceProps {
  readonly deals: FragmentType<typeof fragment> | null | undefined;
  readonly filter: DealFilter;
  readonly period: Period;
}

export function LongestSilence({ deals, filter, period }: LongestSilenceProps) {
  const page = readFragment(fragment, deals);
  const [params] = useSearchParams();
  const all = new URLSearchParams(params);
  all.set('sort', 'silence');
  all.delete('after');
  // Without the calls the order is none by silence.
  const isKnown = knowsCalls(page?.coverage);
  const quietest = (page?.nodes ?? []).flatMap((deal) => deal ?? []);
  return (
    <Panel
      title="Longest silence"
      className="silence"
      countsCalls
      paths={['silence']}
      aside={<Link href={`/deals?${all}`}>All in this order</Link>}
    >
      {quietest.length === 0 || !isKnown ? (
        <Empty isKnown={isKnown}>
          {isFiltered(filter) ? 'No open deal is like that.' : 'No open deals.'}
        </Empty>
      ) : (
        <ol>
          {quietest.map((deal) => {
            const silence = silenceOf(deal, period.now);
            return (
              <li key={deal.upstreamId}>
                <DealLink deal={deal} />
                <span className="figure muted">
                  {deal.amount == null ? '' : shortAmountText(deal.amount, deal.currencyIsoCode)}
                </span>
                <span className="figure">
                  <SilenceDays silence={silence} now={period.now} by={filter.by} />
                </span>
                <OtherContact silence={silence} now={period.now} />
              </li>
            );
          })}
        </ol>
      )}
      {isKnown && quietest.length > 0 && page?.totalCount != null && (
        <p className="note">
          Of all {number(page.totalCount)} open deals
          {isFiltered(filter) && ' that pass the filters'}: days since the last{' '}
          {filter.by === 'CONTACT' ? 'contact' : 'call'} about each; deals without one come first,
          by age.
        </p>
      )}
    </Panel>
  );
}
