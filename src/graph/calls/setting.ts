/** Settings lists that come whole: asked once per request, then looked up by id or shown in windows. */

import { createContextCache } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Params } from '../../connector/connector.ts';
import { keyOf } from '../../loaders/filter-list.ts';
import { Wave } from '../../loaders/wave.ts';
import { arrayConnection, checkPlaces } from '../../paging/array-window.ts';
import { type Connection, mapNodes } from '../../paging/connection.ts';
import { type PageArgs, readWindow } from '../../paging/window.ts';
import type { EntitySpec } from '../../records/catalog.ts';
import type { Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { neededParts, objectType, oncePerField } from '../needs.ts';
import { idOf } from '../wire-value.ts';

interface Asked {
  readonly flights: Map<string, Promise<readonly Row[]>>;
  readonly waves: Map<string, Wave>;
}

const requests = createContextCache(
  (_context: GraphContext): Asked => ({ flights: new Map(), waves: new Map() }),
);

/** All rows of a list operation without pages. */
export function settingRows(
  context: GraphContext,
  entity: EntitySpec,
  params: Params = {},
): Promise<readonly Row[]> {
  const { flights, waves } = requests(context);
  const key = JSON.stringify([entity.entity, params]);
  let flight = flights.get(key);
  if (flight === undefined) {
    const wave = waves.get(entity.entity) ?? new Wave();
    waves.set(entity.entity, wave);
    flight = wave.run(async () => {
      const answer = await context.connector.execute(
        entity,
        'list',
        params,
        executeOptions(context),
      );
      return answer.rows;
    });
    flights.set(key, flight);
  }
  return flight;
}

const indexes = new WeakMap<readonly Row[], ReadonlyMap<string | null, Row>>();

/** The row of that id in the whole list; null when there is none. */
export async function settingRow(
  context: GraphContext,
  entity: EntitySpec,
  id: string,
  params: Params = {},
): Promise<Row | null> {
  const rows = await settingRows(context, entity, params);
  let index = indexes.get(rows);
  if (index === undefined) {
    index = new Map(rows.map((row) => [keyOf(entity, row), row]));
    indexes.set(rows, index);
  }
  return index.get(id) ?? null;
}

/** A type of the graph whose objects all come with one list. */
export interface SettingType<T> {
  readonly name: string;
  readonly entity: EntitySpec;
  /** `row` is null when only the id is selected. */
  readonly make: (id: string, row: Row | null) => T;
}

/** The object; null when the list does not have it. */
export async function loadSetting<T>(
  context: GraphContext,
  type: SettingType<T>,
  id: string,
): Promise<T | null> {
  const row = await settingRow(context, type.entity, id);
  return row === null ? null : type.make(id, row);
}

/** The object behind an id that a row carries. Nothing is fetched when the selection needs nothing but the id. */
export function linkSetting<T>(
  context: GraphContext,
  info: GraphQLResolveInfo,
  type: SettingType<T>,
  id: string | null | undefined,
): T | null | Promise<T | null> {
  const own = idOf(id);
  if (own === null) return null;
  const parts = oncePerField(info, `needs ${type.name}`, () =>
    neededParts(info, objectType(info, type.name)),
  );
  return parts.size === 0 ? type.make(own, null) : loadSetting(context, type, own);
}

/** A window of the list, in its own order. `list` names the field in cursors, with what it hangs on. */
export async function listSettings<T>(
  context: GraphContext,
  type: SettingType<T>,
  args: PageArgs,
  list: string,
  keep: (row: Row) => boolean = () => true,
): Promise<Connection<T>> {
  const window = readWindow(args, context.pageLimits);
  const cursors = context.cursors.of({ list, filter: '', order: '', tenant: context.tenant });
  checkPlaces(window, cursors);
  const rows = keyedRows(type.entity, await settingRows(context, type.entity)).filter(keep);
  const key = (row: Row): string => keyOf(type.entity, row) ?? '';
  return mapNodes(arrayConnection(rows, key, window, cursors), (row) => type.make(key(row), row));
}

/** Each row once: one without a key cannot be shown, and one that came twice would be shown twice. */
export function keyedRows(entity: EntitySpec, rows: readonly Row[]): readonly Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(entity, row), row]));
  byKey.delete(null);
  return [...byKey.values()];
}

/** Keeps what belongs to a workspace: its own, and what is of all workspaces. */
export function ofWorkspace(workspaceId: string | null): (row: Row) => boolean {
  return (row) =>
    workspaceId === null || (row.workspaceId ?? null) === null || row.workspaceId === workspaceId;
}
