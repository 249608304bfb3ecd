/** List of users, whole: for conditions that the platform has no filter for. */

import { users } from '../../contract/calls/user.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { listSite, type Shortfall } from '../../fetch/incomplete-list.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { readTokenList } from '../../fetch/token-list-reader.ts';
import { maxListPages } from '../../fetch/token-window.ts';
import { userPage, usersListPages } from './user-loader.ts';

interface AllUsers {
  /** Rows in the platform's order, without duplicates. */
  readonly rows: readonly Row[];
  /** Users missing from the list. */
  readonly shortfall: Shortfall | null;
}

/** Cost of the whole list. */
export const allUsersCost = (fieldPlace: FieldPlace): void =>
  fieldPlace.estimate.once('call-analytics', 'all users', usersListPages(fieldPlace));

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
