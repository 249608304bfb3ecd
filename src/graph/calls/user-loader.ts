/** User loader: a get for a single id, pages of the list where these are fewer calls. */

import type { GraphQLResolveInfo } from 'graphql';
import { users } from '../../contract/calls/user.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext, type PageOptions } from '../../engine/context.ts';
import { memoizeByObject, memoizeByRequest } from '../../engine/memoize.ts';
import type { Cost, FieldPlace } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { neededParts } from '../../engine/plan/row-requirement.ts';
import { asError } from '../../errors.ts';
import { ageOf, type Fetched, FieldLoader } from '../../fetch/field-loader.ts';
import { DistinctRows, listSite } from '../../fetch/incomplete-list.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import type { ReadPage } from '../../fetch/page.ts';
import { pages } from '../../fetch/page-reader.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import { PlatformRow, type UserRow } from './platform-row.ts';

/** The only part of a user: rows come whole. */
const userPart: ReadonlySet<string> = new Set(['user']);

const loader = memoizeByRequest(
  (context: GraphContext) =>
    new FieldLoader({
      fetch: (ids) => fetchUsers(context, ids),
      cache: { store: context.connector.entities, entity: users },
    }),
);

/** Pages of the list of all users, at most. */
export const usersListPages = (fieldPlace: FieldPlace): number =>
  fieldPlace.given('pages of users', (_args, { sizes, tenant }) => sizes.userPages(tenant));

/** A get for a lone user, else a page of the list and gets or more pages, whichever is less. */
export const userByIdCost: Cost = (fieldPlace) => {
  const most = usersListPages(fieldPlace);
  return fieldPlace.estimate.priced(
    'call-analytics',
    'users',
    fieldPlace.fanout,
    (rows, batches) => (rows === 1 ? 1 : Math.min(rows + batches, batches * most)),
  );
};

/** Cost of a user whose id is on the row. */
export const userCost: Cost = (fieldPlace) =>
  neededParts(fieldPlace.node, 'User').size === 0 ? fieldPlace.fanout : userByIdCost(fieldPlace);

/** Loads a user; null when the platform does not have the id. Synchronous where the user is known. */
export function loadUser(context: GraphContext, id: string): MaybePromise<UserRow | null> {
  return thenMaybe(loader(context).load(id, userPart), (part) =>
    part === null ? null : userRow(id, part.row),
  );
}

/** Memoized per cached row. */
const userOf = memoizeByObject(
  (row: Row) => new PlatformRow('User', entityKey(users, row) ?? '', row),
);

export function userRow(id: string, row: Row): UserRow {
  const user = userOf(row);
  return user.id === id ? user : new PlatformRow('User', id, row);
}

/** User id of the platform itself, for automatic actions. */
const nobody = '-1';

/** Loads the user of an id in a row. Nothing is fetched when only the id is selected. */
export function linkUser(
  context: GraphContext,
  info: GraphQLResolveInfo,
  id: string | null,
): MaybePromise<UserRow | null> {
  if (id === null || id === nobody) return null;
  const isBare = neededParts(nodeOf(info), 'User').size === 0;
  return isBare ? new PlatformRow('User', id) : loadUser(context, id);
}

/** Primes the request's loader with listed users. */
function primeUsers(context: GraphContext, rows: readonly Row[], ageMs: number | null): void {
  const primed = () => {
    const byId = new Map(rows.map((row) => [entityKey(users, row), row] as const));
    byId.delete(null);
    return { rows: byId as Map<string, Row>, fields: userPart };
  };
  if (ageMs === null) loader(context).primeLater(primed);
  else loader(context).prime(primed(), { ageMs });
}

/** Pages of the user list by their tokens: a request reads each once. */
const userPages = memoizeByRequest((_context: GraphContext) => new Map<string, Promise<Answer>>());

/** A page of the list of users. @param token null for the first. */
export function userPage(
  context: GraphContext,
  token: string | null,
  options: PageOptions = {},
): Promise<Answer> {
  const pages = userPages(context);
  const key = token ?? '';
  const cached = options.fresh ? undefined : pages.get(key);
  if (cached !== undefined) return cached;
  const page = readUserPage(context, token, options);
  pages.set(key, page);
  page.catch(() => pages.delete(key));
  return page;
}

async function readUserPage(
  context: GraphContext,
  token: string | null,
  options: PageOptions,
): Promise<Answer> {
  const params = token === null ? {} : { cursor: token };
  const requested = executeOptions(context, options);
  const answer = await context.connector.execute(users, 'list', params, requested);
  context.sizes.learnUsers(context.tenant, answer.page.total);
  // The other users of the page are likely to be in the next batch.
  primeUsers(context, answer.rows, ageOf(answer));
  return answer;
}

/**
 * Fetches users by id. The first page of the list shows the number of pages; from then on each step
 * takes the fewer calls: the remaining pages, or a get per missing user.
 */
async function fetchUsers(context: GraphContext, ids: readonly string[]): Promise<Fetched> {
  // Users requested while the first page is in flight may be on it.
  await userPages(context)
    .get('')
    ?.catch(() => {});
  const rows = new Map<string, Row | Error>();
  for (const id of ids) {
    const cached = loader(context).peek(id, userPart);
    if (cached) rows.set(id, cached.row);
  }
  const missing = () => ids.filter((id) => !rows.has(id));
  let ageMs = 0;
  const isLone = missing().length === 1;
  if (missing().length > 1 || (isLone && isListCheaper(context))) {
    const listed = await fetchListed(context, rows, missing, isLone);
    ({ ageMs } = listed);
    if (listed.isWhole) return { rows, ageMs };
  }
  await Promise.all(missing().map((id) => fetchUser(context, id, rows)));
  return { rows, ageMs };
}

/** Where many requests each load a user, the list's pages cache all of them. */
const isListCheaper = ({ sizes, tenant, now }: GraphContext): boolean =>
  sizes.countLoneUser(tenant, now.getTime(), users.freshness.freshMs);

/**
 * Reads pages of the list while they are no more than the users missing. @param isLone one user is
 * missing, whose call is estimated: cached pages and the next of the others, where the reserve pays.
 */
async function fetchListed(
  context: GraphContext,
  rowsById: Map<string, Row | Error>,
  missing: () => readonly string[],
  isLone: boolean,
): Promise<{ readonly isWhole: boolean; readonly ageMs: number }> {
  let isKeyless = false;
  let ageMs = 0;
  const read: ReadPage<Answer> = async ({ previous, isBeyond }) => {
    const cursor = previous?.page.cursor ?? null;
    return previous !== null && cursor === null ? null : userPage(context, cursor, { isBeyond });
  };
  const count = new DistinctRows({
    keyOf: (row) => entityKey(users, row as Row),
    pageRows,
    owesTotal: true,
  });
  const options = { site: listSite(users), count, ...(isLone ? { estimated: 0 } : {}) };
  for await (const step of pages<Answer>(read, options)) {
    // A list that was cut short proves no user missing.
    if (step.page === null) return { isWhole: false, ageMs };
    ageMs = step.ageMs;
    const { rows, page } = step.page;
    for (const row of rows) {
      const key = entityKey(users, row);
      if (key === null) isKeyless = true;
      else rowsById.set(key, row);
    }
    if (page.cursor === null) continue;
    const pagesRead = (page.pageNumber ?? 0) + 1;
    const pagesLeft = Math.max(1, Math.ceil((page.total ?? Infinity) / pageRows) - pagesRead);
    // At equal calls pages win: they prefetch the users of later batches.
    const isEnough = isLone
      ? missing().length === 0 || step.page.cached === undefined
      : missing().length < pagesLeft;
    if (isEnough) return { isWhole: false, ageMs };
  }
  // Users still missing do not exist, unless a row without an id is theirs.
  if (isKeyless) for (const id of missing()) rowsById.set(id, keylessRow(users));
  return { isWhole: true, ageMs };
}

async function fetchUser(
  context: GraphContext,
  id: string,
  rowsById: Map<string, Row | Error>,
): Promise<void> {
  try {
    const { connector } = context;
    const { rows } = await connector.execute(users, 'get', { id }, executeOptions(context));
    if (rows[0] !== undefined) rowsById.set(id, rows[0]);
  } catch (error) {
    rowsById.set(id, asError(error));
  }
}
