/** Calls of the account, or of the deal that led here, in which something was said. */

import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { SaidField } from '../shared/said-field.tsx';
import { saidCursor, saidTerm } from '../shared/said-filter.ts';
import { SaidList } from '../shared/said-list.tsx';
import type { SaidStatusRef } from '../shared/said-status.ts';

const fragment = graphql(`
  fragment SaidRelated on RelatedCallConnection {
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
`);

const ofAccount = graphql(`
  fragment AccountSaid on Account {
    said: relatedCalls(first: 5, after: $saidAfter, about: { said: $said }) {
      ...SaidRelated
    }
  }
`);

const ofDeal = graphql(`
  fragment DealSaid on Opportunity {
    said: relatedCalls(first: 5, after: $saidAfter, about: { said: $said }) {
      ...SaidRelated
    }
  }
`);

export interface AccountSaidProps {
  readonly query: SaidStatusRef;
  readonly account: FragmentType<typeof ofAccount>;
  /** Absent where none led here, or nothing is looked for. */
  readonly deal: FragmentType<typeof ofDeal> | null | undefined;
}

export function AccountSaid(props: AccountSaidProps) {
  const address = useAddress();
  const { get, set } = address;
  const dealId = get('deal');
  const account = readFragment(ofAccount, props.account);
  const deal = readFragment(ofDeal, props.deal);
  const calls = readFragment(fragment, dealId === null ? account.said : deal?.said);
  return (
    <SaidList
      query={props.query}
      title={dealId === null ? 'Said in these calls' : 'Said in the calls of this deal'}
      path={dealId === null ? 'account.said' : 'deal.said'}
      calls={calls}
      term={saidTerm(address)}
    >
      <SaidField />
      {dealId !== null && (
        <p className="said-scope">
          <button type="button" onClick={() => set({ deal: null, [saidCursor]: null })}>
            In all calls of the account
          </button>
        </p>
      )}
    </SaidList>
  );
}
