/** Calls of the account in which something was said. */

import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { SaidField } from '../shared/said-field.tsx';
import { saidTerm } from '../shared/said-filter.ts';
import { SaidList } from '../shared/said-list.tsx';
import { saidRelatedFragment } from '../shared/said-related.ts';
import type { SaidStatusRef } from '../shared/said-status.ts';

const fragment = graphql(`
  fragment AccountSaid on Account {
    upstreamId
    said: relatedCalls(first: 5, after: $saidAfter, about: { said: $said }) {
      ...SaidRelated
    }
  }
`);

export interface AccountSaidProps {
  readonly query: SaidStatusRef;
  readonly account: FragmentType<typeof fragment>;
}

export function AccountSaid({ query, ...props }: AccountSaidProps) {
  const { said, upstreamId: related } = readFragment(fragment, props.account);
  return (
    <SaidList
      query={query}
      title="Said in these calls"
      path="account.said"
      calls={readFragment(saidRelatedFragment, said)}
      term={saidTerm(useAddress())}
      filters={{ related }}
    >
      <SaidField />
    </SaidList>
  );
}
