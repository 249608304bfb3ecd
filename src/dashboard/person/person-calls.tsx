/** When a person was last on a call, and when last invited to one that they were not on. */

import { isUnread, useMeta } from '../data/screen.tsx';
import { type PresenceFields, presenceOf } from '../shared/attendance.ts';
import { daysSince } from '../shared/day.ts';
import { Fact } from '../shared/fact.tsx';
import { dayText, plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { LeftOut } from '../shared/panel.tsx';

interface LastCall {
  readonly startedAt: string | null;
  readonly call: { readonly upstreamId: string; readonly title: string | null } | null;
}

export interface PersonCallsFields extends PresenceFields {
  readonly attended: LastCall | null;
  readonly invited: LastCall | null;
}

/** In the words of the account's list of people. */
export function PersonCalls({ calls }: { calls: PersonCallsFields }) {
  const { kind, at, missed } = presenceOf(calls, isUnread(useMeta()));
  const { attended, invited } = calls;
  const notThere = kind === 'invited' ? at : missed;
  return (
    <>
      <Fact name="Last on a call">
        {kind === 'attended' ? (
          <CallOf lastCall={attended} at={at!} />
        ) : kind === 'unknown' ? (
          'Not known'
        ) : kind === 'unread' ? (
          'Not read yet'
        ) : kind === 'named' ? (
          <>
            Named on one, whether they were there is not said
            <span className="sub">{dayText(at!)}</span>
          </>
        ) : (
          'Never, as far as calls are known'
        )}{' '}
        <LeftOut />
      </Fact>
      {notThere !== null && (
        <Fact name="Last invited, not there">
          <CallOf lastCall={invited} at={notThere} />
        </Fact>
      )}
    </>
  );
}

function CallOf({ lastCall, at }: { lastCall: LastCall | null; at: Date }) {
  const days = daysSince(at);
  return (
    <>
      {lastCall?.call == null ? (
        'A call that can’t be shown'
      ) : (
        <Link href={`/call/${lastCall.call.upstreamId}`}>{lastCall.call.title ?? 'A call'}</Link>
      )}
      <span className="sub">
        {dayText(at)}, {days <= 0 ? 'today' : `${plural(days, 'day')} ago`}
      </span>
    </>
  );
}
