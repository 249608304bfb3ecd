/** The silence about a deal: days since its own last call and, beside it, the later contact with what it was about. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { dayText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { agoText, quietDays, type Silence } from './silence.ts';

interface SilenceProps {
  readonly silence: Silence;
  readonly now: Date;
}

/** Days since its own last call. */
export function OwnSilence({ silence, now }: SilenceProps) {
  const { own, isBeforeCalls } = silence;
  const unread = isUnread(useMeta()) && isBeforeCalls;
  if (own === undefined) return <span className="none">not known</span>;
  if (unread) return <span className="none">not read yet</span>;
  if (own === null) return <span className="quiet never">none known</span>;
  const { days } = own;
  return (
    <span className={days > 2 * quietDays ? 'quiet long' : days > quietDays ? 'quiet' : ''}>
      {agoText(own, now)}
      {days > quietDays && <span className="visually-hidden"> of silence</span>}
    </span>
  );
}

/** The contact after that call. */
export function OtherContact({ silence: { other, dealId }, now }: SilenceProps) {
  if (other === null) return null;
  const { kind, title, callId } = other;
  const ago = other.days > 0 ? `${agoText(other, now)} ago` : agoText(other, now);
  if (kind === 'crm') return <span className="sub">Activity in the CRM {ago}</span>;
  const about = title ?? 'a call';
  return (
    <span className="sub" title={about}>
      With <Link href={callsHref({ 'people-of': dealId })}>its contacts</Link> {ago}:{' '}
      {callId === null ? about : <Link href={`/call/${callId}`}>{about}</Link>}
    </span>
  );
}

/** Its own last call: days since, and the day. */
export function OwnCall({ silence, now }: SilenceProps) {
  const { own } = silence;
  const day = own == null ? '' : dayText(own.at, now);
  return (
    <>
      <OwnSilence silence={silence} now={now} />
      {own != null && (
        <span className="sub">
          {own.callId === null ? 'Call' : <Link href={`/call/${own.callId}`}>Call</Link>}, {day}
        </span>
      )}
    </>
  );
}
