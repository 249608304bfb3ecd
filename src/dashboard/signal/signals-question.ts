/** The operation of Signals: trackers and topics of the last weeks’ calls, and quiet accounts. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { startOfDay } from '../shared/day.ts';

/** Days to choose from. */
export const signalSpans = [28, 84, 182];

export const signalDays = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  signalSpans.find((span) => String(span) === get('days')) ?? 84;

/** The beginning of a day, so many days ago: all requests of one day have the same variables. */
export const dayBefore = (now: Date, days: number): string => startOfDay(now, -days).toISOString();

export const signalsQuestion = defineQuestion({
  document: graphql(`
    query Signals($calls: CallFilter!, $quietSince: DateTime!) {
      coverage: callsAggregate(filter: $calls) {
        coverage {
          completeFrom
          syncedAt
          lastError
        }
      }
      ...Trackers
      ...TrackerStages
      ...TopicResults
      ...QuietAccounts
    }
  `),
  variablesAt: (location, now) => ({
    calls: { from: dayBefore(now, signalDays(location)), scope: ['External'] },
    quietSince: dayBefore(now, 30),
  }),
});
