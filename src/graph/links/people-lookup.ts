/** People lookup: people of the CRM by e-mail address or id, in batches, with its cost. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { type Fanout, listSize, times } from '../../engine/plan/cost-sum.ts';
import type { Cost, FieldPlace } from '../../engine/plan/field-cost.ts';
import type { PlanNode } from '../../engine/plan/operation.ts';
import { selectedOn } from '../../engine/plan/row-requirement.ts';
import { FieldLoader, type FieldLoaderOptions } from '../../fetch/field-loader.ts';
import { allMaybe, type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import type { ChildWindow } from '../crm/child-window.ts';
import { CrmRow } from '../crm/crm-row.ts';
import { plainFanout, recordsCost } from '../crm/record-cost.ts';
import { cachedRecords, loadRecord } from '../crm/record-loader.ts';
import { planPlaces } from '../crm/record-plan.ts';
import { idsPart, lookUp, lookupsOf } from './people-query.ts';

/** Selection on a person. */
export interface PersonSelection {
  readonly paths: ReadonlySet<string>;
  /** Children that may as well come along. */
  readonly windows: readonly ChildWindow[];
}

const nobody: readonly CrmRow[] = [];

/**
 * Finds people by keys, in the order of their ids, each once. Several may share an address.
 * @param keys normalised addresses and 18-character ids; ids of other objects find nothing
 */
export function peopleUnder(
  context: GraphContext,
  object: CrmObject,
  keys: readonly string[],
  selection: PersonSelection,
): MaybePromise<readonly CrmRow[]> {
  if (keys.length === 0) return nobody;
  const entry = lookupsFor(context, object);
  const { lookups } = entry;
  const people = [...new Set(keys)].map(
    (key) =>
      cachedUnder(context, object, entry, key, selection) ??
      thenMaybe(lookups.load(key, fieldsOf(selection), selection.windows), (part) =>
        allMaybe(idsIn(part?.row).map((id) => recordOf(context, object, id, selection))),
      ),
  );
  return thenMaybe(allMaybe(people), inOrder);
}

/** Finds people by addresses, in the order of their ids. Malformed addresses find nothing and cost no call. */
export function peopleByEmail(
  context: GraphContext,
  object: CrmObject,
  emails: readonly unknown[],
  selection: PersonSelection,
): MaybePromise<readonly CrmRow[]> {
  const addresses = emails.map(normaliseEmail).filter((email) => email !== null);
  return peopleUnder(context, object, addresses, selection);
}

interface Lookups {
  readonly lookups: FieldLoader<ChildWindow>;
  /** Keys that an earlier request looked up, past half of their time. */
  readonly ageing: Set<string>;
  readonly cache: NonNullable<FieldLoaderOptions['cache']>;
}

const loaders = memoizeByRequestKey<CrmObject, Lookups>();

const lookupsFor = (context: GraphContext, object: CrmObject): Lookups =>
  loaders(context, object, createLookups);

function createLookups(context: GraphContext, object: CrmObject): Lookups {
  const ageing = new Set<string>();
  const cache = { store: context.connector.entities, entity: lookupsOf(object.entity) };
  const lookups = new FieldLoader<ChildWindow>({
    async fetch(keys, fields, windows) {
      const also = [...ageing].filter((key) => !keys.includes(key));
      ageing.clear();
      const fetched = await lookUp(context, object, { keys, also, fields, windows });
      const others = also.flatMap((key) => {
        const row = fetched.rows.get(key);
        return row === undefined || row instanceof Error ? [] : [[key, row] as const];
      });
      lookups.prime({ ...fetched, rows: new Map(others), fields }, fetched);
      return fetched;
    },
    cache,
  });
  return { lookups, ageing, cache };
}

/**
 * Fields of a lookup: a key with known ids and missing fields is looked up anew, so that one query
 * fetches both for the whole batch.
 */
const fieldsOf = ({ paths }: PersonSelection): ReadonlySet<string> => new Set([idsPart, ...paths]);

const onlyIds: ReadonlySet<string> = new Set([idsPart]);
const idsIn = (row: { readonly [idsPart]?: unknown } | undefined) =>
  (row?.[idsPart] ?? []) as readonly string[];

/** The people under a key where nothing has to be fetched for them. */
function cachedUnder(
  context: GraphContext,
  object: CrmObject,
  { lookups, ageing, cache }: Lookups,
  key: string,
  { paths }: PersonSelection,
): readonly (CrmRow | null)[] | undefined {
  const cachedRow = lookups.peek(key, onlyIds);
  if (cachedRow === undefined) return undefined;
  const cached = cachedRecords(context, object);
  const showsAddress = object.addresses.some((path) => paths.has(path));
  const needed = showsAddress ? paths.union(new Set(object.addresses)) : paths;
  const rows: (CrmRow | null)[] = [];
  for (const id of idsIn(cachedRow?.row)) {
    const person = bare(object, id, paths) ?? cached(id, needed);
    if (person === undefined) return undefined;
    if (person !== null && showsAddress && !isUnder(person, key)) {
      cache.store.drop(cache.entity, key);
      return undefined;
    }
    rows.push(person);
  }
  const old = cache.store.peek(cache.entity, key, onlyIds);
  if (old !== undefined && cache.store.isAgeing(cache.entity, old)) ageing.add(key);
  return rows;
}

/** Whether a record still has the address or id that it was looked up by: lookup and record are cached apart. */
const isUnder = ({ object, id, values }: CrmRow, key: string): boolean =>
  id === key || object.addresses.some((path) => normaliseEmail(values[path]) === key);

const recordOf = (
  context: GraphContext,
  object: CrmObject,
  id: string,
  { paths }: PersonSelection,
) => bare(object, id, paths) ?? loadRecord(context, object, id, paths);

/** Nothing is fetched of a record when nothing but its id is wanted. */
const bare = (object: CrmObject, id: string, paths: ReadonlySet<string>): CrmRow | undefined =>
  paths.size === 0 ? new CrmRow(object, id, { Id: id }) : undefined;

function inOrder(people: readonly (readonly (CrmRow | null)[])[]): readonly CrmRow[] {
  const rows = people.flat().filter((row) => row !== null);
  if (rows.length < 2) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** People of one statement: an address of 100 bytes in a URL and a linked id for each. */
const peoplePerCall = 125;
/** Records of one object that share an address. */
export const sharers = 5;

/** Selection on the records below the match type. */
const pathsOf = ({ node, context }: FieldPlace, object: CrmObject) =>
  planPlaces(recordsOf(node, `${object.typeName}Match`), context.model, object).paths;

const recordsOf = (node: PlanNode, matchType: string): readonly PlanNode[] =>
  selectedOn(node, matchType).filter(({ field }) => field.name === 'record');

const findPeople = ({ estimate }: FieldPlace, object: CrmObject, fanout: Fanout): Fanout =>
  plainFanout(
    estimate.batch(
      'crm',
      `people ${object.name}`,
      fanout,
      Math.floor(peoplePerCall / object.addresses.length),
    ),
  );

interface PeopleCost {
  /** Addresses and ids that are looked up for each object. */
  readonly people: number;
  /** Records that are found for each object. */
  readonly rows: number;
}

export const peopleCost =
  (name: string, { people, rows }: PeopleCost): Cost =>
  (fieldPlace) => {
    const object = fieldPlace.context.model.declaredObject(name);
    return times(findPeople(fieldPlace, object, times(fieldPlace.fanout, people)), rows / people);
  };

/** Records that the platform linked to a call, by their ids. */
export const linkedMatchCost =
  (name: string): Cost =>
  (fieldPlace) => {
    const object = fieldPlace.context.model.declaredObject(name);
    const paths = pathsOf(fieldPlace, object);
    const all = times(fieldPlace.fanout, listSize);
    return paths.size === 0 ? all : recordsCost(fieldPlace, object, all, paths);
  };

/** Cost of a call's accounts: linked ones by id, and those of the contacts, which come as their parents. */
export const callAccountsCost: Cost = (fieldPlace) => {
  const linkedAccounts = linkedMatchCost('Account')(fieldPlace);
  findPeople(
    fieldPlace,
    fieldPlace.context.model.declaredObject('Contact'),
    times(fieldPlace.fanout, listSize),
  );
  return plainFanout(linkedAccounts);
};
