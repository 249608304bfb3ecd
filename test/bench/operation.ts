/** The operations that Switchboard and every peer are asked: valid on the whole schema and on the peers' part of it. */

export interface Operation {
  readonly name: string;
  readonly about: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const day = 86_400_000;
/** Midnight a week ago: the same for everybody all day long. */
const weekAgo = new Date(Math.floor(Date.now() / day) * day - 7 * day).toISOString();

/** The dashboard questions of the first three suites. */
export const nested: readonly Operation[] = [
  {
    name: 'Accounts',
    about: '20 accounts with owner, 5 contacts and 5 deals each, deals with owner',
    query: `query Accounts { accounts(first: 20) { nodes {
      name industry annualRevenue
      owner { name email }
      contacts(first: 5) { nodes { name title email } }
      opportunities(first: 5) { nodes { name stageName amount closeDate owner { name } } }
    } } }`,
  },
  {
    name: 'Deals',
    about: '50 open deals with account, its owner, and 3 contact roles with contact',
    query: `query Deals { opportunities(first: 50, filter: { isClosed: { eq: false } }) { nodes {
      name stageName amount closeDate
      account { name industry owner { name } }
      opportunityContactRoles(first: 3) { nodes { role isPrimary contact { name email } } }
    } } }`,
  },
  {
    name: 'Calls',
    about: '50 calls with host, parties, and the contact and account behind each party',
    query: `query Calls($from: DateTime) { calls(first: 50, filter: { from: $from }) { nodes {
      title startedAt durationSeconds
      primaryUser { name title }
      parties { name affiliation contact { name account { name } } }
    } } }`,
    variables: { from: weekAgo },
  },
];

const part = (
  accounts: number,
  order: string,
): string => `accounts(first: ${accounts}${order}) { nodes {
      name industry annualRevenue
      owner { name email }
      contacts(first: 50) { nodes { name title email phone createdDate owner { name } } }
      opportunities(first: 50) { nodes { name stageName amount closeDate owner { name } } }
      tasks(first: 50) { nodes { subject status priority activityDate } }
    } }`;

/** One answer of many nodes. At the large size they are about 1,000 and more than 10,000. */
export const lists: readonly Operation[] = [
  {
    name: 'Thousand',
    about: '17 accounts with all contacts, deals and tasks',
    query: `query Thousand { ${part(17, '')} }`,
  },
  {
    name: 'TenThousand',
    about: 'twice 100 accounts with all contacts, deals and tasks',
    query: `query TenThousand { byId: ${part(100, '')} byName: ${part(100, ', orderBy: [{ field: NAME }]')} }`,
  },
];

/** How many objects an answer holds, connections not counted. */
export function countNodes(value: unknown, isNode = false): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + countNodes(one, true), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const own = isNode || !('nodes' in value) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countNodes(one), own);
}
