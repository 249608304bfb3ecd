/**
 * Filtered queries: calls that pass a filter, without a subject. The filter's rarest kind of facet or its hosts
 * find the calls, in the order of the answers; a filter with neither goes by time.
 */

import { type FacetKind, facetKinds, fieldFacet } from '../call-facet.ts';
import type {
  CallExtent,
  CallWindow,
  FilteredQuery,
  IndexFilter,
  MatchedCall,
  Period,
} from '../call-query.ts';
import { maskOf, originalId } from '../indexed-call.ts';
import { keyKinds } from '../match-key.ts';
import {
  callConditions,
  callsBit,
  callTests,
  hasManyKeys,
  hasSeveralFacets,
  hostsBit,
  isCallOfRow,
  isOfShown,
  opensCall,
  readsColumns,
  tellsOfFields,
  titleCondition,
} from './call-condition.ts';
import type { Database, Dialect } from './database.ts';
import { hasRole, namesPeople } from './people-condition.ts';
import { forever, windowParams, windowTables } from './query-parameter.ts';
import { walksDown, windowBounds } from './window-query.ts';

/** Kinds of facets, from rare to frequent. */
const rarestFirst: readonly FacetKind[] = [
  ...(['deal', 'account', 'domain', 'tracker', 'field', 'outcome', 'topic'] as const),
];

/** Number of calls up to which a filter that names them starts there. */
const fewCalls = 20_000;

/** Number of listed calls that are looked at all, and sorted then. Of thousands it takes too long where other conditions are looked up for each. */
const fewListed = 100;

/** Whether the calls are looked up by their ids. */
const isByCalls = (filter: IndexFilter): boolean =>
  !namesPeople(filter) && (filter.calls?.length ?? fewCalls + 1) <= fewCalls;

const isShort = (filter: IndexFilter): boolean =>
  isByCalls(filter) && (filter.calls?.length ?? 0) <= fewListed;

/** Index of the driving facet filter, by which the calls are found; null where the filter has none, or names people or calls. */
function driverOf(filter: IndexFilter): number | null {
  const { facets } = filter;
  if (namesPeople(filter) || isByCalls(filter)) return null;
  const ranks = (facets ?? []).map(({ kind }, at) => [rarestFirst.indexOf(kind), at] as const);
  const [rarest] = ranks.sort(([a], [b]) => a - b);
  return rarest === undefined ? null : rarest[1];
}

/** Number of hosts up to which calls are found by host; calls of more hosts are frequent among all. */
const fewHosts = 100;

/** Whether the calls are looked up by their hosts: a walk to those of one is as long as the index. */
const isByHost = (filter: IndexFilter): boolean =>
  !namesPeople(filter) &&
  !isByCalls(filter) &&
  driverOf(filter) === null &&
  (filter.hosts?.length ?? fewHosts + 1) <= fewHosts;

/** Whether the calls are looked up by the keys that make them visible: nothing else in the filter leads to them. */
const isByViewer = (filter: IndexFilter): boolean =>
  (filter.visibleBy ?? null) !== null &&
  !namesPeople(filter) &&
  !isByCalls(filter) &&
  driverOf(filter) === null &&
  !isByHost(filter);

/** Tables that calls come from, and their columns in the order of calls. */
interface CallSource {
  /** Tables to join with `win w`, in join order. */
  readonly tables: string;
  /** Join conditions and those of the filter, its period aside. */
  readonly where: string;
  readonly started: string;
  readonly call: string;
  readonly isPrivate: string;
  /** True where one call may come several times, by several facets. */
  readonly repeats: boolean;
}

/**
 * The calls `c` themselves are joined only where a condition looks at them, or the caller does: one
 * look-up for each row of each host and facet takes most of such a query's time. @param options `isWhole` where all
 * calls are read, and not the first of them
 */
export function callSource(
  dialect: Dialect,
  filter: IndexFilter,
  { readsCall = false, isWhole = false } = {},
): CallSource {
  const held = driverOf(filter);
  const others = (filter.facets ?? []).filter((_, at) => at !== held);
  const byFacets = hasSeveralFacets([{ filter: { facets: others } }]);
  const isOfHosts = isByHost(filter);
  const isOfViewer = isByViewer(filter);
  const isOfPeople = namesPeople(filter);
  const isByKey = held !== null || isOfHosts || isOfPeople || isOfViewer;
  const isOfCalls = isByCalls(filter);
  const isByTitle = !isByKey && !isOfCalls && Boolean(filter.title);
  const tests = callTests([
    {
      filter: {
        ...filter,
        calls: isOfCalls ? null : filter.calls,
        hosts: isOfHosts ? null : filter.hosts,
        title: isByTitle ? null : filter.title,
        visibleBy: isOfViewer ? null : filter.visibleBy,
        participants:
          isOfPeople && (filter.participants?.least ?? 1) <= 1 ? null : filter.participants,
        facets: others.length > 0 ? filter.facets : null,
      },
    },
  ]);
  const isOfFields = tellsOfFields(filter);
  const passes = (started: string, call: string): string =>
    tests === null
      ? ''
      : callConditions(
          dialect,
          { ...tests, fields: isOfFields },
          { started, call, byFacets, held, isWhole },
        );
  const isShown = (table: string): string =>
    filter.includePrivate === false ? `AND ${table}.private = 0` : '';
  const calls = `c.tenant = $1 ${isShown('c')} ${passes('c.started', 'c.id')}`;
  if (isByTitle)
    return {
      tables: 'call p CROSS JOIN call c',
      where: `p.tenant = $1 AND ${titleCondition(dialect, 'p.title')}
        AND ${readsCall ? 'c.id = p.id' : dialect.sameCall('id')} AND ${calls}`,
      started: 'p.started',
      call: 'p.id',
      isPrivate: 'c.private',
      repeats: false,
    };
  if (!isByKey)
    return {
      tables: isOfCalls
        ? `allowed d CROSS JOIN ${isWhole || isShort(filter) ? dialect.callOf('d.value') : 'call c'}`
        : 'call c',
      where: isOfCalls
        ? `d.win = w.no AND d.list = ${callsBit} AND c.id = d.value AND ${calls}`
        : calls,
      started: 'c.started',
      call: 'c.id',
      isPrivate: 'c.private',
      repeats: false,
    };
  const [table, fits] = driverTable(dialect, filter);
  const joins = readsCall || (tests !== null && (byFacets || readsColumns(tests)));
  const isCall =
    readsCall || tests === null ? 'c.id = p.call' : isCallOfRow(dialect, tests, byFacets);
  return {
    tables: joins ? `${table} CROSS JOIN call c` : table,
    where: `p.key = d.key AND ${fits} ${isShown('p')} ${joins ? `AND c.tenant = $1 AND ${isCall}` : ''}
      ${passes('p.started', 'p.call')}`,
    started: 'p.started',
    call: 'p.call',
    isPrivate: 'p.private',
    repeats: !isOfHosts,
  };
}

/** Table of the calls of each driving key `d`, and the condition on its rows. */
function driverTable(dialect: Dialect, filter: IndexFilter): [table: string, fits: string] {
  if (namesPeople(filter)) return ['participation p', hasRole('p')];
  if (isByHost(filter)) return ['participation p', `(p.roles & ${maskOf(['HOST'])}) <> 0`];
  if (isByViewer(filter)) return ['participation p', opensCall('d.kind')];
  const isOfFields = tellsOfFields(filter);
  return [
    'mark p',
    `p.amount >= d.least ${isOfFields ? `AND ${isOfShown(dialect, 'p.call', 'd')}` : ''}`,
  ];
}

/** Windows of the query: one, or one for each host, key of the people, value of the driving facet or key of the viewer. */
export function callWindows(filter: IndexFilter): string {
  if (isByHost(filter))
    return `(SELECT k.no AS key FROM allowed x CROSS JOIN key k WHERE x.list = ${hostsBit}
      AND k.tenant = $1 AND k.kind = '${keyKinds.user}' AND k.value = x.value) d CROSS JOIN win w`;
  if (namesPeople(filter)) return 'matching d CROSS JOIN win w';
  if (isByViewer(filter)) return 'vis d CROSS JOIN win w';
  const driver = driverOf(filter);
  if (driver === null) return 'win w';
  const owner = tellsOfFields(filter) ? ', x.owner' : '';
  return `(SELECT x.win, x.key, x.least${owner} FROM wanted x WHERE x.filter = ${Math.trunc(driver)}) d
    CROSS JOIN win w`;
}

/** Starts of the first and the last call in a range of time; null where it has no call. */
export async function queryExtent(
  database: Database,
  tenant: number,
  { from, to }: Period,
): Promise<CallExtent | null> {
  const end = (order: 'ASC' | 'DESC'): string => `(SELECT started FROM call
    WHERE tenant = $1 AND started >= $2 AND started < $3 ORDER BY started ${order} LIMIT 1)`;
  const [[first = null, last = null] = []] = await database.read(
    `SELECT ${end('ASC')}, ${end('DESC')}`,
    [tenant, from ?? -forever, to ?? forever],
  );
  return first === null || last === null ? null : { first: Number(first), last: Number(last) };
}

/** Runs one window of one query. */
export async function queryFiltered(
  database: Database,
  tenant: number,
  query: FilteredQuery,
): Promise<CallWindow> {
  const filter = query.filter ?? {};
  const bounds = windowBounds(query);
  const keys = namesPeople(filter)
    ? { emails: filter.participants?.emails?.flat() ?? [] }
    : isByViewer(filter)
      ? filter.visibleBy
      : null;
  if (hasManyKeys(keys ?? {}))
    for (const narrow of await narrowBounds(database, tenant, query, bounds)) {
      const window = await readWindow(database, tenant, query, narrow);
      if (query.last === undefined ? window.hasNext : window.hasPrevious) return window;
    }
  return readWindow(database, tenant, query, bounds);
}

const dayMs = 86_400_000;

/**
 * The bounds cut to a day, a week and two months from where the window begins: each of ten thousand keys may have as
 * many calls as the window, and a window that is full is at its end long before.
 */
async function narrowBounds(
  database: Database,
  tenant: number,
  query: FilteredQuery,
  { upper, lower, ...bounds }: Bounds,
): Promise<Bounds[]> {
  const extent = await queryExtent(database, tenant, bounds.filter ?? {});
  if (extent === null) return [];
  const down = walksDown(query);
  const newest = Math.min(extent.last + 1, (upper?.startedAt ?? extent.last) + 1);
  const oldest = Math.max(extent.first, lower?.startedAt ?? extent.first);
  // Nothing sorts below an empty id, so the instant itself is within going down, and beyond going up.
  const at = (startedAt: number) => ({ startedAt, callId: '' });
  return [1, 8, 64]
    .map((days) => days * dayMs)
    .filter((ms) => ms < newest - oldest)
    .map((ms) =>
      down
        ? { ...bounds, upper, lower: at(newest - ms) }
        : { ...bounds, lower, upper: at(oldest + ms) },
    );
}

type Bounds = ReturnType<typeof windowBounds<FilteredQuery>>;

async function readWindow(
  database: Database,
  tenant: number,
  query: FilteredQuery,
  bounds: Bounds,
): Promise<CallWindow> {
  const down = walksDown(query);
  const size = query.last ?? query.first ?? 0;
  const sql = filteredSql(database.dialect, query.filter ?? {}, down);
  const rows = await database.read(sql, [
    tenant,
    ...windowParams(database.dialect, bounds),
    size + 1,
  ]);
  const merged = new Map<string, MatchedCall>();
  for (const [json] of rows)
    for (const row of JSON.parse(String(json)) as [string, number, number][])
      merged.set(row[0], {
        callId: row[0],
        startedAt: row[1],
        isPrivate: row[2] === 1,
        matches: [],
      });
  const sign = down ? -1 : 1;
  const inOrder = [...merged.values()].sort(
    (a, b) => sign * (a.startedAt - b.startedAt || (a.callId < b.callId ? -1 : 1)),
  );
  const calls = inOrder
    .slice(0, size)
    .map((call) => ({ ...call, callId: originalId(call.callId) }));
  const more = inOrder.length > size;
  const behind = rows.some(([, isBehind]) => isBehind === 1);
  return query.last === undefined
    ? { calls, hasNext: more, hasPrevious: behind }
    : { calls: calls.reverse(), hasNext: behind, hasPrevious: more };
}

function filteredSql(dialect: Dialect, filter: IndexFilter, down: boolean): string {
  const { tables, where, started, call, isPrivate } = callSource(dialect, filter);
  const order = down ? 'DESC' : 'ASC';
  // Of a few listed calls PostgreSQL would walk all in the order of an index, and compare each with the list.
  const sortKey = isShort(filter) ? `(${started} + 0)` : started;
  const [edge, past] = down ? ['upper', '>'] : ['lower', '<'];
  return `WITH ${windowTables(dialect, 2, callTests([{ filter }]))}
    SELECT (SELECT ${dialect.jsonGroup(dialect.jsonArray('f.call', 'f.started', 'f.private'))} FROM (
        SELECT ${call} AS call, ${started} AS started, ${isPrivate} AS private FROM ${tables}
        WHERE ${where} AND ${started} >= w.low AND ${started} < w.high
          AND (w.upper_id IS NULL OR ${started} < w.upper_at OR ${call} < w.upper_id)
          AND (w.lower_id IS NULL OR ${started} > w.lower_at OR ${call} > w.lower_id)
        ORDER BY ${sortKey} ${order}, ${call} ${order} LIMIT $4) f) AS found,
      CASE WHEN w.${edge}_id IS NULL THEN 0 WHEN EXISTS (SELECT 1 FROM ${tables}
        WHERE ${where} AND ${started} >= w.from_at AND ${started} < w.to_at
          AND ${started} ${past}= w.${edge}_at
          AND (${started} ${past} w.${edge}_at OR ${call} ${past}= w.${edge}_id))
        THEN 1 ELSE 0 END AS behind
    FROM ${callWindows(filter)}`;
}

/** Counts the calls that pass a filter. */
export async function countFiltered(
  database: Database,
  tenant: number,
  filter: IndexFilter,
): Promise<number> {
  const { dialect } = database;
  const { tables, where, started, call, repeats } = callSource(dialect, filter, { isWhole: true });
  const [[count = 0] = []] = await database.read(
    `WITH ${windowTables(dialect, 2, callTests([{ filter }]))} SELECT count(${repeats ? `DISTINCT ${call}` : '*'})
      FROM ${callWindows(filter)} CROSS JOIN ${tables}
      WHERE ${where} AND ${started} >= w.from_at AND ${started} < w.to_at`,
    [tenant, ...windowParams(dialect, { filter })],
  );
  return Number(count);
}

/** Whether a call has a facet of the field; true as well where no call has a facet of the object, as nothing is known yet. */
export async function queryKeepsField(
  database: Database,
  tenant: number,
  object: string,
  field: string,
): Promise<boolean> {
  const hasFacet = (prefix: number): string => `EXISTS (SELECT 1 FROM key k WHERE k.tenant = $1
    AND k.kind = '${facetKinds.field}' AND k.value >= $${prefix} AND k.value < $${prefix + 1})`;
  const bounds = [`${object}.`, fieldFacet(object, field)].flatMap((text) => [
    text,
    `${text}\u{10FFFF}`,
  ]);
  const [[keeps] = []] = await database.read(
    `SELECT CASE WHEN ${hasFacet(4)} OR NOT ${hasFacet(2)} THEN 1 ELSE 0 END`,
    [tenant, ...bounds],
  );
  return keeps === 1;
}
