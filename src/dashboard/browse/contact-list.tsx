/** All contacts of the CRM, by surname. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { detailText, HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';

const fragment = graphql(`
  fragment ContactList on Query {
    contacts(first: 15, after: $contacts, orderBy: [{ field: LAST_NAME }, { field: FIRST_NAME }]) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        upstreamId
        name
        title
        account {
          name
        }
      }
    }
  }
`);

export interface ContactListProps {
  readonly query: FragmentType<typeof fragment>;
  readonly after: string | null;
}

export function ContactList({ query, after }: ContactListProps) {
  const { contacts } = readFragment(fragment, query);
  const { hasNextPage = false, endCursor = null } = contacts?.pageInfo ?? {};
  return (
    <HitList
      title="Contacts"
      paths={['contacts']}
      isKnown={contacts != null}
      count={contacts?.totalCount ?? null}
      isCut={contacts?.totalCount == null && hasNextPage}
      hits={(contacts?.nodes ?? []).flatMap((contact) =>
        contact === null
          ? []
          : [
              {
                id: contact.upstreamId,
                name: contact.name ?? 'Without a name',
                detail: detailText([contact.title, contact.account?.name]),
                href: `/person/${contact.upstreamId}`,
              },
            ],
      )}
    >
      <MorePages
        after={after}
        next={hasNextPage ? endCursor : null}
        name="contacts"
        label="Pages of contacts"
      />
    </HitList>
  );
}
