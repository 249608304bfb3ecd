/** The operation of Search: one term in both systems. */

import { defineQuestion, type ScreenLocation } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

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
    query Search($term: String!, $after: String, $hits: Int!) {
      ...RecordHits
      ...CallHits
    }
  `),
  variablesAt: (location) => {
    const term = termOf(location);
    return term === null ? null : { term, after: location.get('after'), hits: hitsOf(location) };
  },
});
