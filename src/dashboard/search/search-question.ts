/** The operation of Search: one term in both systems, and in what was said. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { saidCursor, saidFilters, sideOf } from '../shared/said-filter.ts';

/** The CRM refuses shorter words. */
const shortest = 2;

/** What is searched for; null where that is too short. */
export function termOf({ get }: Pick<ScreenLocation, 'get'>): string | null {
  const term = get('q')?.trim() ?? '';
  return term.length < shortest ? null : term;
}

/** Records of each kind: at first, and as many as the graph gives. */
export const usualHits = 10;
export const mostHits = 200;

export const hitsOf = ({ get }: Pick<ScreenLocation, 'get'>): number =>
  get('hits') === String(mostHits) ? mostHits : usualHits;

export const searchQuestion = defineQuestion({
  document: graphql(`
    query Search(
      $term: String!
      $after: String
      $hits: Int!
      $said: [CallSaidFilter!]!
      $asksSaid: Boolean!
      $saidAfter: String
    ) {
      ...RecordHits
      ...CallHits
      ...SaidStatus
      ...SaidHits @include(if: $asksSaid)
    }
  `),
  variablesAt: (location) => {
    const term = termOf(location);
    if (term === null) return null;
    const said = saidFilters(term, sideOf(location));
    return {
      term,
      after: location.get('after'),
      hits: hitsOf(location),
      said,
      asksSaid: said.length > 0,
      saidAfter: location.get(saidCursor),
    };
  },
});
