/** The operation of Signals: trackers and topics of the last weeks’ calls, words of one’s own as another tracker, and quiet deals. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { quietDays, silentSince } from '../deal/silence.ts';
import { graphql } from '../graphql/index.ts';
import { saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';
import { firstWeek } from '../shared/week.ts';

/** Days to choose from. */
export const signalSpans = [28, 84, 182];

export const signalDays = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  signalSpans.find((span) => String(span) === get('days')) ?? 84;

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
      ...SaidStages @include(if: $asksSaid)
      ...TrackerWeeks @defer
      ...QuietDeals @defer
      ...TrackerStages @defer
      ...TopicResults @defer
    }
  `),
  variablesAt: (location, now) => {
    const calls = { from: firstWeek(now, signalDays(location) / 7), scope: ['External'] };
    const said = saidFilters(saidTerm(location), sideOf(location));
    return {
      calls,
      quietSince: silentSince(now, quietDays),
      saidCalls: { ...calls, about: { said } },
      asksSaid: said.length > 0,
    };
  },
});
