/** What Signals asks: trackers and topics of the last weeks’ calls, and accounts gone quiet. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { startOfDay } from '../part/day.ts';

/** Days to choose from. */
export const signalSpans = [28, 84, 182];

export const signalDays = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  signalSpans.find((span) => String(span) === get('days')) ?? 84;

/** The beginning of a day, so many days ago: the same question for all who ask it on one day. */
export const dayBefore = (now: Date, days: number): string => startOfDay(now, -days).toISOString();

export const signalsQuestion = defineQuestion({
  document: graphql(`
    query Signals($calls: CallFilter!, $quietSince: DateTime!) {
      coverage: callsAggregate(filter: $calls) {
        coverage {
          completeFrom
          syncedAt
        }
      }
      ...Trackers
      ...TrackerStages
      ...TopicResults
      ...QuietAccounts
    }
  `),
  variablesAt: (place, now) => ({
    calls: { from: dayBefore(now, signalDays(place)), scope: ['External'] },
    quietSince: dayBefore(now, 30),
  }),
});
