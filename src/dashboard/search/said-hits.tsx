/** Calls in which the words were said, beside the records that have them. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { saidFilters } from '../shared/said-filter.ts';
import { SaidList } from '../shared/said-list.tsx';
import type { SaidStatusRef } from '../shared/said-status.ts';

const fragment = graphql(`
  fragment SaidHits on Query {
    said: calls(first: 5, after: $saidAfter, order: NEWEST, filter: { about: { said: $said } }) {
      totalCount
      coverage {
        completeFrom
        syncedAt
        lastError
        unread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...SaidCall
      }
    }
  }
`);

export interface SaidHitsProps {
  readonly query: FragmentType<typeof fragment> & SaidStatusRef;
  readonly term: string;
}

export function SaidHits({ query, term }: SaidHitsProps) {
  const { said } = readFragment(fragment, query);
  // A term without a letter or digit is none that somebody says.
  if (saidFilters(term, null).length === 0) return null;
  return <SaidList query={query} title="Said in calls" path="said" calls={said} term={term} />;
}
