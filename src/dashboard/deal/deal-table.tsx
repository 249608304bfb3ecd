/** The table of deals, with what its page could not show. */

import { useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { isShort } from '../part/coverage.ts';
import { CoverageNote } from '../part/coverage-note.tsx';
import { number, plural } from '../part/format.ts';
import { MorePages } from '../part/more-pages.tsx';
import { Empty, Panel } from '../part/panel.tsx';
import { useRowKeys } from '../part/row-keys.ts';
import { StripAxis, StripLegend } from '../plot/time-strip.tsx';
import type { DealFilter, Period } from './deal-filter.ts';
import { readDeal } from './deal-fragment.ts';
import { DealRow } from './deal-row.tsx';
import { callsOfDeal } from './silence.ts';

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
    () => (page?.nodes ?? []).flatMap((deal) => (deal === null ? [] : [readDeal(deal, period)])),
    [page, period],
  );
  // What can be seen at once comes at once, the rows below it a moment later.
  const drawn = useDeferredValue(read, read.slice(0, 15));
  const coverage = read.find(({ relatedCalls }) => relatedCalls != null)?.relatedCalls?.coverage;
  const { hasNextPage = false, endCursor } = page?.pageInfo ?? {};
  return (
    <Panel
      title="Open deals"
      paths={['opportunities', 'bySilence']}
      className="deals"
      countsCalls
      aside={<StripLegend kinds={['call', 'meeting', 'email', 'task']} />}
    >
      {isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      {read.length === 0 && page != null && (
        <Empty>
          No open deal is like that. <Link href="/deals">Show all open deals</Link>
        </Empty>
      )}
      {read.length > 0 && (
        <table aria-busy={drawn !== read}>
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
              <th>
                <abbr title={callsOfDeal}>Last contact</abbr>
              </th>
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
          {shownText(read.length, page.totalCount ?? null, hasNextPage || filter.after !== null)}
        </p>
      )}
      {!isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      <MorePages after={filter.after} next={hasNextPage ? (endCursor ?? null) : null} />
    </Panel>
  );
}

function shownText(shown: number, total: number | null, isPart: boolean): string {
  const deals = plural(shown, 'deal');
  if (total !== null && total > shown) return `${deals} of ${number(total)} on this page.`;
  return isPart ? `${deals} on this page; there are others.` : `${deals}.`;
}
