/** The calls behind the counts of Signals: of its time, with people from outside. */

import { type Address, useAddress } from '../data/url-state.ts';
import { type CallsPlace, callsHref } from '../shared/calls-link.ts';
import { firstWeek } from '../shared/week.ts';
import { signalDays } from './signals-question.ts';
import { type HeardTracker, saidTracker } from './tracker.ts';

/** @returns addresses of such calls that are also like that */
export function useHeardCalls(): (filters: CallsPlace, tracker?: HeardTracker) => string {
  const address = useAddress();
  const from = firstWeek(new Date(), signalDays(address) / 7);
  return (filters, tracker) =>
    callsHref({ from, scope: 'External', ...(tracker && heardOf(tracker, address)), ...filters });
}

const heardOf = ({ id }: HeardTracker, { get }: Address): CallsPlace =>
  id === saidTracker ? { said: get('said'), by: get('by') } : { tracker: id };
