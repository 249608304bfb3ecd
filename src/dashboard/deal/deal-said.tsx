/** Calls of the deal, its own, in which something was said. */

import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { SaidField } from '../shared/said-field.tsx';
import { saidTerm } from '../shared/said-filter.ts';
import { SaidList } from '../shared/said-list.tsx';
import { saidRelatedFragment } from '../shared/said-related.ts';
import type { SaidStatusRef } from '../shared/said-status.ts';

const fragment = graphql(`
  fragment DealSaid on Opportunity {
    upstreamId
    said: relatedCalls(first: 5, after: $saidAfter, about: { said: $said }) {
      ...SaidRelated
    }
  }
`);

export interface DealSaidProps {
  readonly query: SaidStatusRef;
  readonly deal: FragmentType<typeof fragment>;
}

export function DealSaid({ query, ...props }: DealSaidProps) {
  const { said, upstreamId: related } = readFragment(fragment, props.deal);
  return (
    <SaidList
      query={query}
      title="Said in calls about this deal"
      path="opportunity.said"
      calls={readFragment(saidRelatedFragment, said)}
      term={saidTerm(useAddress())}
      filters={{ related }}
    >
      <SaidField />
    </SaidList>
  );
}
