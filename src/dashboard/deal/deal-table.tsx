/** The table of deals, with what its page could not show. */

import { useMemo } from 'react';
import type { Rows } from '../data/pages.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { StripAxis, StripLegend } from '../plot/time-strip.tsx';
import { type CoverageFields, isShort } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { useFirstRows } from '../shared/first-rows.ts';
import { dayText, number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { MorePages } from '../shared/more-pages.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { dealFile } from './deal-file.ts';
import { type DealFilter, isFiltered, lastTitleOf, nounOf } from './deal-filter.ts';
import { type DealRef, readDeal } from './deal-fragment.ts';
import { type DealMove, dealMoves } from './deal-move.ts';
import { DealRow } from './deal-row.tsx';
import { callsOfDeal } from './silence.ts';
import type { Period } from './timeline-period.ts';

export const dealTableFragment = graphql(`
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
  readonly deals: FragmentType<typeof dealTableFragment> | null | undefined;
  /** Of the calls of all open deals. */
  readonly coverage: CoverageFields | null | undefined;
  /** Of the table's pages all. */
  readonly readAll: () => Promise<Rows<DealRef>>;
  readonly filter: DealFilter;
  readonly period: Period;
}

export function DealTable({ deals, coverage, readAll, filter, period }: DealTableProps) {
  useRowKeys();
  const page = readFragment(dealTableFragment, deals);
  const read = useMemo(
    () => (page?.nodes ?? []).flatMap((deal) => (deal === null ? [] : [readDeal(deal, period)])),
    [page, period],
  );
  const rendered = useFirstRows(read);
  const { hasNextPage = false, endCursor } = page?.pageInfo ?? {};
  const isPart = hasNextPage || filter.after !== null;
  const lastTitle = lastTitleOf(filter);
  const file = dealFile(
    { rows: read, total: page?.totalCount ?? null, isWhole: !isPart },
    async () => {
      const list = await readAll();
      return { ...list, rows: list.rows.map((deal) => readDeal(deal, period)) };
    },
    filter.moved === null ? null : period.now,
  );
  return (
    <Panel
      title={
        filter.moved === null ? 'Open deals' : movedTitle(filter.moved, filter.move, period.now)
      }
      paths={['opportunities', 'bySilence']}
      className="deals"
      countsCalls
      file={file}
      aside={<StripLegend kinds={['call', 'contact-call', 'meeting', 'email', 'task']} />}
    >
      {isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      {read.length === 0 && page != null && (
        <Empty>
          {isFiltered(filter) || filter.after !== null ? (
            <>
              No {nounOf(filter)} is like that. <Link href="/deals">Show all open deals</Link>
            </>
          ) : (
            'No open deals.'
          )}
        </Empty>
      )}
      {read.length > 0 && (
        <table aria-busy={rendered !== read}>
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
                <abbr title={callsOfDeal}>{lastTitle}</abbr>
              </th>
              <th>
                <abbr title="Heard in the newest three calls about the deal.">Competitors</abbr>
              </th>
            </tr>
          </thead>
          <tbody>
            {rendered.map((deal) => (
              <DealRow key={deal.upstreamId} deal={deal} period={period} filter={filter} />
            ))}
          </tbody>
        </table>
      )}
      {page != null && read.length > 0 && (
        <p className="note">{shownText(read.length, page.totalCount ?? null, isPart)}</p>
      )}
      {!isShort(coverage, period.from) && <CoverageNote coverage={coverage} from={period.from} />}
      <MorePages after={filter.after} next={hasNextPage ? (endCursor ?? null) : null} />
    </Panel>
  );
}

/** `Stage changed since yesterday`. */
function movedTitle(since: Date, move: DealMove | null, now: Date): string {
  const what = move === null ? 'Moved' : `${dealMoves[move]} changed`;
  return `${what} since ${dayText(since, now)}`;
}

function shownText(count: number, total: number | null, isPart: boolean): string {
  const deals = plural(count, 'deal');
  if (total !== null && total > count) return `${deals} of ${number(total)} on this page.`;
  return isPart ? `${deals} on this page; there are others.` : `${deals}.`;
}
