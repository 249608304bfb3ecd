/** Settings lists that come whole: asked once per request and workspace, then looked up by id. */

import { createContextCache } from '@pothos/core';
import type { Params } from '../../connector/connector.ts';
import { keyOf } from '../../loaders/filter-list.ts';
import type { EntitySpec } from '../../records/catalog.ts';
import type { Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';

const flights = createContextCache(
  (_context: GraphContext) => new Map<string, Promise<readonly Row[]>>(),
);

/** All rows of a list operation without pages. */
export function settingRows(
  context: GraphContext,
  entity: EntitySpec,
  params: Params = {},
): Promise<readonly Row[]> {
  const asked = flights(context);
  const key = JSON.stringify([entity.entity, params]);
  let flight = asked.get(key);
  if (flight === undefined) {
    flight = context.connector
      .execute(entity, 'list', params, executeOptions(context))
      .then((answer) => answer.rows);
    asked.set(key, flight);
  }
  return flight;
}

/** The row of that id in the whole list; null when there is none. */
export async function settingRow(
  context: GraphContext,
  entity: EntitySpec,
  id: string,
  params: Params = {},
): Promise<Row | null> {
  const rows = await settingRows(context, entity, params);
  return rows.find((row) => keyOf(entity, row) === id) ?? null;
}
