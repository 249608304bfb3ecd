/** One deal in the table: what it is, where it stands, and its line of time. */

import { Link } from 'wouter';
import { dateOf, dayText, number, plural } from '../part/format.ts';
import { TimeStrip } from '../plot/time-strip.tsx';
import type { Competitors, Deal } from './deal.ts';
import type { Period } from './filter.ts';

export function DealRow({ deal, period }: { deal: Deal; period: Period }) {
  const { account, amount, closeDate } = deal;
  const isOverdue =
    closeDate != null && dateOf(closeDate).getTime() < period.now.getTime() - 86_400_000;
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
        {amount == null ? '–' : number(amount)}
      </td>
      <td data-label="Closes" className={isOverdue ? 'figure overdue' : 'figure'}>
        {closeDate == null ? '–' : dayText(dateOf(closeDate), period.now)}
        {isOverdue && <span className="sub">overdue</span>}
      </td>
      <td data-label="Activity" className="activity">
        <TimeStrip {...period} marks={deal.marks} knownFrom={deal.knownFrom} />
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

function DealLink({ deal: { account, name, upstreamId } }: { deal: Deal }) {
  if (account == null) return <span className="name">{name}</span>;
  return (
    <Link className="name" href={`/account/${account.upstreamId}?deal=${upstreamId}`}>
      {name}
    </Link>
  );
}

function LastContact({ deal, now }: { deal: Deal; now: Date }) {
  const { lastContact, areCallsKnown, silence } = deal;
  if (lastContact === null)
    return areCallsKnown ? (
      <span className="quiet never">never</span>
    ) : (
      <span className="none">not known</span>
    );
  const { call, at } = lastContact;
  return (
    <>
      {silence === null ? (
        <span className="none">not known</span>
      ) : (
        <span className={silence >= 60 ? 'quiet long' : silence >= 30 ? 'quiet' : ''}>
          {silence === 0 ? 'today' : plural(silence, 'day')}
          {silence >= 30 && <span className="visually-hidden"> of silence</span>}
        </span>
      )}
      <span className="sub">
        {call === null ? 'CRM activity' : <Link href={`/call/${call.id}`}>Call</Link>},{' '}
        {dayText(at, now)}
      </span>
    </>
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
