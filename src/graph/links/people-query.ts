/** The SOQL that looks people up by address and id, and what its answer leaves for later. */

import { listSite } from '../../loaders/list-pages.ts';
import type { KeysetList, KeysetRequest } from '../../paging/keyset-list.ts';
import { readKeysetList } from '../../paging/keyset-read.ts';
import { normaliseEmail } from '../../participants/key.ts';
import { normalizeCrmId } from '../../records/crm/id.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { chunkByEncodedLength } from '../../soql/chunk.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf, anyOf, type Condition, type Query } from '../../soql/query.ts';
import type { Row } from '../../wire/answer.ts';
import { absent, misshapen } from '../../wire/value.ts';
import type { GraphContext } from '../context.ts';
import type { ChildWindow } from '../crm/child-window.ts';
import { completed } from '../crm/completed.ts';
import { placeWindows, primeRecords, type Subquery, subqueries } from '../crm/record-loader.ts';
import { CrmRow } from '../crm/row.ts';
import { executeOptions } from '../execute-options.ts';
import { keepIds } from './kept-lookup.ts';

/** What is wanted of a person. */
export interface Wanted {
  readonly paths: ReadonlySet<string>;
  /** Children that may as well come along. */
  readonly windows: readonly ChildWindow[];
}

/** Whom to find, and what of them. */
export interface Lookup {
  /** A normalised address, or an 18-character id. */
  readonly key: string;
  readonly wanted: Wanted;
}

/** Rows of one query. */
const pageRows = 2_000;
/** 100,000 people of a few hundred addresses: no question is about as many. */
const maxPages = 50;
/** The longest request of a lookup: for a page that is not its first. */
const further: KeysetRequest = {
  where: { op: 'gt', path: 'Id', value: '0'.repeat(18) },
  orderBy: [{ path: 'Id', direction: 'asc' }],
  limit: pageRows,
};

/** The ids under a key, ascending; an error where the answer cannot tell. */
type Found = readonly string[] | Error;

/**
 * The ids under each key; none where nobody has it.
 * @param along asked for as well as long as that makes no query more, so that what was once asked
 *   for together grows old together and not in turns.
 */
export async function lookUp(
  context: GraphContext,
  object: CrmObject,
  wanted: readonly Lookup[],
  along: readonly Lookup[],
): Promise<ReadonlyMap<string, Found>> {
  const chunksOf = (lookups: readonly Lookup[]) => {
    const keys = [...new Set(lookups.map(({ key }) => key))];
    const placed = subqueries(lookups.flatMap((lookup) => lookup.wanted.windows))[0] ?? [];
    const select = [...selectOf(object, lookups), ...placed.map(({ selection }) => selection)];
    const around = printQuery(peopleQuery(object, select, ['a@b', 'x'], further));
    const chunks = chunkByEncodedLength(keys, {
      around,
      maxValues: pageRows / 4,
      // Each address stands in the condition on each field.
      times: object.addresses.length,
    });
    return { select, placed, chunks };
  };
  let asking = chunksOf(wanted);
  if (along.length > 0) {
    const all = chunksOf([...wanted, ...along]);
    if (all.chunks.length === asking.chunks.length) asking = all;
  }
  const found = await Promise.all(
    asking.chunks.map((chunk) => askFor(context, object, asking, chunk)),
  );
  return new Map(found.flatMap((ofChunk) => [...ofChunk]));
}

function selectOf({ addresses }: CrmObject, lookups: readonly Lookup[]): readonly string[] {
  const paths = new Set(lookups.flatMap(({ wanted }) => [...wanted.paths]));
  return ['Id', ...new Set([...addresses, ...[...paths].sort()])].filter(
    (path, at) => path !== 'Id' || at === 0,
  );
}

async function askFor(
  context: GraphContext,
  object: CrmObject,
  { select, placed }: { readonly select: Query['select']; readonly placed: readonly Subquery[] },
  keys: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, string[]>(keys.map((key) => [key, []]));
  const fields = new Set(select.filter((one) => typeof one === 'string'));
  const brought = placed.flatMap((one) => one.keys);
  let oldest = 0;
  /** Why it is not known who is under a key. */
  const untold = new Map<string, Error>();
  const addresses = keys.filter(isAddress);
  const recordOf = (values: Row): CrmRow | readonly [] => {
    const id = normalizeCrmId(String(values.Id));
    return id === null ? [] : new CrmRow(object, id, placeWindows(values, placed));
  };
  const list: KeysetList<Row> = {
    order: [],
    site: listSite(object.entity),
    async query(request) {
      const q = printQuery(peopleQuery(object, select, keys, request));
      const options = executeOptions(context, request);
      const answer = await context.connector.execute(object.entity, 'list', { q }, options);
      const { rows, page, cached } = completed(context, answer, select);
      // Of a cached answer, too: it may have been refreshed since anyone kept its rows.
      const ageMs = cached?.ageMs ?? 0;
      oldest = Math.max(oldest, ageMs);
      primeRecords(context, object, rows.flatMap(recordOf), fields, ageMs, brought);
      return { rows, page };
    },
  };
  const advice = 'look up fewer people at once';
  for await (const page of readKeysetList(list, { pageRows, maxPages, advice }))
    for (const values of page) {
      const id = normalizeCrmId(String(values.Id));
      const unread = object.addresses.find((name) => textIn(values[name]) === undefined);
      const own = object.addresses.map((name) => normaliseEmail(values[name]) ?? '');
      const under = new Set(unread === undefined ? own : addresses);
      if (id === null) {
        const error = misshapen(`a record of ${object.name} with its Id`, values.Id);
        for (const key of keys) if (!isAddress(key) || under.has(key)) untold.set(key, error);
      } else {
        found.get(id)?.push(id);
        // Somebody without an address: whom any of these addresses belongs to is not known.
        if (unread === undefined) for (const key of under) found.get(key)?.push(id);
        else for (const key of under) untold.set(key, lost(unread, values[unread]));
      }
    }
  // A record that is there under its id is not the one that lost it.
  for (const [key, ids] of found) if (ids.length > 0 && !isAddress(key)) untold.delete(key);
  for (const ids of found.values()) ids.sort();
  const told = new Map([...found].filter(([key]) => !untold.has(key)));
  keepIds(context.connector.entities, object.entity, told, oldest);
  return new Map<string, Found>([...found, ...untold]);
}

const lost = (name: string, email: unknown): Error =>
  email === undefined ? absent(name) : misshapen('an e-mail address', email);

/** Null for none; undefined for what is missing or no text. */
function textIn(value: unknown): string | null | undefined {
  return value === null || typeof value === 'string' ? value : undefined;
}

const isAddress = (key: string): boolean => key.includes('@');

/** Undefined for no values. */
export const oneOf = (path: string, values: readonly string[]): Condition | undefined =>
  values.length === 0 ? undefined : { op: 'in', path, values };

function peopleQuery(
  object: CrmObject,
  select: Query['select'],
  keys: readonly string[],
  { where, orderBy, limit }: KeysetRequest,
): Query {
  const emails = keys.filter(isAddress);
  const ids = keys.filter((key) => !isAddress(key));
  return {
    object: object.name,
    select,
    where: allOf(
      anyOf(oneOf('Id', ids), ...object.addresses.map((path) => oneOf(path, emails))),
      where,
    ),
    orderBy,
    limit,
  };
}
