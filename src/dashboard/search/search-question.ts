/** What Search asks: both systems for one term. */

import { defineQuestion, type Place } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

/** The CRM refuses shorter words. */
const shortest = 2;

/** What is searched for; null where that is too short. */
export function termOf({ get }: Pick<Place, 'get'>): string | null {
  const term = get('q')?.trim() ?? '';
  return term.length < shortest ? null : term;
}

export const searchQuestion = defineQuestion({
  document: graphql(`
    query Search($term: String!) {
      ...RecordHits
      ...CallHits
    }
  `),
  variablesAt: (place) => {
    const term = termOf(place);
    return term === null ? null : { term };
  },
});
