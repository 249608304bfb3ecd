/** Users by id, by price: a get for a lone one, the list's pages when those are fewer calls. */

import type { GraphQLResolveInfo } from 'graphql';
import { type Soon, whenThere } from '../../loaders/at-once.ts';
import { ageOf, type Fetched, FieldLoader } from '../../loaders/field-loader.ts';
import { keylessRow, keyOf } from '../../loaders/filter-list.ts';
import { type UserRecord, users } from '../../records/calls/user.ts';
import type { Row } from '../../wire/answer.ts';
import { idOf } from '../../wire/value.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { keptWith } from '../kept-with.ts';
import { neededParts } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { UserRow } from './row.ts';

const pageSize = 100;
/** A user's row comes whole, so there is one part. */
const whole: ReadonlySet<string> = new Set(['user']);

const loader = keptWith(
  (context: GraphContext) =>
    new FieldLoader({
      fetch: (ids) => fetchUsers(context, ids),
      kept: { store: context.connector.entities, entity: users },
    }),
);

/** The user; null when the platform does not have one of that id. At once where it is known. */
export function loadUser(context: GraphContext, id: string): Soon<UserRow | null> {
  return whenThere(loader(context).load(id, whole), (row) =>
    row === null ? null : userRow(id, row),
  );
}

/** Of a kept row the same each time. */
const kept = keptWith(
  (row: Row) => new UserRow(keyOf(users, row) ?? '', row as unknown as UserRecord),
);

export function userRow(id: string, row: Row): UserRow {
  const user = kept(row);
  return user.id === id ? user : new UserRow(id, row as unknown as UserRecord);
}

/** The user behind an id that a row carries. Nothing is fetched when the selection needs nothing but the id. */
export function linkUser(
  context: GraphContext,
  info: GraphQLResolveInfo,
  id: string | null | undefined,
): Soon<UserRow | null> {
  const own = idOf(id);
  if (own === null) return null;
  return partsAsked(info).size === 0 ? new UserRow(own, null) : loadUser(context, own);
}

const partsAsked = (info: GraphQLResolveInfo): ReadonlySet<string> =>
  neededParts(nodeOf(info), 'User');

/** A user's id, or null where the platform names itself instead: `-1`. */
export function personId(id: string | null | undefined): string | null {
  const own = idOf(id);
  return own === '-1' ? null : own;
}

/** Tells the request's loader of users that a list brought. */
export function primeUsers(
  context: GraphContext,
  rows: readonly Row[],
  ageMs: number | null,
): void {
  const primed = () => {
    const byId = new Map(rows.map((row) => [keyOf(users, row), row] as const));
    byId.delete(null);
    return { rows: byId as Map<string, Row>, fields: whole };
  };
  if (ageMs === null) loader(context).primeLater(primed);
  else loader(context).prime(primed().rows, whole, ageMs);
}

/** The first page of the list while it is under way: whoever is asked for meanwhile may be on it. */
const firstPages = keptWith((_context: GraphContext): { flight: Promise<unknown> | null } => ({
  flight: null,
}));

/**
 * The first page of the list tells how many pages there are; from then on each step takes whatever
 * is fewer calls: the rest of the pages or a get per user still missing.
 */
async function fetchUsers(context: GraphContext, ids: readonly string[]): Promise<Fetched> {
  const { connector } = context;
  const options = executeOptions(context);
  const found = new Map<string, Row | Error>();
  let ageMs = 0;
  const firstPage = firstPages(context);
  await firstPage.flight?.catch(() => {});
  for (const id of ids) {
    const known = loader(context).peek(id, whole);
    if (known) found.set(id, known);
  }
  let missing = ids.filter((id) => !found.has(id));
  let cursor: string | null = null;
  let pagesLeft = 1;
  let isKeyless = false;
  while (missing.length > pagesLeft) {
    const params = cursor === null ? {} : { cursor };
    const asked = connector.execute(users, 'list', params, options);
    if (cursor === null) firstPage.flight = asked;
    const answer = await asked;
    ageMs = Math.max(ageMs, answer.cached?.ageMs ?? 0);
    context.sizes.learnUsers(context.tenant, answer.page.total);
    // Whoever else is on the page is likely to be asked for by the next wave.
    primeUsers(context, answer.rows, ageOf(answer));
    for (const row of answer.rows) {
      const key = keyOf(users, row);
      if (key === null) isKeyless = true;
      else found.set(key, row);
    }
    missing = missing.filter((id) => !found.has(id));
    cursor = answer.page.cursor;
    // The whole list has been read: who is still missing does not exist.
    if (cursor === null) {
      // Unless a row without its id is theirs.
      if (isKeyless) for (const id of missing) found.set(id, keylessRow(users));
      return { rows: found, ageMs };
    }
    const pagesRead = (answer.page.pageNumber ?? 0) + 1;
    pagesLeft = Math.max(1, Math.ceil((answer.page.total ?? Infinity) / pageSize) - pagesRead);
  }
  await Promise.all(
    missing.map(async (id) => {
      try {
        const { rows } = await connector.execute(users, 'get', { id }, options);
        if (rows[0] !== undefined) found.set(id, rows[0]);
      } catch (error) {
        found.set(id, error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
  return { rows: found, ageMs };
}
