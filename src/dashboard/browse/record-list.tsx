/** All accounts of the CRM by name, and all its contacts and leads by surname. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { detailText } from '../shared/format.ts';
import { HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';

const accountFragment = graphql(`
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

const contactFragment = graphql(`
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

const leadFragment = graphql(`
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

interface ListProps<Fragment extends Parameters<typeof readFragment>[0]> {
  readonly query: FragmentType<Fragment>;
  readonly after: string | null;
}

export function AccountList({ query, after }: ListProps<typeof accountFragment>) {
  return (
    <RecordList
      title="Accounts"
      name="accounts"
      page={readFragment(accountFragment, query).accounts}
      after={after}
      detail={({ industry, billingCity }) => [industry, billingCity]}
      screen="account"
    />
  );
}

export function ContactList({ query, after }: ListProps<typeof contactFragment>) {
  return (
    <RecordList
      title="Contacts"
      name="contacts"
      page={readFragment(contactFragment, query).contacts}
      after={after}
      detail={({ title, account }) => [title, account?.name]}
      screen="person"
    />
  );
}

export function LeadList({ query, after }: ListProps<typeof leadFragment>) {
  return (
    <RecordList
      title="Leads"
      name="leads"
      page={readFragment(leadFragment, query).leads}
      after={after}
      detail={({ title, company }) => [title, company]}
      screen="person"
    />
  );
}

interface ListedRecord {
  readonly upstreamId: string;
  readonly name: string | null;
}

interface RecordListProps<Listed> {
  readonly title: string;
  /** In the answer and in the address. */
  readonly name: string;
  readonly page: {
    readonly totalCount: number | null;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly (Listed | null)[];
  } | null;
  readonly after: string | null;
  readonly detail: (record: Listed) => Parameters<typeof detailText>[0];
  readonly screen: 'account' | 'person';
}

function RecordList<Listed extends ListedRecord>(props: RecordListProps<Listed>) {
  const { title, name, page, after, detail, screen } = props;
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  const records = (page?.nodes ?? []).filter((record) => record !== null);
  return (
    <HitList
      title={title}
      paths={[name]}
      isKnown={page !== null}
      count={page?.totalCount ?? null}
      isCut={page?.totalCount == null && hasNextPage}
      hits={records.map((record) => ({
        id: record.upstreamId,
        name: record.name ?? 'Without a name',
        detail: detailText(detail(record)),
        href: `/${screen}/${record.upstreamId}`,
      }))}
    >
      <MorePages
        after={after}
        next={hasNextPage ? endCursor : null}
        name={name}
        label={`Pages of ${name}`}
      />
    </HitList>
  );
}
