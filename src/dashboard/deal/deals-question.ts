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
      $shownOpen: OpportunityFilter!
      $bySilence: Boolean!
      $isSilent: Boolean! = false
      $by: SilenceBy!
      $silentSince: DateTime
      $timeZone: String!
      $totals: OpportunityFilter!
      $ofAnyOwner: OpportunityFilter!
      $order: [OpportunityOrder!]!
      $since: DateTime!
      $sinceDate: Date!
      $movedSince: DateTime
      $hasMoved: Boolean! = false
      $after: String
      $rows: Int! = 40
      $onlyTable: Boolean! = false
    ) {
      opportunities(first: $rows, after: $after, filter: $filter, orderBy: $order)
        @skip(if: $bySilence) {
        ...DealTable
      }
      bySilence: opportunitiesBySilence(
        first: $rows
        after: $after
        filter: $shown
        by: $by
        since: $silentSince
        timeZone: $timeZone
      ) @include(if: $bySilence) {
        ...DealTable
      }
      silence: opportunitiesBySilence(
        first: 4
        filter: $shownOpen
        by: $by
        since: $silentSince
        timeZone: $timeZone
      ) @skip(if: $onlyTable) {
        coverage {
          completeFrom
          syncedAt
          lastError
        }
        ...LongestSilence
      }
      ...StagePlot @skip(if: $onlyTable)
      ...DealOwners @skip(if: $onlyTable)
    }
  `),
  variablesAt: (location, now) => variablesOf(filterOf(location), periodOf(now)),
});
