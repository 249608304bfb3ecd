/** People of a record: the keys by which its calls are found, fetched by the record's query, and continued where a page of children ends early. */

import DataLoader from 'dataloader';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { missingUpstreamField, textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { HiddenRowError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import {
  childPage,
  type KeysetList,
  type KeysetRequest,
  readKeysetList,
} from '../../fetch/keyset-list.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { ParticipantKeys } from '../../participants/call-query.ts';
import { chunkByEncodedLength } from '../../soql/literal.ts';
import { allOf, type Query } from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import { ChildWindow, pageIn } from '../crm/child-window.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { loadRecord } from '../crm/record-loader.ts';
import { queryRecords } from '../crm/record-query.ts';
import { aroundKeys, noId } from '../crm/row-visibility.ts';
import { readAddresses } from './hidden-address.ts';

/** 40,000 people of the records of one statement; more are no subject of one question. */
const maxPages = 20;

/** The contacts among a record's children. */
export interface People {
  readonly window: ChildWindow;
  /** Paths from a child to the contact's id and to its addresses. */
  readonly id: string;
  readonly addresses: readonly string[];
}

/** @param toContact path from a child to its contact */
export function peopleOf(
  model: CrmModel,
  object: string,
  relationship: string,
  toContact = '',
): People {
  const child = model.child(object, relationship);
  if (child === undefined)
    throw new Error(`The model has no relationship ${object}.${relationship}.`);
  const id = `${toContact}Id`;
  const addresses = model.declaredObject('Contact').addresses.map((name) => `${toContact}${name}`);
  const window = new ChildWindow({
    child,
    fields: new Set(toContact === '' ? addresses : [id, ...addresses]),
    // Without an address, too: the platform may have linked the contact itself.
    where: undefined,
    orderBy: [{ path: 'Id', direction: 'asc' }],
    limit: maxRows,
    asSet: true,
  });
  return { window, id, addresses };
}

/** Every contact's id and addresses; in the row already, or by one query for all records of the batch. */
export async function keysOfPeople(
  context: GraphContext,
  row: CrmRow,
  { window, id, addresses }: People,
): Promise<Required<Pick<ParticipantKeys, 'crmIds' | 'emails'>>> {
  let value = pageIn(row, window);
  if (value === undefined) {
    const loaded = await loadRecord(context, row.object, row.id, new Set(), [window]);
    value = loaded === null ? undefined : pageIn(loaded, window);
  }
  if (value === undefined) throw missingUpstreamField(window.child.name);
  const { rows, page } = childPage(value);
  const isWhole = page.done && rows.length < maxRows;
  const children = isWhole ? rows : await allChildren(context, row, window);
  const under = (paths: readonly string[]): readonly string[] => [
    ...new Set(children.flatMap((child) => paths.flatMap((path) => textOf(at(child, path)) ?? []))),
  ];
  return { crmIds: under([id]), emails: readAddresses(() => under(addresses)) };
}

const readers = memoizeByRequestKey<string, DataLoader<string, readonly Row[]>>();

/** Reads all children from the beginning: a page that ended early may be in any order. */
function allChildren(
  context: GraphContext,
  row: CrmRow,
  window: ChildWindow,
): Promise<readonly Row[]> {
  const key = `${row.object.name} ${window.text}`;
  const batch = (ids: readonly string[]) => readChildren(context, window, ids);
  return readers(context, key, () => new DataLoader(batch)).load(row.id);
}

/** One walk for the parents of a batch, or as many as fit into a statement. */
async function readChildren(
  context: GraphContext,
  { child, fields, where }: ChildWindow,
  parentIds: readonly string[],
): Promise<Row[][]> {
  const object = context.model.declaredObject(child.object);
  const site = listSite(object.entity);
  const select = ['Id', child.field, ...fields];
  const statement = (
    ids: readonly string[],
    { where: beyond, orderBy, limit }: KeysetRequest,
  ): Query => ({
    object: child.object,
    select,
    where: allOf({ op: 'in', path: child.field, values: ids }, where, beyond),
    orderBy,
    limit,
  });
  const byParent = new Map<string, Row[]>(parentIds.map((id) => [id, []]));
  const last = { op: 'gt', path: 'Id', value: '0'.repeat(18) } as const;
  const unkeyed = statement([noId], { where: last, orderBy: [], limit: maxRows });
  const chunks = chunkByEncodedLength([...parentIds], await aroundKeys(context, object, unkeyed));
  await Promise.all(
    chunks.map(async (ids) => {
      const list: KeysetList<Row> = {
        order: [],
        site,
        // A record's people are estimated to come with it.
        query: (request) =>
          queryRecords(context, object, statement(ids, request), { isBeyond: true }),
      };
      const advice = 'ask for the people of fewer records at once';
      for await (const rows of readKeysetList(list, { maxPages, advice }))
        for (const row of rows)
          byParent.get(normalizeCrmId(String(row[child.field])) ?? '')?.push(row);
    }),
  );
  return parentIds.map((id) => getOrThrow(byParent, id));
}

/** @throws SwitchboardError where the row lacks it. */
function at(row: Row, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Row)[name];
    if (value === undefined) throw missingUpstreamField(path);
    // Nobody is met by a record that the viewer may not see.
    if (value instanceof HiddenRowError) return null;
    if (value instanceof Error) throw value;
  }
  return value;
}
