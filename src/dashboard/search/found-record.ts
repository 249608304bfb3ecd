/** A record that the CRM found: its name, its details, and the address of its screen. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { dateOf } from '../shared/day.ts';
import { dayText, detailText } from '../shared/format.ts';

const fragment = graphql(`
  fragment RecordHits on Query {
    search(
      term: $term
      types: [ACCOUNT, CONTACT, LEAD, OPPORTUNITY, CASE, TASK]
      first: $hits
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
        attended: lastCall(role: [ATTENDEE, HOST]) {
          startedAt
        }
        account {
          name
        }
      }
      ... on Lead {
        company
        leadEmail: email
        attended: lastCall(role: [ATTENDEE, HOST]) {
          startedAt
        }
      }
      ... on Opportunity {
        stageName
        amount
        currencyIsoCode
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
        activityDate
        account {
          upstreamId
          name
        }
      }
    }
  }
`);

export type RecordsRef = FragmentType<typeof fragment>;
export const readRecords = (query: RecordsRef) => readFragment(fragment, query);
export type FoundRecord = NonNullable<
  NonNullable<ReturnType<typeof readRecords>['search']>[number]
>;

export function nameOf(record: FoundRecord): string {
  const subject = 'subject' in record ? record.subject : null;
  return subject ?? record.recordName ?? 'Without a name';
}

export function detailOf(record: FoundRecord): string {
  const parts: readonly (string | null | undefined)[] =
    record.__typename === 'Account'
      ? [record.industry, record.billingCity]
      : record.__typename === 'Contact'
        ? [record.title, record.account?.name, record.email, lastCallText(record.attended)]
        : record.__typename === 'Lead'
          ? [record.company, record.leadEmail, lastCallText(record.attended)]
          : record.__typename === 'Opportunity'
            ? [
                record.stageName,
                record.amount == null ? null : amountText(record.amount, record.currencyIsoCode),
              ]
            : record.__typename === 'Case'
              ? [record.status, record.account?.name]
              : record.__typename === 'Task'
                ? [record.status, dateText(record.activityDate), record.account?.name]
                : [];
  return detailText(parts);
}

const dateText = (date: string | null): string | null =>
  date === null ? null : dayText(dateOf(date));

const lastCallText = (last: { readonly startedAt: string | null } | null): string | null =>
  last === null
    ? null
    : last.startedAt === null
      ? 'on no call known'
      : `last on a call ${dayText(dateOf(last.startedAt))}`;

/** Records without a screen of their own lead to their account. */
export function hrefOf(record: FoundRecord): string | null {
  switch (record.__typename) {
    case 'Account':
      return `/account/${record.upstreamId}`;
    case 'Contact':
    case 'Lead':
      return `/person/${record.upstreamId}`;
    case 'Opportunity':
      return `/deal/${record.upstreamId}`;
    case 'Case':
    case 'Task':
      return record.account == null ? null : `/account/${record.account.upstreamId}`;
    default:
      return null;
  }
}
