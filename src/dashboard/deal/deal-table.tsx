/** The table of deals, with what its page could not show. */

import { useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { CoverageNote, isShort } from '../part/coverage.tsx';
import { number, plural } from '../part/format.ts';
import { MorePages } from '../part/more-pages.tsx';
import { Empty, Panel } from '../part/panel.tsx';
import { useRowKeys } from '../part/row-keys.ts';
import { StripAxis, StripLegend } from '../plot/time-strip.tsx';
import { bySilence, type Deal, readDeal } from './deal.ts';
import { DealRow } from './deal-row.tsx';
import type { DealFilter, Period } from './filter.ts';

const fragment = graphql(`
  fragment DealTable on OpportunityConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...Deal
    }
  }
`);

export interface DealTableProps {
  readonly deals: FragmentType<typeof fragment> | null | undefined;
  readonly filter: DealFilter;
  readonly period: Period;
}

export function DealTable({ deals, filter, period }: DealTableProps) {
  useRowKeys();
  const page = readFragment(fragment, deals);
  const read = useMemo(
    () =>
      (page?.nodes ?? []).flatMap((deal) => (deal === null ? [] : [readDeal(deal, period.now)])),
    [page, period],
  );
  const { quiet, sort } = filter;
  const rows = useMemo(() => chosen(read, { quiet, sort }), [read, quiet, sort]);
  // What can be seen at once comes at once, the rows below it a moment later.
  const drawn = useDeferredValue(rows, rows.slice(0, 15));
  const coverage = read.find(({ relatedCalls }) => relatedCalls != null)?.relatedCalls?.coverage;
  const { hasNextPage = false, endCursor } = page?.pageInfo ?? {};
  return (
    <Panel
      title="Open deals"
      paths={['opportunities']}
      className="deals"
      aside={<StripLegend kinds={['call', 'meeting', 'email', 'task']} />}
    >
      {isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      {rows.length === 0 && page != null && (
        <Empty>
          No open deal is like that. <Link href="/deals">Show all open deals</Link>
        </Empty>
      )}
      {rows.length > 0 && (
        <table aria-busy={drawn !== rows}>
          <thead>
            <tr>
              <th>Deal</th>
              <th>Stage</th>
              <th className="figure">Amount</th>
              <th className="figure">Closes</th>
              <th className="activity">
                <span className="visually-hidden">Activity</span>
                <StripAxis {...period} />
              </th>
              <th>Last contact</th>
              <th>Competitors</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map((deal) => (
              <DealRow key={deal.upstreamId} deal={deal} period={period} />
            ))}
          </tbody>
        </table>
      )}
      {page != null && (
        <p className="note">
          {shownText(rows.length, read.length, page.totalCount ?? null)}
          {hasNextPage && filter.sort === 'silence' && ' The order holds within this page.'}
        </p>
      )}
      {!isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      <MorePages after={filter.after} next={hasNextPage ? (endCursor ?? null) : null} />
    </Panel>
  );
}

/** Quiet is who had no contact of any kind: the graph left out those with a call, the rest is seen here. */
function chosen(
  deals: readonly Deal[],
  { quiet, sort }: Pick<DealFilter, 'quiet' | 'sort'>,
): readonly Deal[] {
  const kept = deals.filter(
    ({ silence }) => quiet === null || silence === null || silence >= quiet,
  );
  return sort === 'silence' ? [...kept].sort(bySilence) : kept;
}

function shownText(shown: number, read: number, total: number | null): string {
  const deals = plural(shown, 'deal');
  if (total === null || (total === read && read === shown)) return `${deals}.`;
  return `${deals} of ${number(total)}${read > shown ? `; ${number(read - shown)} had other contact meanwhile` : ''}.`;
}
