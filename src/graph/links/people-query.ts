/** SOQL queries that find people by address and id. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import { cacheName, type EntitySpec } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import type { Fetched } from '../../fetch/field-loader.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type KeysetList, type KeysetRequest, readKeysetList } from '../../fetch/keyset-list.ts';
import { chunkByEncodedLength } from '../../soql/literal.ts';
import { allOf, anyOf, type Condition, type Query } from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import { type ChildWindow, type Subquery, subqueries } from '../crm/child-window.ts';
import { CrmRow } from '../crm/crm-row.ts';
import { primeRecords } from '../crm/record-loader.ts';
import { queryRecords } from '../crm/record-query.ts';
import { aroundKeys } from '../crm/row-visibility.ts';
import { unmatched } from './hidden-address.ts';

/** The part of a lookup's row that holds the ids under its key, ascending. */
export const idsPart = 'ids';

/** Lookup rows in the entity store: stored beside records, as a kind of their own, with the same age. */
export const lookupsOf = memoizeByObject(
  (entity: EntitySpec): EntitySpec => ({
    ...entity,
    cachedAs: `${cacheName(entity)} under a key`,
    key: entity.key === null ? null : 'key',
  }),
);

/** 100,000 people of a few hundred addresses: no question is about as many. */
const maxPages = 50;
/** The longest request of a lookup: for a page that is not its first. */
const further: KeysetRequest = {
  where: { op: 'gt', path: 'Id', value: '0'.repeat(18) },
  orderBy: [{ path: 'Id', direction: 'asc' }],
  limit: maxRows,
};

/** Keys and selection of a lookup. */
interface LookupRequest {
  readonly keys: readonly string[];
  /** Further keys, included while they need no further query: keys fetched together expire together. */
  readonly also: readonly string[];
  /** Paths of the records, and windows, which come along. */
  readonly fields: ReadonlySet<string>;
  readonly windows: readonly ChildWindow[];
}

/** Looks keys up. @returns the ids of each key, empty where no record has it; an error where the answer is unclear */
export async function lookUp(
  context: GraphContext,
  object: CrmObject,
  request: LookupRequest,
): Promise<Fetched> {
  const hidden = hiddenAddress(context, object);
  if (hidden !== null) return lookUpIds(context, object, request, hidden);
  try {
    return await lookUpWith(context, object, object.addresses, request);
  } catch (error) {
    const learnt = hiddenAddress(context, object);
    if (learnt === null) throw error;
    return lookUpIds(context, object, request, learnt);
  }
}

/** The error of a field of addresses that the CRM's user may not read; null for none. */
function hiddenAddress(
  context: GraphContext,
  { name, addresses, entity }: CrmObject,
): Error | null {
  const hidden = addresses.find((path) => context.connector.unreadable.has(name, path));
  return hidden === undefined ? null : unmatched(`${name}.${hidden}`, listSite(entity));
}

/** Where addresses are hidden nobody is found by one, and all the same by id. */
async function lookUpIds(
  context: GraphContext,
  object: CrmObject,
  { keys, also, ...request }: LookupRequest,
  hidden: Error,
): Promise<Fetched> {
  const isId = (key: string): boolean => !isAddress(key);
  const ids = { ...request, keys: keys.filter(isId), also: also.filter(isId) };
  const byId = ids.keys.length === 0 ? null : await lookUpWith(context, object, [], ids);
  const errors = keys.filter(isAddress).map((key) => [key, hidden] as const);
  return { ageMs: 0, ...byId, rows: new Map([...(byId?.rows ?? []), ...errors]) };
}

async function lookUpWith(
  context: GraphContext,
  object: CrmObject,
  addresses: readonly string[],
  { keys, also, fields, windows }: LookupRequest,
): Promise<Fetched> {
  const [inlined = []] = subqueries(windows);
  const paths = [...fields].filter((field) => field !== idsPart && field !== 'Id');
  const plain = ['Id', ...new Set([...addresses, ...paths.sort()])];
  const select = [...plain, ...inlined.map(({ selection }) => selection)];
  const unkeyed = peopleQuery({ object, addresses }, select, ['a@b', 'x'], further);
  const { around } = await aroundKeys(context, object, unkeyed);
  const chunksOf = (all: readonly string[]) =>
    chunkByEncodedLength([...all], {
      around,
      maxValues: maxRows / 4,
      // Each address occurs in the condition of each field.
      times: Math.max(1, addresses.length),
    });
  const ownChunks = chunksOf(keys);
  const together = chunksOf([...keys, ...also]);
  const chunks = together.length === ownChunks.length ? together : ownChunks;
  const answers = await Promise.all(
    chunks.map((chunk) => fetchPeople(context, { object, addresses }, { select, inlined }, chunk)),
  );
  return {
    rows: new Map(answers.flatMap(({ rows }) => [...rows])),
    windows: inlined,
    ageMs: Math.max(0, ...answers.map(({ ageMs }) => ageMs)),
  };
}

/** An object and those of its addresses that are looked at. */
interface Addressed {
  readonly object: CrmObject;
  readonly addresses: readonly string[];
}

async function fetchPeople(
  context: GraphContext,
  { object, addresses }: Addressed,
  { select, inlined }: { readonly select: Query['select']; readonly inlined: readonly Subquery[] },
  keys: readonly string[],
): Promise<Fetched> {
  const matches = new KeyMatches({ object, addresses }, keys);
  const fields = new Set(select.filter((item) => typeof item === 'string'));
  let oldest = 0;
  const recordOf = (values: Row): CrmRow | readonly [] => {
    const id = normalizeCrmId(String(values.Id));
    return id === null ? [] : new CrmRow(object, id, values, inlined);
  };
  const list: KeysetList<Row> = {
    order: [],
    site: listSite(object.entity),
    async query(request) {
      const query = peopleQuery({ object, addresses }, select, keys, request);
      const { rows, page, cached } = await queryRecords(context, object, query, request);
      // The age of a cached answer counts, too: it may have been refreshed since its rows were
      // stored.
      const ageMs = cached?.ageMs ?? 0;
      oldest = Math.max(oldest, ageMs);
      primeRecords(context, object, rows.flatMap(recordOf), fields, ageMs, inlined);
      return { rows, page };
    },
  };
  const advice = 'look up fewer people at once';
  for await (const page of readKeysetList(list, { maxPages, advice }))
    for (const values of page) matches.add(values);
  return { rows: matches.rows(), ageMs: oldest };
}

/** Matches records with the keys, addresses or ids, that they were looked up by. */
class KeyMatches {
  readonly #of: Addressed;
  readonly #addresses: readonly string[];
  readonly #ids: Map<string, string[]>;
  /** Errors of keys whose records are unclear. */
  readonly #errors = new Map<string, Error>();

  constructor(of: Addressed, keys: readonly string[]) {
    this.#of = of;
    this.#addresses = keys.filter(isAddress);
    this.#ids = new Map(keys.map((key) => [key, []]));
  }

  add(values: Row): void {
    const { addresses, object } = this.#of;
    const id = normalizeCrmId(String(values.Id));
    const unread = addresses.find((path) => textIn(values[path]) === undefined);
    const ownAddresses = addresses.map((path) => normaliseEmail(values[path]) ?? '');
    // A record with an unreadable address may belong to any of the looked-up addresses.
    const under = new Set(unread === undefined ? ownAddresses : this.#addresses);
    if (id === null) {
      const error = invalidUpstreamValue(`a record of ${object.name} with its Id`, values.Id);
      for (const key of this.#ids.keys())
        if (!isAddress(key) || under.has(key)) this.#errors.set(key, error);
      return;
    }
    this.#ids.get(id)?.push(id);
    for (const key of under)
      if (unread === undefined) this.#ids.get(key)?.push(id);
      else this.#errors.set(key, lost(unread, values[unread]));
  }

  /** The row of each key: its ids, ascending, or its error. */
  rows(): Map<string, Row | Error> {
    const rows = new Map<string, Row | Error>();
    for (const [key, ids] of this.#ids) {
      // A record that is there under its id is not the one that lost it.
      const isFound = ids.length > 0 && !isAddress(key);
      const error = isFound ? undefined : this.#errors.get(key);
      rows.set(key, error ?? { key, [idsPart]: ids.sort() });
    }
    return rows;
  }
}

const lost = (name: string, email: unknown): Error =>
  email === undefined
    ? missingUpstreamField(name)
    : invalidUpstreamValue('an e-mail address', email);

/** Null for none; undefined for what is missing or no text. */
function textIn(value: unknown): string | null | undefined {
  return value === null || typeof value === 'string' ? value : undefined;
}

const isAddress = (key: string): boolean => key.includes('@');

/**
 * Undefined for no values.
 * @example oneOf('Id', ['a']) // → { op: 'in', path: 'Id', values: ['a'] }
 */
export const oneOf = (path: string, values: readonly string[]): Condition | undefined =>
  values.length === 0 ? undefined : { op: 'in', path, values };

function peopleQuery(
  { object, addresses }: Addressed,
  select: Query['select'],
  keys: readonly string[],
  { where, orderBy, limit }: KeysetRequest,
): Query {
  const emails = keys.filter(isAddress);
  const ids = keys.filter((key) => !isAddress(key));
  return {
    object: object.name,
    select,
    where: allOf(anyOf(oneOf('Id', ids), ...addresses.map((path) => oneOf(path, emails))), where),
    orderBy,
    limit,
  };
}
