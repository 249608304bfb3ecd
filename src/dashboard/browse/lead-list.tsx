/** All leads of the CRM, by surname. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { detailText, HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';

const fragment = graphql(`
  fragment LeadList on Query {
    leads(first: 15, after: $leads, orderBy: [{ field: LAST_NAME }, { field: FIRST_NAME }]) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        upstreamId
        name
        title
        company
      }
    }
  }
`);

export interface LeadListProps {
  readonly query: FragmentType<typeof fragment>;
  readonly after: string | null;
}

export function LeadList({ query, after }: LeadListProps) {
  const { leads } = readFragment(fragment, query);
  const { hasNextPage = false, endCursor = null } = leads?.pageInfo ?? {};
  return (
    <HitList
      title="Leads"
      paths={['leads']}
      isKnown={leads != null}
      count={leads?.totalCount ?? null}
      isCut={leads?.totalCount == null && hasNextPage}
      hits={(leads?.nodes ?? []).flatMap((lead) =>
        lead === null
          ? []
          : [
              {
                id: lead.upstreamId,
                name: lead.name ?? 'Without a name',
                detail: detailText([lead.title, lead.company]),
                href: `/person/${lead.upstreamId}`,
              },
            ],
      )}
    >
      <MorePages
        after={after}
        next={hasNextPage ? endCursor : null}
        name="leads"
        label="Pages of leads"
      />
    </HitList>
  );
}
