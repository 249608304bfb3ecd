/** All accounts of the CRM, by name. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { detailText, HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';

const fragment = graphql(`
  fragment AccountList on Query {
    accounts(first: 15, after: $accounts, orderBy: [{ field: NAME }]) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        upstreamId
        name
        industry
        billingCity
      }
    }
  }
`);

export interface AccountListProps {
  readonly query: FragmentType<typeof fragment>;
  readonly after: string | null;
}

export function AccountList({ query, after }: AccountListProps) {
  const { accounts } = readFragment(fragment, query);
  const { hasNextPage = false, endCursor = null } = accounts?.pageInfo ?? {};
  return (
    <HitList
      title="Accounts"
      paths={['accounts']}
      isKnown={accounts != null}
      count={accounts?.totalCount ?? null}
      isCut={accounts?.totalCount == null && hasNextPage}
      hits={(accounts?.nodes ?? []).flatMap((account) =>
        account === null
          ? []
          : [
              {
                id: account.upstreamId,
                name: account.name ?? 'Without a name',
                detail: detailText([account.industry, account.billingCity]),
                href: `/account/${account.upstreamId}`,
              },
            ],
      )}
    >
      <MorePages
        after={after}
        next={hasNextPage ? endCursor : null}
        name="accounts"
        label="Pages of accounts"
      />
    </HitList>
  );
}
