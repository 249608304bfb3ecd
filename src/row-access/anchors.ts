/** Anchors: the accounts and deals that people own or are on the team of, with the deals of such accounts, and the accounts above what they own. */

import { accounts, opportunities } from '../contract/crm/entity.ts';
import type { Row } from '../contract/wire/execute.ts';
import { UserInputError } from '../errors.ts';
import { anyOf, type Condition } from '../soql/query.ts';
import { type Reading, sameSet } from './kept-read.ts';
import { idIn, idsIn, orNone, readRecordsOf, recordsOf } from './record-list.ts';
import type { RowAnchors } from './row-access.ts';

/** Accounts and deals together; a question about more is refused. */
const mostAnchors = 10_000;

export const accountTeams = recordsOf('AccountTeamMember');
const dealTeams = recordsOf('OpportunityTeamMember');

/** Anchors, or those of too many that were read. */
export interface ReadAnchors {
  readonly anchors: RowAnchors;
  readonly count: number;
}

/** Null for too many, and before they were read. */
export const anchorsIfNamed = (read: ReadAnchors | null): RowAnchors | null =>
  read !== null && read.count <= mostAnchors ? read.anchors : null;

/** @throws UserInputError for too many */
export function anchorsOrError({ anchors, count }: ReadAnchors): RowAnchors {
  if (count <= mostAnchors) return anchors;
  throw new UserInputError(
    `Rows of this person hang on more than ${mostAnchors} accounts and deals (${count} were read), which is the most that a question can name; ask as somebody with fewer people below, or with a role that sees all rows.`,
  );
}

export const sameAnchors = (left: ReadAnchors, right: ReadAnchors): boolean =>
  left.count === right.count &&
  anchorSets.every((name) => sameSet(left.anchors[name], right.anchors[name]));

const anchorSets = [
  'accountIds',
  'dealIds',
  'teamAccountIds',
  'teamDealIds',
  'accountIdsAbove',
] as const satisfies readonly (keyof RowAnchors)[];

/** @param userIds users of the CRM */
export async function readAnchors(
  reading: Reading,
  userIds: ReadonlySet<string>,
): Promise<ReadAnchors> {
  const [owned, dealRows, accountMembers, dealMembers, aboveContacts, aboveCases] =
    await Promise.all([
      ownedAccounts(reading, userIds),
      dealsByOwner(reading, userIds),
      membersOf(reading, userIds, 'AccountTeamMember', ['AccountId']),
      membersOf(reading, userIds, 'OpportunityTeamMember', ['OpportunityId']),
      accountsAbove(reading, userIds, 'Contact'),
      accountsAbove(reading, userIds, 'Case'),
    ]);
  const teamAccountIds = idsIn(accountMembers, 'AccountId');
  const teamDealIds = idsIn(dealMembers, 'OpportunityId');
  const accountIds = owned.union(teamAccountIds);
  const ofTeamAccounts = await dealsOfAccounts(reading, teamAccountIds.difference(owned));
  const dealIds = idsIn(dealRows, 'Id').union(ofTeamAccounts).union(teamDealIds);
  const ownDeals = dealRows.filter((row) => userIds.has(idIn(row, 'OwnerId') ?? ''));
  const accountIdsAbove = idsIn(ownDeals, 'AccountId')
    .union(aboveContacts)
    .union(aboveCases)
    .difference(accountIds);
  return {
    anchors: { accountIds, dealIds, teamAccountIds, teamDealIds, accountIdsAbove },
    count: accountIds.size + dealIds.size,
  };
}

const within =
  (path: string) =>
  (ids: readonly string[]): Condition => ({ op: 'in', path, values: ids });

async function ownedAccounts(reading: Reading, userIds: ReadonlySet<string>): Promise<Set<string>> {
  const list = { entity: accounts, object: 'Account', select: [], most: mostAnchors };
  const read = () => readRecordsOf(reading, list, userIds, within('OwnerId'));
  return idsIn(await orNone(reading, 'Account', read), 'Id');
}

/** Deals that are owned, and those of owned accounts. */
function dealsByOwner(reading: Reading, userIds: ReadonlySet<string>): Promise<Row[]> {
  const list = {
    entity: opportunities,
    object: 'Opportunity',
    select: ['OwnerId', 'AccountId'],
    most: mostAnchors,
  };
  const where = (ids: readonly string[]) =>
    anyOf(within('OwnerId')(ids), within('Account.OwnerId')(ids));
  return orNone(reading, 'Opportunity', () => readRecordsOf(reading, list, userIds, where, 2));
}

async function dealsOfAccounts(
  reading: Reading,
  accountIds: ReadonlySet<string>,
): Promise<Set<string>> {
  const list = { entity: opportunities, object: 'Opportunity', select: [], most: mostAnchors };
  const read = () => readRecordsOf(reading, list, accountIds, within('AccountId'));
  return idsIn(await orNone(reading, 'Opportunity', read), 'Id');
}

const teamEntities = { AccountTeamMember: accountTeams, OpportunityTeamMember: dealTeams };

/** Memberships of the people; none where the organisation has no teams. */
function membersOf(
  reading: Reading,
  userIds: ReadonlySet<string>,
  object: keyof typeof teamEntities,
  select: readonly string[],
): Promise<Row[]> {
  const list = { entity: teamEntities[object], object, select, most: mostAnchors };
  return orNone(reading, object, () => readRecordsOf(reading, list, userIds, within('UserId')));
}

/** Accounts of contacts or cases that are owned. */
async function accountsAbove(
  reading: Reading,
  userIds: ReadonlySet<string>,
  object: 'Contact' | 'Case',
): Promise<Set<string>> {
  const list = { entity: accounts, object: 'Account', select: [], most: mostAnchors };
  const where = (ids: readonly string[]): Condition => ({
    op: 'semiJoin',
    path: 'Id',
    query: { object, field: 'AccountId', where: within('OwnerId')(ids) },
  });
  const read = () => readRecordsOf(reading, list, userIds, where);
  return idsIn(await orNone(reading, `${object} of accounts`, read), 'Id');
}
