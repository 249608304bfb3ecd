/** Record loader: one SOQL query per object and batch of ids, for the union of fields, parents and child windows. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { executeOptions, type GraphContext, type PageOptions } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { asError } from '../../errors.ts';
import { type Fetched, FieldLoader } from '../../fetch/field-loader.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { readByKeys } from '../../fetch/read-by-key.ts';
import { chunkByEncodedLength } from '../../soql/literal.ts';
import type { Query } from '../../soql/query.ts';
import type { RowPart } from '../../upstream/partial-row.ts';
import {
  type FetchedWindow,
  heldWindow,
  isOfList,
  noFields,
  noWindows,
} from '../../upstream/row-contents.ts';
import { type ChildWindow, type InlinedPage, lengthened, subqueries } from './child-window.ts';
import { CrmRow, crmRow, hasPaths } from './crm-row.ts';
import { fillNulls } from './left-out-null.ts';
import { askReadable, expectReadable } from './readable-query.ts';
import { queryRecords } from './record-query.ts';
import { aroundKeys, noId } from './row-visibility.ts';

const loaders = memoizeByRequestKey<CrmObject, FieldLoader<ChildWindow>>();

const loaderOf = (context: GraphContext, object: CrmObject): FieldLoader<ChildWindow> =>
  loaders(context, object, createLoader);

function createLoader(context: GraphContext, object: CrmObject): FieldLoader<ChildWindow> {
  const cache = { store: context.connector.entities, entity: object.entity };
  return new FieldLoader({
    fetch: (ids, fields, windows) => fetchRecords(context, object, ids, { fields, windows }),
    cache,
  });
}

export type LoadRecord = (id: string) => MaybePromise<CrmRow | null>;

/**
 * Loads records with these fields; null for one that the CRM does not have, or not for us. At once where it is known.
 * @param fetched the windows as they are fetched where they are not known.
 */
export function recordsWith(
  context: GraphContext,
  object: CrmObject,
  paths: ReadonlySet<string>,
  windows: readonly ChildWindow[] = [],
  fetched = windows,
): LoadRecord {
  const loader = loaderOf(context, object);
  const fields = paths.size + fetched.length === 0 ? onlyId : paths;
  return (id) => {
    const cached = loader.peek(id, fields, windows);
    return cached === undefined
      ? thenMaybe(loader.load(id, fields, fetched), (part) => recordOf(object, id, part))
      : recordOf(object, id, cached);
  };
}

const recordOf = (object: CrmObject, id: string, part: RowPart | null): CrmRow | null =>
  part && new CrmRow(object, id, part.row, part.windows);

/** Loads a record that nothing but its id leads to; its windows are found by `pageIn`. */
export const loadRecord = (
  context: GraphContext,
  object: CrmObject,
  id: string,
  paths: ReadonlySet<string>,
  windows: readonly ChildWindow[] = [],
): MaybePromise<CrmRow | null> =>
  recordsWith(context, object, paths, windows, windows.map(lengthened))(id);

/** Fetches records past the cache, because those known contradict newer rows. Where that fails they stay as they are. */
export async function reloadRecords(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  paths: ReadonlySet<string>,
): Promise<void> {
  const again = { fresh: true, isBeyond: true };
  const none: Fetched = { rows: new Map(), ageMs: 0 };
  const contents = { fields: paths, windows: noWindows };
  const fetched = await fetchRecords(context, object, ids, contents, again).catch(() => none);
  const rows = [...fetched.rows].filter(
    (entry): entry is [string, Row] => !(entry[1] instanceof Error),
  );
  loaderOf(context, object).prime({ rows: new Map(rows), fields: paths });
}

/** The longest page of a window's range that is known of a record; null where there is none. */
export function knownPage(
  context: GraphContext,
  object: CrmObject,
  id: string,
  window: ChildWindow,
): InlinedPage | null {
  const loader = loaderOf(context, object);
  const pages = loader.partsOf(id).flatMap((part) => part.windows);
  const [longest] = pages
    .filter((page) => isOfList(page, window))
    .sort((a, b) => b.limit - a.limit);
  const part = longest && loader.peek(id, noFields, [longest]);
  const have = part && heldWindow(part.row, part.windows, longest);
  return have ? { inlined: part.row[have.member], limit: have.limit } : null;
}

/** Cached records with these fields; undefined where one would have to be fetched. */
export function cachedRecords(
  context: GraphContext,
  object: CrmObject,
): (id: string, paths: ReadonlySet<string>) => CrmRow | null | undefined {
  const loader = loaderOf(context, object);
  return (id, paths) => {
    const part = loader.peek(id, paths.size === 0 ? onlyId : paths);
    return part === undefined ? undefined : recordOf(object, id, part);
  };
}

const onlyId: ReadonlySet<string> = new Set(['Id']);

/**
 * Primes the request's loader with listed records; `windows` are those whose pages came along.
 * `ageMs`: of an answer from a cache; null where it is unknown.
 */
export function primeRecords(
  context: GraphContext,
  object: CrmObject,
  rows: readonly CrmRow[],
  paths: ReadonlySet<string>,
  ageMs: number | null,
  windows: readonly FetchedWindow[] = noWindows,
): void {
  const loader = loaderOf(context, object);
  const primed = () => ({
    // Unreadable rows are errors among the others.
    rows: new Map(rows.flatMap((row) => (row instanceof CrmRow ? [[row.id, row.values]] : []))),
    fields: paths,
    windows,
  });
  if (ageMs === null) loader.primeLater(primed);
  else {
    const records = primed();
    loader.prime(records, { ageMs });
    primeParents(context, object, [...records.rows.values()], paths, ageMs);
  }
}

/** Primes the parents nested in rows, so that they are not fetched again by id. */
function primeParents(
  context: GraphContext,
  object: CrmObject,
  rows: readonly Row[],
  paths: ReadonlySet<string>,
  ageMs: number,
): void {
  const below = Map.groupBy(
    [...paths].filter((path) => path.includes('.')),
    (path) => path.slice(0, path.indexOf('.')),
  );
  for (const [name, pathsBelow] of below) {
    const relationship = object.relationships.find((candidate) => candidate.name === name);
    const target = relationship && context.model.object(relationship.targets[0]);
    // Of a polymorphic reference the path may lead to any of its objects.
    if (target === undefined || relationship?.polymorphic !== false) continue;
    const fields = new Set(pathsBelow.map((path) => path.slice(name.length + 1)));
    const names = [...fields].map((path) => path.split('.'));
    const parents = rows.flatMap(({ [name]: nested }) =>
      isObject(nested) && hasPaths(nested, names) ? (crmRow(target, nested) ?? []) : [],
    );
    primeRecords(context, target, parents, fields, ageMs);
  }
}

async function fetchRecords(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  { fields, windows }: { fields: ReadonlySet<string>; windows: readonly ChildWindow[] },
  again?: PageOptions,
): Promise<Fetched> {
  const paths = [...fields].filter((path) => path !== 'Id').sort();
  // `get` takes no condition, and so shows rows that a viewer may not see.
  const isLone = ids.length === 1 && windows.length === 0 && context.rowAccess === null;
  if (isLone && plainGet(object, paths)) {
    return getRecord(context, object, ids[0]!, paths, again);
  }
  const groups = subqueries(windows);
  // The first query carries the fields; a second one exists only where a relationship is selected twice.
  const queries = groups.length === 0 ? [[]] : groups;
  const fetchedWindows: FetchedWindow[] = [];
  const rows = new Map<string, Row | Error>();
  let ageMs = 0;
  await Promise.all(
    queries.map(async (group, at) => {
      const select = ['Id', ...(at === 0 ? paths : []), ...group.map((window) => window.selection)];
      const unkeyed = recordsQuery(object, select, [noId]);
      const chunks = chunkByEncodedLength([...ids], await aroundKeys(context, object, unkeyed));
      const memberOf = (name: string): string => (at === 0 ? name : `${name} ${at}`);
      fetchedWindows.push(
        ...group.map((window) => ({ ...window, member: memberOf(window.member) })),
      );
      await Promise.all(
        chunks.map(async (chunk) => {
          try {
            const fetched = await fetchChunk(context, object, chunk, select, again);
            ageMs = Math.max(ageMs, fetched.ageMs);
            for (const [id, row] of fetched.rows) {
              const before = rows.get(id);
              if (before instanceof Error) continue;
              if (row instanceof Error || queries.length === 1) {
                rows.set(id, row);
                continue;
              }
              const pages = group.map(({ member }) => [memberOf(member), row[member]] as const);
              rows.set(id, { ...before, ...(at === 0 && row), ...Object.fromEntries(pages) });
            }
          } catch (error) {
            for (const id of chunk) rows.set(id, asError(error));
          }
        }),
      );
    }),
  );
  const read = [...rows.values()].flatMap((row) => (row instanceof Error ? [] : [row]));
  primeParents(context, object, read, fields, ageMs);
  return { rows, windows: fetchedWindows, ageMs };
}

/** `get` takes fields of the record itself; parents need SOQL. */
function plainGet(object: CrmObject, paths: readonly string[]): boolean {
  return 'get' in object.entity.operations && paths.every((path) => !path.includes('.'));
}

async function getRecord(
  context: GraphContext,
  object: CrmObject,
  id: string,
  paths: readonly string[],
  again: PageOptions | undefined,
): Promise<Fetched> {
  const query = recordsQuery(object, ['Id', ...paths], [id]);
  const { rows, cached } = await askReadable(context, object, query, async ({ select }, repeat) => {
    const options = executeOptions(context, { ...again, ...repeat });
    const params = { id, fields: select.join(',') };
    const answer = await context.connector.execute(object.entity, 'get', params, options);
    return fillNulls(context, answer, select);
  });
  if (rows.length === 0) await expectReadable(context, object);
  return { rows: new Map(rows.slice(0, 1).map((row) => [id, row])), ageMs: cached?.ageMs ?? 0 };
}

/** Reads one chunk of records; missing ones (after an early end, or of the announced number) are read again by id. */
async function fetchChunk(
  context: GraphContext,
  object: CrmObject,
  ids: readonly string[],
  select: Query['select'],
  again: PageOptions | undefined,
): Promise<Fetched> {
  return readByKeys({
    site: listSite(object.entity),
    keys: ids,
    keyOf: ({ Id }) => normalizeCrmId(String(Id ?? '')),
    fetchPage: (missing, page) =>
      queryRecords(context, object, recordsQuery(object, select, missing), { ...page, ...again }),
  });
}

const recordsQuery = (
  object: CrmObject,
  select: Query['select'],
  ids: readonly string[],
): Query => ({
  object: object.name,
  select,
  where: { op: 'in', path: 'Id', values: ids },
  limit: ids.length,
});
