/** A row of the table of deals: name, stage, amount, dates, and its line of time. */

import { Link } from 'wouter';
import { isUnread, useMeta } from '../data/screen.tsx';
import { TimeStrip } from '../plot/time-strip.tsx';
import { amountText } from '../shared/amount.ts';
import { dateOf, daysSince } from '../shared/day.ts';
import { dayText, plural } from '../shared/format.ts';
import type { Competitors, Deal } from './deal-fragment.ts';
import type { Silence } from './silence.ts';
import type { Period } from './timeline-period.ts';

export function DealRow({ deal, period }: { deal: Deal; period: Period }) {
  const { account, amount, currencyIsoCode, closeDate } = deal;
  const isOverdue = closeDate != null && daysSince(dateOf(closeDate), period.now) > 0;
  return (
    <tr data-row>
      <th scope="row">
        <DealLink deal={deal} />
        <span className="sub">
          {account?.name ?? 'No account'} · {deal.owner?.name ?? 'no owner'}
        </span>
      </th>
      <td data-label="Stage">
        {deal.stageName}
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
      <td data-label="Last contact">
        <LastContact deal={deal} now={period.now} />
      </td>
      <td data-label="Competitors">
        <CompetitorHits hits={deal.competitors} />
      </td>
    </tr>
  );
}

interface DealLinkProps {
  readonly deal: Pick<Deal, 'account' | 'name' | 'upstreamId'>;
}

export function DealLink({ deal: { account, name, upstreamId } }: DealLinkProps) {
  if (account == null) return <span className="name">{name}</span>;
  return (
    <Link className="name" href={`/account/${account.upstreamId}?deal=${upstreamId}`}>
      {name}
    </Link>
  );
}

function LastContact({ deal, now }: { deal: Deal; now: Date }) {
  const { silence, lastCallId } = deal;
  const { at, kind } = silence;
  if (at === null) return <SilenceText silence={silence} now={now} />;
  return (
    <>
      <SilenceText silence={silence} now={now} />
      <span className="sub">
        {kind === 'crm' ? (
          'CRM activity'
        ) : lastCallId === null ? (
          'Call'
        ) : (
          <Link href={`/call/${lastCallId}`}>Call</Link>
        )}
        , {dayText(at, now)}
      </span>
    </>
  );
}

function SilenceText({ silence, now }: { silence: Silence; now: Date }) {
  const { at, days, isBeforeCalls } = silence;
  const unread = isUnread(useMeta()) && isBeforeCalls;
  if (days === undefined) return <span className="none">not known</span>;
  if (unread) return <span className="none">not read yet</span>;
  if (at === null || days === null) return <span className="quiet never">none known</span>;
  return (
    <span className={days >= 60 ? 'quiet long' : days >= 30 ? 'quiet' : ''}>
      {at > now && days === 0 ? 'ahead' : days === 0 ? 'today' : plural(days, 'day')}
      {days >= 30 && <span className="visually-hidden"> of silence</span>}
    </span>
  );
}

function CompetitorHits({ hits }: { hits: Competitors | null }) {
  if (hits === null) return <span className="none">not known</span>;
  if (hits.times === 0) return <span className="none">–</span>;
  return (
    <>
      heard {hits.times === 1 ? 'once' : `${hits.times} times`}
      <span className="sub">
        in {hits.calls} of {plural(hits.of, 'call')}
      </span>
    </>
  );
}
