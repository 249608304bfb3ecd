/** The deals with the longest silence, of all that match the filters. */

import { Link, useSearchParams } from 'wouter';
import { isUnread, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { shortAmountText } from '../shared/amount.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { number, plural } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type DealFilter, isFiltered } from './deal-filter.ts';
import { DealLink } from './deal-row.tsx';
import { callsOfDeal, type Silence, silenceOf } from './silence.ts';
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
      account {
        upstreamId
        name
      }
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
  const unread = isUnread(useMeta());
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
          {quietest.map((deal) => (
            <li key={deal.upstreamId}>
              <DealLink deal={deal} />
              <span className="figure muted">
                {deal.amount == null ? '' : shortAmountText(deal.amount, deal.currencyIsoCode)}
              </span>
              <span className="figure">{daysText(silenceOf(deal, period.now), unread)}</span>
            </li>
          ))}
        </ol>
      )}
      {isKnown && quietest.length > 0 && page?.totalCount != null && (
        <p className="note">
          Of all {number(page.totalCount)} open deals
          {isFiltered(filter) && ' that pass the filters'}: days since the last call or activity in
          the CRM. {callsOfDeal}
        </p>
      )}
      <CoverageNote coverage={page?.coverage} />
    </Panel>
  );
}

function daysText({ days, isBeforeCalls }: Silence, unread: boolean): string {
  if (days === undefined) return 'not known';
  if (unread && isBeforeCalls) return 'not read yet';
  if (days === null) return 'none known';
  return plural(days, 'day');
}
