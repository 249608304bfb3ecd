/** The operation of Person: a contact or a lead, and what happened with them. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { readRecordName } from '../shared/record-id.ts';
import { firstWeek, weeksOfYear } from '../shared/week.ts';

/** How many entries of each kind are shown. */
export const firstOf = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  Math.min(100, Math.max(25, Number(get('first') ?? 25) || 25));

export const personQuestion = defineQuestion({
  document: graphql(`
    query Person($id: ID!, $isContact: Boolean!, $isLead: Boolean!, $first: Int!, $yearAgo: DateTime!) {
      contact(by: { upstreamId: $id }) @include(if: $isContact) {
        name
        ...ContactHead
        ...ContactStory
      }
      lead(by: { upstreamId: $id }) @include(if: $isLead) {
        name
        ...LeadHead
        ...LeadStory
      }
    }
  `),
  variablesAt: (location, now) => {
    const { kind, id } = readRecordName(location.id);
    if (kind !== 'Contact' && kind !== 'Lead') return null;
    const isLead = kind === 'Lead';
    const yearAgo = firstWeek(now, weeksOfYear);
    return { id, isContact: !isLead, isLead, first: firstOf(location), yearAgo };
  },
});
