/** What Account asks: the account, and as later parts its last call and a page of its story. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { dayMs } from '../part/day.ts';
import { readRecordName } from '../part/record-id.ts';

export const accountQuestion = defineQuestion({
  document: graphql(`
    query Account(
      $id: ID!
      $yearAgo: DateTime!
      $before: DateTime!
      $beforeDate: Date!
    ) {
      account(by: { upstreamId: $id }) {
        name
        ...AccountHead
        ...AccountPeople
        ...AccountDeals
        ...AccountFiles
        ...AccountWeeks
        ...LastCall @defer
        ...AccountTimeline @defer
      }
      ...AccountResponses
    }
  `),
  variablesAt: ({ id: given, get }, now) => {
    const { kind, id } = readRecordName(given);
    if (kind !== 'Account') return null;
    const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
    // What is planned belongs to the story, too, so its newest page begins well ahead of today.
    const before = get('before') ?? new Date(today + 366 * dayMs).toISOString().slice(0, 10);
    return {
      id,
      yearAgo: new Date(today - 371 * dayMs).toISOString(),
      before: `${before}T00:00:00.000Z`,
      beforeDate: before,
    };
  },
});
