/** The silence about a deal: days since its own last call and, beside it, the later contact with what it was about. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { dayText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { agoText, quietDays, type Silence, type SilenceBy } from './silence.ts';

interface SilenceProps {
  readonly silence: Silence;
  readonly now: Date;
}

interface EndedSilenceProps extends SilenceProps {
  readonly by?: SilenceBy;
}

/** Days since its own last call, or since the last contact. */
export function SilenceDays({ silence, now, by = 'OWN_CALL' }: EndedSilenceProps) {
  const { isBeforeCalls, isClosed } = silence;
  const last = by === 'CONTACT' ? (silence.other ?? silence.own) : silence.own;
  const unread = isUnread(useMeta()) && isBeforeCalls;
  if (last === undefined) return <span className="none">not known</span>;
  if (unread) return <span className="none">not read yet</span>;
  if (last === null) return <span className={isClosed ? 'none' : 'quiet never'}>none known</span>;
  const { days } = last;
  if (isClosed) return <span>{agoText(last, now)}</span>;
  return (
    <span className={days > 2 * quietDays ? 'quiet long' : days > quietDays ? 'quiet' : ''}>
      {agoText(last, now)}
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

/** The days of silence, and the day of its own last call. */
export function OwnCall({ silence, now, by }: EndedSilenceProps) {
  const { own } = silence;
  const day = own == null ? '' : dayText(own.at, now);
  return (
    <>
      <SilenceDays silence={silence} now={now} by={by ?? 'OWN_CALL'} />
      {own != null && (
        <span className="sub">
          {own.callId === null ? 'Call' : <Link href={`/call/${own.callId}`}>Call</Link>}, {day}
        </span>
      )}
    </>
  );
}
