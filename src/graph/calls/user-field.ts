/** Fields of users beyond their row: the whole name, and who reports to them. */

import type { GraphQLResolveInfo } from 'graphql';
import { users } from '../../contract/calls/user.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { type Cost, prefetchedWindow } from '../../engine/plan/field-cost.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import type { Connection, PageArgs } from '../../fetch/connection.ts';
import { reportIncomplete } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import type { UserRow } from './platform-row.ts';
import { keyedConnection, openWindow, ownedRows } from './platform-setting.ts';
import { allUsers, allUsersCost } from './user-list.ts';
import { userRow } from './user-loader.ts';

const reportsCost: Cost = (fieldPlace) => {
  allUsersCost(fieldPlace);
  return prefetchedWindow(fieldPlace);
};

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
