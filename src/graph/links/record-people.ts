/** The addresses of a record's people: brought along by the record's query, read on where a page of children ends early. */

import { createContextCache } from '@pothos/core';
import { UpstreamError } from '../../errors.ts';
import { childPage, type KeysetList } from '../../paging/keyset-walk.ts';
import { walkKeysetList } from '../../paging/walk-all.ts';
import type { CrmModel } from '../../records/crm/model.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import { type ChildWindow, loadRecord, windowKey } from '../crm/record-loader.ts';
import type { CrmRow } from '../crm/row.ts';
import { executeOptions } from '../execute-options.ts';

/** Rows of one page of children, and of one page that reads on. */
const pageRows = 2_000;
/** 40,000 people of one record; an account with more is no subject of one question. */
const maxPages = 20;

/** Children that have an address at `path`. */
export function peopleWindow(
  model: CrmModel,
  object: string,
  relationship: string,
  path: string,
): ChildWindow {
  const child = model.child(object, relationship);
  if (child === undefined)
    throw new Error(`The model has no relationship ${object}.${relationship}.`);
  return {
    child,
    paths: new Set([path]),
    where: { op: 'ne', path, value: null },
    orderBy: [{ path: 'Id', direction: 'asc' }],
    limit: pageRows,
    asSet: true,
  };
}

/** Every address once; in the row already, or by one query for all records of the wave. */
export async function addressesOf(
  context: GraphContext,
  row: CrmRow,
  window: ChildWindow,
): Promise<readonly string[]> {
  const key = windowKey(window);
  const brought = row.values[key];
  const value =
    brought === undefined
      ? (await loadRecord(context, row.object, row.id, new Set(), [window]))?.values[key]
      : brought;
  const { rows, page } = childPage(value);
  const whole = page.done && rows.length < pageRows;
  const [path] = window.paths;
  const found = whole ? rows : await allChildren(context, row, window);
  return [...new Set(found.flatMap((child) => text(at(child, path!)) ?? []))];
}

type Flights = Map<string, Promise<readonly Row[]>>;

const flights = createContextCache((_context: GraphContext): Flights => new Map());

/** All of them, from the beginning: a page that ended early may stand in any order. */
function allChildren(
  context: GraphContext,
  row: CrmRow,
  window: ChildWindow,
): Promise<readonly Row[]> {
  const known = flights(context);
  const key = `${row.id} ${windowKey(window)}`;
  let flight = known.get(key);
  if (flight === undefined) {
    flight = readChildren(context, row, window);
    known.set(key, flight);
  }
  return flight;
}

async function readChildren(
  context: GraphContext,
  row: CrmRow,
  { child, paths, where }: ChildWindow,
): Promise<readonly Row[]> {
  const { entity } = context.model.object(child.object)!;
  const site = { service: 'crm', entity: entity.entity, action: 'list' } as const;
  const list: KeysetList<Row> = {
    order: [],
    site,
    query: ({ where: beyond, orderBy, limit }) => {
      const own = allOf({ op: 'eq', path: child.field, value: row.id }, where, beyond);
      const select = ['Id', ...paths];
      const q = printQuery({ object: child.object, select, where: own, orderBy, limit });
      return context.connector.execute(entity, 'list', { q }, executeOptions(context));
    },
  };
  const rows: Row[] = [];
  let pages = 0;
  for await (const batch of walkKeysetList(list, { pageSize: pageRows })) {
    rows.push(...batch.rows);
    pages += 1;
    if (pages > maxPages) {
      throw new UpstreamError(
        'SCAN_LIMIT',
        `Read ${maxPages} pages of ${entity.entity} without reaching the last person of a record.`,
        site,
      );
    }
  }
  return rows;
}

function at(row: Row, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Row)[name];
  }
  return value;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
