/** How long nobody was in touch about a deal: its last call or its last activity in the CRM, whichever was later. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { knowsCalls } from '../part/coverage.ts';
import { dateOf, daysSince } from '../part/format.ts';

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

/** What counts; the account's screen says what counts there. */
export const callsOfDeal =
  'Calls count that are linked to the deal or to people with a role in it, or that these people were on or invited to; other calls of the account don’t.';

export interface Silence {
  readonly at: Date | null;
  readonly kind: 'call' | 'crm' | null;
  /** Days since; 0 for today and what is ahead; null where there was no contact, absent where that is not known. */
  readonly days: number | null | undefined;
}

export function silenceOf(deal: FragmentType<typeof fragment>, now: Date): Silence {
  const { lastActivityDate, lastCall } = readFragment(fragment, deal);
  const call = lastCall?.startedAt == null ? null : dateOf(lastCall.startedAt);
  const activity = lastActivityDate == null ? null : dateOf(lastActivityDate);
  const isCall = call !== null && (activity === null || call >= activity);
  const at = isCall ? call : activity;
  // Without the calls nobody knows; an activity of today is no silence all the same.
  const days = at === null ? null : Math.max(0, daysSince(at, now));
  const isKnown = knowsCalls(lastCall?.coverage) || days === 0;
  return {
    at,
    kind: at === null ? null : isCall ? 'call' : 'crm',
    days: isKnown ? days : undefined,
  };
}
