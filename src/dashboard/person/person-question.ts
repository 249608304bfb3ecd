/** What Person asks: a contact or a lead, and what happened with them. */

import { defineQuestion, type Place } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

/** How many entries of each kind are shown. */
export const firstOf = ({ get }: Pick<Place, 'get'>): number =>
  Math.min(100, Math.max(25, Number(get('first') ?? 25) || 25));

export const personQuestion = defineQuestion({
  document: graphql(`
    query Person($id: ID!, $isContact: Boolean!, $isLead: Boolean!, $first: Int!) {
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
  variablesAt: (place) => {
    const { id } = place;
    // The CRM's ids begin with their object's prefix.
    const isLead = id.startsWith('00Q');
    return { id, isContact: !isLead, isLead, first: firstOf(place) };
  },
});
