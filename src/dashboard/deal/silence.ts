/**
 * Silence about a deal, as the graph has it: days since its own last call, which the platform linked to it, and beside it
 * the last contact, where that was later: a call of its people (of its contact roles), or an activity in the CRM.
 */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dateOf, daysSince, startOfDay } from '../shared/day.ts';
import { plural } from '../shared/format.ts';

const fragment = graphql(`
  fragment Silence on Opportunity {
    upstreamId
    isClosed
    lastActivityDate
    ownCall: lastCall {
      startedAt
      coverage {
        completeFrom
      }
      call {
        upstreamId
      }
    }
    withPeople: lastCall(viaContactRoles: true) {
      startedAt
      call {
        upstreamId
        title
      }
    }
  }
`);

/** What ends a silence. */
export type SilenceBy = 'OWN_CALL' | 'CONTACT';

/** The calls that count for a deal. */
export const callsOfDeal =
  'Calls about a deal are those that were linked to it. Where somebody was in touch later, that stands beside: another call with its contacts (people with a role in it, who were on it, invited, or linked to it), or an activity in the CRM.';

/** A deal without a call in so many days is quiet, and after twice as many very much so. */
export const quietDays = 30;

/** Silent in the last so many days, today and whole ones before it: the CRM's LAST_N_DAYS, by which saved questions go. */
export const silentSince = (now: Date, days: number): string =>
  startOfDay(now, -days).toISOString();

/** When a silence ended last. */
export interface LastTime {
  readonly at: Date;
  /** Days since; 0 for today and what is ahead. */
  readonly days: number;
  /** The call, where it could be read. */
  readonly callId: string | null;
}

/** A call of its people with its title, or an activity, of which the day alone is known. */
export interface OtherContact extends LastTime {
  readonly kind: 'people' | 'crm';
  readonly title: string | null;
}

export interface Silence {
  /** The deal’s, in the CRM. */
  readonly dealId: string;
  /** Nobody need end the silence of a closed deal. */
  readonly isClosed: boolean;
  /** Its own last call: null where there was none, absent where that is not known. */
  readonly own: LastTime | null | undefined;
  /** The last contact, where that was another and later. */
  readonly other: OtherContact | null;
  /** Whether the own one is before the calls that are known: while the index fills, a later call may be among the others. */
  readonly isBeforeCalls: boolean;
}

export function silenceOf(deal: FragmentType<typeof fragment>, now: Date): Silence {
  const { upstreamId, isClosed, lastActivityDate, ownCall, withPeople } = readFragment(
    fragment,
    deal,
  );
  const last = (text: string, callId: string | null = null): LastTime => {
    const at = dateOf(text);
    return { at, days: Math.max(0, daysSince(at, now)), callId };
  };
  const own = ownCall?.startedAt == null ? null : last(ownCall.startedAt, ownCall.call?.upstreamId);
  const contacts: OtherContact[] = [];
  if (withPeople?.startedAt != null) {
    const { startedAt, call } = withPeople;
    contacts.push({
      ...last(startedAt, call?.upstreamId),
      kind: 'people',
      title: call?.title ?? null,
    });
  }
  if (lastActivityDate != null)
    contacts.push({ ...last(lastActivityDate), kind: 'crm', title: null });
  const [contact = null] = contacts.sort((a, b) => b.at.getTime() - a.at.getTime());
  const completeFrom = ownCall?.coverage.completeFrom;
  return {
    dealId: upstreamId,
    isClosed: isClosed === true,
    // Without the calls the silence is unknown, unless one of today is known.
    own: knowsCalls(ownCall?.coverage) || own?.days === 0 ? own : undefined,
    other: contact !== null && contact.at > (own?.at ?? 0) ? contact : null,
    isBeforeCalls: own === null || completeFrom == null || own.at < dateOf(completeFrom),
  };
}

/** `12 days`, `today`, `ahead`. */
export const agoText = ({ at, days }: LastTime, now: Date): string =>
  days > 0 ? plural(days, 'day') : at > now ? 'ahead' : 'today';
