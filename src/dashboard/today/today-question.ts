/** The operation of Today: what has happened since a day, and who is met next. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { movedSince } from '../deal/deal-move.ts';
import { quietDays, silentSince } from '../deal/silence.ts';
import type { CallFilter } from '../graphql/graphql.ts';
import { graphql } from '../graphql/index.ts';
import { isoDay, readDay, startOfDay, timeZone } from '../shared/day.ts';

/** Days ahead whose appointments are shown. */
const daysAhead = 7;

export interface SinceChoice {
  /** Of the address; null for the default. */
  readonly value: string | null;
  readonly day: Date;
}

/** The Monday on or before a day. */
function mondayOf(day: Date): Date {
  const sinceMonday = (day.getDay() + 6) % 7;
  return startOfDay(day, -sinceMonday);
}

/** The days that one usually asks since: yesterday, and the Monday of this week, or of the last one on a Monday. */
export function usualDays(now: Date): { readonly yesterday: Date; readonly monday: Date } {
  const yesterday = startOfDay(now, -1);
  return { yesterday, monday: mondayOf(yesterday) };
}

/** Since when: yesterday, unless the address names Monday or a day. */
export function sinceOf({ get }: Pick<ScreenLocation, 'get'>, now: Date): SinceChoice {
  const value = get('since');
  const { yesterday, monday } = usualDays(now);
  if (value === 'monday') return { value, day: monday };
  const day = readDay(value);
  return day === null || day > now ? { value: null, day: yesterday } : { value, day };
}

export const todayQuestion = defineQuestion({
  document: graphql(`
    query Today(
      $calls: CallFilter!
      $earlier: CallFilter!
      $timeZone: String!
      $changes: OpportunityHistoryFilter!
      $moved: OpportunityFilter!
      $quiet: OpportunityFilter!
      $ahead: EventFilter!
    ) {
      ...NewCalls
      ...DealMoves
      ...NewlyQuiet
      ...NextMeetings
      ...TodayOwners
    }
  `),
  variablesAt(location, now) {
    const { day } = sinceOf(location, now);
    const since = day.toISOString();
    const owner = location.get('owner');
    const owned = owner === null ? {} : { ownerId: { eq: owner } };
    const ofDeals: CallFilter = {
      scope: ['External'],
      // An empty condition leaves out no call, and has calls of all days come from the index.
      about: owner === null ? {} : { opportunity: owned },
    };
    return {
      calls: { ...ofDeals, from: since },
      earlier: { ...ofDeals, to: since },
      timeZone: timeZone(),
      changes: {
        createdDate: { gte: since },
        ...(owner !== null && { opportunity: owned }),
      },
      moved: { ...movedSince(day), ...owned },
      quiet: {
        ...{ isClosed: { eq: false }, ...owned },
        // Quiet by now, and not yet on that day.
        lastCall: { after: silentSince(day, quietDays), before: silentSince(now, quietDays) },
      },
      ahead: {
        activityDateTime: {
          gte: startOfDay(now).toISOString(),
          lt: startOfDay(now, daysAhead + 1).toISOString(),
        },
        ...owned,
      },
    };
  },
});

/** The day of the last visit before today's, kept by this browser; null before there is one. */
export function lastVisit(now: Date): string | null {
  const today = isoDay(now);
  try {
    const [latest = null, before = null] = (localStorage.getItem(visitsKey) ?? '').split(' ');
    if (latest === today) return before;
    localStorage.setItem(visitsKey, [today, latest].join(' ').trim());
    return latest || null;
  } catch {
    // A browser that keeps nothing has no last visit.
    return null;
  }
}

const visitsKey = 'switchboard-visits';
