/** Silence about a deal: days since its last call or its last activity in the CRM, the later of them. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dateOf, daysSince } from '../shared/day.ts';

const fragment = graphql(`
  fragment Silence on Opportunity {
    lastActivityDate
    lastCall(viaContactRoles: true) {
      startedAt
      coverage {
        completeFrom
      }
    }
  }
`);

/** The calls that count for a deal; the screen of accounts has its own rule and names it. */
export const callsOfDeal =
  'Calls count that are linked to the deal or to people with a role in it, or that these people were on or invited to; other calls of the account don’t.';

export interface Silence {
  readonly at: Date | null;
  readonly kind: 'call' | 'crm' | null;
  /** Days since; 0 for today and what is ahead; null where there was no contact, absent where that is not known. */
  readonly days: number | null | undefined;
  /** Whether it begins before the calls that are known: while the index fills, a later call may be among the others. */
  readonly isBeforeCalls: boolean;
}

export function silenceOf(deal: FragmentType<typeof fragment>, now: Date): Silence {
  const { lastActivityDate, lastCall } = readFragment(fragment, deal);
  const call = lastCall?.startedAt == null ? null : dateOf(lastCall.startedAt);
  const activity = lastActivityDate == null ? null : dateOf(lastActivityDate);
  const completeFrom = lastCall?.coverage.completeFrom;
  const isCall = call !== null && (activity === null || call >= activity);
  const at = isCall ? call : activity;
  // Without the calls the silence is unknown, unless there is an activity of today.
  const days = at === null ? null : Math.max(0, daysSince(at, now));
  const isKnown = knowsCalls(lastCall?.coverage) || days === 0;
  return {
    at,
    kind: at === null ? null : isCall ? 'call' : 'crm',
    days: isKnown ? days : undefined,
    isBeforeCalls: at === null || completeFrom == null || at < dateOf(completeFrom),
  };
}
