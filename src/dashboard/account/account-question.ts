/** The operation of Account: the account, what was said in its calls, and deferred its last call and a page of its story. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { dateOf, isoDay, startOfDay } from '../shared/day.ts';
import { readRecordName } from '../shared/record-id.ts';
import { saidCursor, saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';

export const accountQuestion = defineQuestion({
  document: graphql(`
    query Account(
      $id: ID!
      $yearAgo: DateTime!
      $before: DateTime!
      $beforeDate: Date!
      $said: [CallSaidFilter!]!
      $saidAfter: String
      $asksAccount: Boolean!
      $deal: ID!
      $asksDeal: Boolean!
    ) {
      account(by: { upstreamId: $id }) {
        name
        ...AccountHead
        ...AccountPeople
        ...AccountDeals
        ...AccountFiles
        ...AccountWeeks
        ...AccountSaid @include(if: $asksAccount)
        ...LastCall @defer
        ...AccountTimeline @defer
      }
      ...AccountResponses
      ...SaidStatus
      deal: opportunity(by: { upstreamId: $deal }) @include(if: $asksDeal) {
        ...DealSaid
      }
    }
  `),
  variablesAt: ({ id: name, get }, now) => {
    const { kind, id } = readRecordName(name);
    if (kind !== 'Account') return null;
    // What is planned belongs to the story, too, so its newest page begins well ahead of today.
    const requested = get('before') ?? '';
    const isDay = !Number.isNaN(dateOf(requested).getTime()) && requested.length === 10;
    const before = isDay ? requested : isoDay(startOfDay(now, 366));
    const deal = get('deal');
    const said = saidFilters(saidTerm({ get }), sideOf({ get }));
    return {
      id,
      yearAgo: startOfDay(now, -371).toISOString(),
      before: dateOf(before).toISOString(),
      beforeDate: before,
      said,
      saidAfter: get(saidCursor),
      asksAccount: said.length > 0 && deal === null,
      deal: deal ?? '',
      asksDeal: said.length > 0 && deal !== null,
    };
  },
});
