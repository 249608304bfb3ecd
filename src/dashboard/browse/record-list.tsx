/** All accounts of the CRM by name, and all its contacts and leads by surname. */

import type { Page } from '../data/pages.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { detailText } from '../shared/format.ts';
import { HitList } from '../shared/hit-list.tsx';
import { MorePages } from '../shared/more-pages.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { type BrowseAnswer, type ListName, useReadList } from './read-list.ts';

const accountFragment = graphql(`
  fragment AccountList on Query {
    accounts(first: $rows, after: $accounts, orderBy: [{ field: NAME }]) {
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
    contacts(first: $rows, after: $contacts, orderBy: [{ field: LAST_NAME }, { field: FIRST_NAME }]) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        upstreamId
        name
        title
        email
        account {
          name
        }
      }
    }
  }
`);

const leadFragment = graphql(`
  fragment LeadList on Query {
    leads(first: $rows, after: $leads, orderBy: [{ field: LAST_NAME }, { field: FIRST_NAME }]) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        upstreamId
        name
        title
        email
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
      pageOf={(answer) => readFragment(accountFragment, answer).accounts}
      columns={{
        Account: ({ name }) => name,
        'Account id': ({ upstreamId }) => upstreamId,
        Industry: ({ industry }) => industry,
        City: ({ billingCity }) => billingCity,
      }}
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
      pageOf={(answer) => readFragment(contactFragment, answer).contacts}
      columns={{
        Contact: ({ name }) => name,
        'Contact id': ({ upstreamId }) => upstreamId,
        Title: ({ title }) => title,
        Account: ({ account }) => account?.name,
        'E-mail': ({ email }) => email,
      }}
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
      pageOf={(answer) => readFragment(leadFragment, answer).leads}
      columns={{
        Lead: ({ name }) => name,
        'Lead id': ({ upstreamId }) => upstreamId,
        Title: ({ title }) => title,
        Company: ({ company }) => company,
        'E-mail': ({ email }) => email,
      }}
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
  readonly name: ListName;
  readonly page: Page<Listed> | null;
  readonly pageOf: (answer: BrowseAnswer) => Page<Listed> | null;
  /** Of its file. */
  readonly columns: Columns<Listed>;
  readonly after: string | null;
  readonly detail: (record: Listed) => Parameters<typeof detailText>[0];
  readonly screen: 'account' | 'person';
}

function RecordList<Listed extends ListedRecord>(props: RecordListProps<Listed>) {
  const { title, name, page, pageOf, columns, after, detail, screen } = props;
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  const records = (page?.nodes ?? []).filter((record) => record !== null);
  const readAll = useReadList(name, pageOf);
  const pageRows = {
    rows: records,
    total: page?.totalCount ?? null,
    isWhole: !hasNextPage && after === null,
  };
  return (
    <HitList
      title={title}
      paths={[name]}
      file={tableFile(name, columns, pageRows, readAll)}
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
