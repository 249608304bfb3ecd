/** A row of the table of deals: name, stage, amount, dates, and its line of time. */

import { TimeStrip } from '../plot/time-strip.tsx';
import { amountText } from '../shared/amount.ts';
import { Breakable } from '../shared/breakable.tsx';
import { dateOf, daysSince } from '../shared/day.ts';
import { Figure } from '../shared/figure.tsx';
import { dayText, number, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { ListedChanges } from './deal-change.tsx';
import { type DealFilter, lastTitleOf } from './deal-filter.ts';
import { type Competitors, type Deal, newestCalls } from './deal-fragment.ts';
import { OtherContact, OwnCall } from './silence-text.tsx';
import type { Period } from './timeline-period.ts';

interface DealRowProps {
  readonly deal: Deal;
  readonly period: Period;
  readonly filter: DealFilter;
}

export function DealRow({ deal, period, filter }: DealRowProps) {
  const { account, amount, currencyIsoCode, closeDate, isClosed } = deal;
  const isOverdue =
    isClosed === false && closeDate != null && daysSince(dateOf(closeDate), period.now) > 0;
  return (
    <tr data-row>
      <th scope="row">
        <DealLink deal={deal} />
        <span className="sub">
          {account?.name ?? 'No account'} · {deal.owner?.name ?? 'no owner'}
        </span>
        <ListedChanges list={deal.changes} now={period.now} />
      </th>
      <td data-label="Stage">
        {deal.stageName !== null && <Breakable text={deal.stageName} />}
        {deal.nextStep != null && <span className="sub">Next: {deal.nextStep}</span>}
      </td>
      <td data-label="Amount" className="figure">
        {amount == null ? '–' : amountText(amount, currencyIsoCode)}
      </td>
      <td data-label="Closes" className={isOverdue ? 'figure overdue' : 'figure'}>
        {closeDate == null ? '–' : dayText(dateOf(closeDate), period.now)}
        {isOverdue && <span className="sub">overdue</span>}
      </td>
      <td data-label="Activity" className="activity">
        <TimeStrip {...period} marks={deal.marks} knownSince={deal.known} />
      </td>
      <td data-label={lastTitleOf(filter)}>
        <OwnCall silence={deal.silence} now={period.now} by={filter.by} />
        <OtherContact silence={deal.silence} now={period.now} />
      </td>
      <td data-label="Competitors">
        <CompetitorHits hits={deal.competitors} />
      </td>
    </tr>
  );
}

export function DealLink({
  deal: { name, upstreamId },
}: {
  deal: Pick<Deal, 'name' | 'upstreamId'>;
}) {
  return (
    <Link className="name" href={`/deal/${upstreamId}`}>
      {name}
    </Link>
  );
}

function CompetitorHits({ hits }: { hits: Competitors | null }) {
  if (hits === null) return <span className="none">not known</span>;
  const of = (
    <>
      {hits.of === newestCalls && 'the newest '}
      <Figure href={hits.href?.of ?? null}>{plural(hits.of, 'call')}</Figure>
    </>
  );
  if (hits.times === 0)
    return <span className="none">{hits.of === 0 ? 'no call' : <>none in {of}</>}</span>;
  return (
    <>
      heard {hits.times === 1 ? 'once' : `${number(hits.times)} times`}
      <span className="sub">
        in <Figure href={hits.href?.calls ?? null}>{number(hits.calls)}</Figure> of {of}
      </span>
    </>
  );
}
