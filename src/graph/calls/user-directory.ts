/** Everybody: the list of users as a whole, for questions the platform has no filter for. */

import { createContextCache } from '@pothos/core';
import { readWholeList } from '../../loaders/whole-list.ts';
import { checkPlaces } from '../../paging/array-window.ts';
import type { Connection } from '../../paging/connection.ts';
import { type PageArgs, readWindow } from '../../paging/window.ts';
import { users } from '../../records/calls/user.ts';
import type { Row } from '../../wire/answer.ts';
import { idText } from '../../wire/value.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import type { UserRow } from './row.ts';
import { keyedConnection } from './setting.ts';
import { primeUsers, userRow } from './user-loader.ts';

/** 20,000 users. */
const maxPages = 200;

const flights = createContextCache((_context: GraphContext) => ({
  all: null as Promise<readonly Row[]> | null,
}));

/** All users in the platform's order: one call for each hundred, once per request. @throws UpstreamError, SCAN_LIMIT among them. */
export function allUsers(context: GraphContext): Promise<readonly Row[]> {
  const flight = flights(context);
  flight.all ??= (async () => {
    const { rows, ageMs } = await readWholeList({
      connector: context.connector,
      entity: users,
      maxPages,
      options: executeOptions(context),
    });
    context.sizes.learnUsers(context.tenant, rows.length);
    primeUsers(context, rows, ageMs);
    return rows;
  })();
  return flight.all;
}

/** A window of the users who report to a user. */
export async function listReports(
  context: GraphContext,
  managerId: string,
  args: PageArgs,
): Promise<Connection<UserRow>> {
  const window = readWindow(args, context.pageLimits);
  const cursors = context.cursors.of({
    list: `User.directReports/${managerId}`,
    filter: '',
    order: '',
    tenant: context.tenant,
  });
  checkPlaces(window, cursors);
  const everybody = await allUsers(context);
  const reports = everybody.filter((user) => idText(user.managerId) === managerId);
  return keyedConnection(users, reports, window, cursors, userRow);
}
