/** The operation of Calls: a page of them, of all or of one record, how many there are, and what their filters can be. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';
import {
  callsFilterOf,
  choicesFilter,
  chosenTrackers,
  listFilter,
  ownerlessFilter,
} from './calls-filter.ts';

export const callsQuestion = defineQuestion({
  document: graphql(`
    query Calls(
      $listed: CallFilter!
      $ofAnyOwner: CallFilter!
      $ofChoices: CallFilter!
      $trackers: [ID!]! = []
      $after: String
      $rows: Int! = 25
      $onlyTable: Boolean! = false
      $said: [CallSaidFilter!]!
      $asksSaid: Boolean!
      $deal: ID!
      $asksDeal: Boolean!
      $dealOwner: ID! = ""
      $asksDealOwner: Boolean! = false
      $related: ID! = ""
      $isRelated: Boolean! = false
      $isOfPeople: Boolean! = false
      $isOwn: Boolean! = true
      $from: DateTime
      $to: DateTime
      $scope: [String!]
      $primaryUser: [ID!]
      $about: CallAbout
      $participants: CallParticipantFilter
    ) {
      calls(first: $rows, after: $after, order: NEWEST, filter: $listed) @skip(if: $isRelated) {
        ...CallPage
      }
      ...RelatedCalls @include(if: $isRelated)
      ...CallFigures @skip(if: $onlyTable)
      ...CallFilters @skip(if: $onlyTable)
      ...SaidStatus @skip(if: $onlyTable)
      ...CallChoices @skip(if: $onlyTable) @defer
    }
  `),
  variablesAt: (location, now) => {
    const filter = callsFilterOf(location, now);
    const said = saidFilters(saidTerm(location), sideOf(location));
    const deal = location.get('deal') ?? '';
    const dealOwner = location.get('deal-owner') ?? '';
    const { from, to, scope, primaryUser, about, participants } = listFilter(filter);
    return {
      listed: listFilter(filter),
      ofAnyOwner: ownerlessFilter(filter),
      ofChoices: choicesFilter(filter, now),
      trackers: [...chosenTrackers(filter)],
      after: location.get('after'),
      said,
      asksSaid: said.length > 0,
      deal,
      asksDeal: deal !== '',
      dealOwner,
      asksDealOwner: dealOwner !== '',
      ...(filter.related !== null && {
        ...{ related: filter.related, isRelated: true },
        ...(filter.isOfPeople && { isOfPeople: true, isOwn: false }),
        ...{ from, to, scope, primaryUser, about, participants },
      }),
    };
  },
});
