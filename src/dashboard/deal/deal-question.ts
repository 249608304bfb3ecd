/** The operation of Deal: the deal with its history, people, products and meetings, and deferred its calls with what was said in them. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { startOfDay } from '../shared/day.ts';
import { meetingsOfAccount } from '../shared/meeting.ts';
import { readRecordName } from '../shared/record-id.ts';
import { saidCursor, saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';

export const dealQuestion = defineQuestion({
  document: graphql(`
    query Deal(
      $id: ID!
      $today: DateTime!
      $said: [CallSaidFilter!]!
      $saidAfter: String
      $asksSaid: Boolean!
      $ofAccount: EventFilter!
    ) {
      meetings: events(first: 20, filter: $ofAccount, orderBy: [{ field: START_DATE_TIME }]) {
        ...Meetings
      }
      opportunity(by: { upstreamId: $id }) {
        name
        ...DealHead
        ...DealHistory
        ...DealPeople
        ...DealProducts
        ...DealAhead
        ...DealSaid @include(if: $asksSaid)
        ...DealCalls @defer
      }
      ...SaidStatus
    }
  `),
  variablesAt: ({ id: name, get }, now) => {
    const { kind, id } = readRecordName(name);
    if (kind !== 'Opportunity') return null;
    const said = saidFilters(saidTerm({ get }), sideOf({ get }));
    return {
      id,
      today: startOfDay(now).toISOString(),
      ofAccount: meetingsOfAccount({ deal: id }, now),
      said,
      saidAfter: get(saidCursor),
      asksSaid: said.length > 0,
    };
  },
});
