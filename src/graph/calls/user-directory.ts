/** User directory: the whole list of users, for conditions that the platform has no filter for; and fields of users beyond their row. */

import type { GraphQLResolveInfo } from 'graphql';
import { users } from '../../contract/calls/user.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { textOf } from '../../contract/wire/value-reader.ts';
import type { Connection } from '../../fetch/connection.ts';
import type { PageArgs } from '../../fetch/connection-argument.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { listSite } from '../../fetch/list-error.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { readTokenList } from '../../fetch/token-walk.ts';
import { maxListPages } from '../../fetch/token-window.ts';
import { reportIncomplete } from '../connection-type.ts';
import type { GraphContext } from '../context.ts';
import { memoizeByRequest } from '../memoize.ts';
import { type Cost, type FieldPlace, prefetchedWindow } from '../plan/cost.ts';
import { needs } from '../row-requirement.ts';
import type { TypeRegistry } from '../type-registry.ts';
import type { UserRow } from './platform-row.ts';
import { keyedConnection, openWindow, ownedRows } from './platform-setting.ts';
import { userPage, userRow, usersListPages } from './user-loader.ts';

export interface AllUsers {
  /** Rows in the platform's order, without duplicates. */
  readonly rows: readonly Row[];
  /** Users missing from the list. */
  readonly shortfall: Shortfall | null;
}

/** Cost of the whole list. */
export const allUsersCost = (place: FieldPlace): void =>
  place.estimate.once('all users', usersListPages(place));

const reportsCost: Cost = (place) => {
  allUsersCost(place);
  return prefetchedWindow(place);
};

/** Fetches all users: one call for each hundred, once per request. @throws UpstreamError, SCAN_LIMIT among them */
export const allUsers = memoizeByRequest(async (context: GraphContext): Promise<AllUsers> => {
  const rows: Row[] = [];
  let shortfall: Shortfall | null = null;
  for await (const batch of readTokenList(userList(context), maxListPages)) {
    rows.push(...batch.rows.map(({ row }) => row));
    ({ shortfall } = batch);
  }
  context.sizes.learnUsers(context.tenant, rows.length);
  return { rows, shortfall };
});

/** The list of users by ascending id. */
export function userList(context: GraphContext): TokenList<Row> {
  return {
    site: listSite(users),
    pageRows,
    key: userId,
    order: userId,
    fetch: ({ token, isBeyond, fresh }) => userPage(context, token, { isBeyond, fresh }),
  };
}

const userId = (row: Row): string | null => entityKey(users, row);

/** A window of the users who report to a user. */
async function listReports(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  managerId: string,
  args: PageArgs,
): Promise<Connection<UserRow>> {
  const opened = openWindow(context, args, { list: `User.directReports/${managerId}` });
  const { rows, shortfall } = await allUsers(context);
  if (shortfall !== null) reportIncomplete(context, info, shortfall);
  const reports = ownedRows(context, info, rows, 'managerId', (owner) => owner === managerId);
  return keyedConnection(context, info, users, reports, opened, userRow);
}

export function defineUser({ builder, calls }: TypeRegistry): void {
  builder.objectFields(calls.user, (t) => ({
    name: t.string({
      description: 'Given and family name together.',
      ...needs('user'),
      resolve: ({ record }) => fullName(record),
    }),
    directReports: t.field({
      type: calls.userConnection,
      cost: reportsCost,
      description:
        'Who reports to the user. The platform cannot filter by manager, so all users are read: one call for each hundred, once per request.',
      args: t.arg.connectionArgs(),
      resolve: (row, args, context, info) => listReports(context, info, row.id, args),
    }),
  }));
}

function fullName({ firstName, lastName }: Row): string | null {
  const name = [textOf(firstName), textOf(lastName)].filter(Boolean).join(' ');
  return name === '' ? null : name;
}
