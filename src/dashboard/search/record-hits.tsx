/** What the CRM found, a panel for each kind of record. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { number } from '../part/format.ts';
import { HitList } from './hit-list.tsx';

const perType = 10;

const fragment = graphql(`
  fragment RecordHits on Query {
    search(
      term: $term
      types: [ACCOUNT, CONTACT, LEAD, OPPORTUNITY, CASE, TASK]
      first: 10
    ) {
      __typename
      upstreamId
      recordName
      ... on Account {
        industry
        billingCity
      }
      ... on Contact {
        title
        email
        account {
          name
        }
      }
      ... on Lead {
        company
        leadEmail: email
      }
      ... on Opportunity {
        stageName
        amount
        account {
          upstreamId
          name
        }
      }
      ... on Case {
        status
        subject
        account {
          upstreamId
          name
        }
      }
      ... on Task {
        status
        subject
        account {
          upstreamId
          name
        }
      }
    }
  }
`);

type Found = NonNullable<NonNullable<ReturnType<typeof read>['search']>[number]>;
const read = (query: FragmentType<typeof fragment>) => readFragment(fragment, query);

const groups = [
  ['Account', 'Accounts'],
  ['Contact', 'Contacts'],
  ['Lead', 'Leads'],
  ['Opportunity', 'Deals'],
  ['Case', 'Cases'],
  ['Task', 'Tasks'],
] as const;

export function RecordHits({ query }: { query: FragmentType<typeof fragment> }) {
  const { search } = read(query);
  const found = (search ?? []).flatMap((record) => record ?? []);
  // The search is one field: where it failed or found nothing, that is told once.
  if (found.length === 0)
    return (
      <HitList title="CRM" paths={['search']} isKnown={search != null} note={null} hits={[]} />
    );
  const shown = groups.filter(([type]) => found.some(({ __typename }) => __typename === type));
  return shown.map(([type, title], at) => {
    const own = found.filter(({ __typename }) => __typename === type);
    return (
      <HitList
        key={type}
        title={title}
        paths={at === 0 ? ['search'] : []}
        isKnown
        note={own.length === perType ? `The first ${perType}; more words find fewer.` : null}
        hits={own.map((record) => ({
          id: record.upstreamId,
          name: nameOf(record),
          detail: detailOf(record),
          href: hrefOf(record),
        }))}
      />
    );
  });
}

function nameOf(record: Found): string {
  const subject = 'subject' in record ? record.subject : null;
  return subject ?? record.recordName ?? 'Without a name';
}

function detailOf(record: Found): string {
  const parts: readonly (string | null | undefined)[] =
    record.__typename === 'Account'
      ? [record.industry, record.billingCity]
      : record.__typename === 'Contact'
        ? [record.title, record.account?.name, record.email]
        : record.__typename === 'Lead'
          ? [record.company, record.leadEmail]
          : record.__typename === 'Opportunity'
            ? [record.stageName, record.amount == null ? null : number(record.amount)]
            : record.__typename === 'Case' || record.__typename === 'Task'
              ? [record.status, record.account?.name]
              : [];
  return parts.filter((part) => part != null && part !== '').join(' · ');
}

/** Records without a screen of their own lead to their account. */
function hrefOf(record: Found): string | null {
  switch (record.__typename) {
    case 'Account':
      return `/account/${record.upstreamId}`;
    case 'Contact':
    case 'Lead':
      return `/person/${record.upstreamId}`;
    case 'Opportunity':
      return record.account == null
        ? null
        : `/account/${record.account.upstreamId}?deal=${record.upstreamId}`;
    case 'Case':
    case 'Task':
      return record.account == null ? null : `/account/${record.account.upstreamId}`;
    default:
      return null;
  }
}
