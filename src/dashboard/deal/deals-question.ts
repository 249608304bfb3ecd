/** The operation of Deals: a page of open deals, the longest silences, and the totals of the stages. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { filterOf, variablesOf } from './deal-filter.ts';
import { periodOf } from './timeline-period.ts';

export const dealsQuestion = defineQuestion({
  document: graphql(`
    query Deals(
      $filter: OpportunityFilter!
      $shown: OpportunityFilter!
      $bySilence: Boolean!
      $by: SilenceBy!
      $silentSince: DateTime
      $timeZone: String!
      $totals: OpportunityFilter!
      $order: [OpportunityOrder!]!
      $since: DateTime!
      $sinceDate: Date!
      $after: String
    ) {
      opportunities(first: 40, after: $after, filter: $filter, orderBy: $order)
        @skip(if: $bySilence) {
        ...DealTable
      }
      bySilence: opportunitiesBySilence(
        first: 40
        after: $after
        filter: $shown
        by: $by
        since: $silentSince
        timeZone: $timeZone
      ) @include(if: $bySilence) {
        ...DealTable
      }
      silence: opportunitiesBySilence(
        first: 8
        filter: $shown
        by: $by
        since: $silentSince
        timeZone: $timeZone
      ) {
        coverage {
          completeFrom
          syncedAt
          lastError
        }
        ...LongestSilence
      }
      ...StagePlot
      ...DealOwners
    }
  `),
  variablesAt: (location, now) => variablesOf(filterOf(location), periodOf(now)),
});
