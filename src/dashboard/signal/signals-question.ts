/** The operation of Signals: trackers and topics of the last weeks’ calls, words of one’s own as another tracker, and quiet deals. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { silentSince } from '../deal/silence.ts';
import { graphql } from '../graphql/index.ts';
import { startOfDay } from '../shared/day.ts';
import { saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';

/** A deal without a call for so many days is quiet. */
export const quietDays = 30;

/** Days to choose from. */
export const signalSpans = [28, 84, 182];

export const signalDays = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  signalSpans.find((span) => String(span) === get('days')) ?? 84;

/** The Monday of UTC on or before a day so many days ago, so that the first week drawn is whole. All requests of one day have the same variables. */
export function weekBefore(now: Date, days: number): string {
  const day = startOfDay(now, -days);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - sinceMonday),
  ).toISOString();
}

export const signalsQuestion = defineQuestion({
  document: graphql(`
    query Signals(
      $calls: CallFilter!
      $quietSince: DateTime!
      $saidCalls: CallFilter!
      $asksSaid: Boolean!
    ) {
      coverage: callsAggregate(filter: $calls) {
        coverage {
          completeFrom
          syncedAt
          lastError
        }
      }
      ...SaidStatus
      ...Trackers
      ...TrackerStages
      ...TopicResults
      ...QuietDeals
    }
  `),
  variablesAt: (location, now) => {
    const calls = { from: weekBefore(now, signalDays(location)), scope: ['External'] };
    const said = saidFilters(saidTerm(location), sideOf(location));
    return {
      calls,
      quietSince: silentSince(now, quietDays),
      saidCalls: { ...calls, about: { said } },
      asksSaid: said.length > 0,
    };
  },
});
