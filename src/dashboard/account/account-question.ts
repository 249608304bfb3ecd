/** The operation of Account: the account, what was said in its calls, and deferred its last call and a page of its story. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { dateOf, isoDay, startOfDay } from '../shared/day.ts';
import { readRecordName } from '../shared/record-id.ts';
import { saidCursor, saidFilters, saidTerm, sideOf } from '../shared/said-filter.ts';
import { firstWeek, weeksOfYear } from '../shared/week.ts';

export const accountQuestion = defineQuestion({
  document: graphql(`
    query Account(
      $id: ID!
      $yearAgo: DateTime!
      $before: DateTime!
      $beforeDate: Date!
      $said: [CallSaidFilter!]!
      $saidAfter: String
      $asksSaid: Boolean!
    ) {
      account(by: { upstreamId: $id }) {
        name
        ...AccountHead
        ...AccountPeople
        ...AccountDeals
        ...AccountFiles
        ...AccountWeeks
        ...AccountSaid @include(if: $asksSaid)
        ...LastCall @defer
        ...AccountTimeline @defer
      }
      ...AccountActivities @defer
      ...SaidStatus
    }
  `),
  variablesAt: ({ id: name, get }, now) => {
    const { kind, id } = readRecordName(name);
    if (kind !== 'Account') return null;
    // What is planned belongs to the story, too, so its newest page begins well ahead of today.
    const requested = get('before') ?? '';
    const isDay = !Number.isNaN(dateOf(requested).getTime()) && requested.length === 10;
    const before = isDay ? requested : isoDay(startOfDay(now, 366));
    const said = saidFilters(saidTerm({ get }), sideOf({ get }));
    return {
      id,
      yearAgo: firstWeek(now, weeksOfYear),
      before: dateOf(before).toISOString(),
      beforeDate: before,
      said,
      saidAfter: get(saidCursor),
      asksSaid: said.length > 0,
    };
  },
});
