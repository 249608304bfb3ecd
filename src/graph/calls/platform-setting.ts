/** Platform settings (trackers, workspaces, scorecards …): whole lists, fetched once per request, then looked up by id, filtered by owner or shown in windows. */

import type { GraphQLResolveInfo } from 'graphql';
import type { ObjectSpec } from '../../contract/calls/declaration.ts';
import { type EntitySpec, entityKey } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idText, isBlank } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { memoize, memoizeByObject, memoizeByRequestKey } from '../../engine/memoize.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { neededParts } from '../../engine/plan/row-requirement.ts';
import { arrayConnection, checkPlaces } from '../../fetch/array-window.ts';
import { BatchBarrier } from '../../fetch/batch-loader.ts';
import {
  type Connection,
  mapNodes,
  type PageArgs,
  readWindow,
  type Window,
} from '../../fetch/connection.ts';
import type { ListCursors } from '../../fetch/cursor.ts';
import { distinctRows, keylessRow, unplacedRows } from '../../fetch/read-by-key.ts';
import type { Params } from '../../upstream/request-key.ts';
import { reported, reportIncomplete } from '../connection-type.ts';
import { isPlatformId } from '../root-lookup.ts';
import { PlatformRow } from './platform-row.ts';

const lists = memoizeByRequestKey<string, Promise<readonly Row[]>>();
const barrier = memoizeByRequestKey<EntitySpec, BatchBarrier>();

/** Cost of an object that comes with a whole list: none where only its id is selected. */
export const settingCost =
  (typeName: string): Cost =>
  ({ node, estimate, fanout }) => {
    if (neededParts(node, typeName).size > 0) estimate.once('call-analytics', typeName, 1);
    return fanout;
  };

/** All rows of a list operation without pages. */
export function settingRows(
  context: GraphContext,
  entity: EntitySpec,
  params: Params = {},
): Promise<readonly Row[]> {
  return lists(context, JSON.stringify([entity.entity, params]), () =>
    barrier(context, entity, () => new BatchBarrier()).run(async () => {
      const options = executeOptions(context);
      const { rows } = await context.connector.execute(entity, 'list', params, options);
      return rows;
    }),
  );
}

const indexes = memoizeByObject((_rows: readonly Row[]) => new Map<unknown, unknown>());

const indexOf = (rows: readonly Row[], entity: EntitySpec) =>
  new Map(rows.map((row) => [entityKey(entity, row), row]));

/** Finds a row of the whole list by id; null when there is none. */
export async function settingRow(
  context: GraphContext,
  entity: EntitySpec,
  id: string,
  params: Params = {},
): Promise<Row | null> {
  const rows = await settingRows(context, entity, params);
  const index = memoize(indexes(rows), entity, () => indexOf(rows, entity));
  const row = index.get(id);
  // A row without its key may be the requested one.
  if (row === undefined && index.has(null)) throw keylessRow(entity);
  return row ?? null;
}

/** A declared object that one unpaged list returns whole: workspaces, trackers, scorecards. */
export type Setting = ObjectSpec & Required<Pick<ObjectSpec, 'node'>>;

/** The object; null when the list does not have it. */
export async function loadSetting(
  context: GraphContext,
  { name, node }: Setting,
  id: string,
): Promise<PlatformRow | null> {
  const row = await settingRow(context, node.entity, id);
  return row === null ? null : new PlatformRow(name, id, row);
}

/** Loads the object of an id in a row. Nothing is fetched when only the id is selected. */
export function linkSetting(
  context: GraphContext,
  info: GraphQLResolveInfo,
  setting: Setting,
  id: string | null,
): PlatformRow | null | Promise<PlatformRow | null> {
  if (id === null) return null;
  const isBare = neededParts(nodeOf(info), setting.name).size === 0;
  return isBare ? new PlatformRow(setting.name, id) : loadSetting(context, setting, id);
}

/**
 * Lists a window in the platform's order. `list` names the field in cursors, with its parent.
 * @param workspaceId restricts the list to the workspace's objects, and those that belong to no
 * workspace
 */
export async function listSettings(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  { name, node: { entity } }: Setting,
  args: PageArgs,
  list: string,
  workspaceId: string | null = null,
): Promise<Connection<PlatformRow>> {
  const opened = openWindow(context, args, { list });
  const all = await settingRows(context, entity);
  const belongs = (owner: string | null) => owner === null || owner === workspaceId;
  const rows = workspaceId === null ? all : ownedRows(context, info, all, 'workspaceId', belongs);
  return keyedConnection(
    context,
    info,
    entity,
    rows,
    opened,
    (id, row) => new PlatformRow(name, id, row),
  );
}

/** A window of a list that comes whole, with the list's cursors. */
export interface WholeWindow {
  readonly window: Window;
  readonly cursors: ListCursors;
}

/** @throws UserInputError for a cursor of another list, before anything is fetched. */
export function openWindow(
  context: GraphContext,
  args: PageArgs,
  { list, filter = '', order = '' }: { list: string; filter?: string; order?: string },
): WholeWindow {
  const window = readWindow(args, context.pageLimits);
  const cursors = listCursors(context, list, filter, order);
  checkPlaces(window, cursors);
  return { window, cursors };
}

/** A window of distinct rows. A row without a key is an error at its index. */
export function keyedConnection<T>(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  entity: EntitySpec,
  rows: readonly Row[],
  { window, cursors }: WholeWindow,
  make: (id: string, row: Row) => T,
): Connection<T> {
  // Rows without a key of their own are about users in a range of days.
  const key = (row: Row) => (entity.key === null ? idText(row.userId) : entityKey(entity, row));
  const connection = reported(
    context,
    info,
    arrayConnection(distinctRows(rows, key), (row) => key(row) ?? '', window, cursors),
  );
  return mapNodes(connection, (row) => {
    const id = key(row);
    // The executor takes an Error in place of a node for that node's failure.
    return id === null ? (keylessRow(entity, entity.key ?? 'userId') as never) : make(id, row);
  });
}

/**
 * Filters rows by owner; a row without one has the owner null. A row whose owner can't be read may
 * belong to any: it is in no list, and each list that it may belong to reports it.
 * @param member of the row, with the owner's id
 */
export function ownedRows(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  rows: readonly Row[],
  member: string,
  passes: (owner: string | null) => boolean,
): readonly Row[] {
  let hasUnplaced = false;
  const owned = rows.filter((row) => {
    if (isBlank(row[member])) return passes(null);
    const owner = idText(row[member]);
    if (owner !== null && isPlatformId(owner)) return passes(owner);
    hasUnplaced = true;
    return false;
  });
  if (hasUnplaced) reportIncomplete(context, info, unplacedRows);
  return owned;
}
