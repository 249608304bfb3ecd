/** Call loader: calls by id with the parts a selection requires, one calls_extensive call for up to 100 of them. */

import type { GraphQLResolveInfo } from 'graphql';
import {
  calls,
  callsExtensive,
  contextPart,
  contextThenPart,
  metaPart,
} from '../../contract/calls/call.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { objectOf } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByObject, memoizeByRequest } from '../../engine/memoize.ts';
import type { Fanout } from '../../engine/plan/cost-sum.ts';
import type { Cost, FieldPlace } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { neededParts } from '../../engine/plan/row-requirement.ts';
import { type Connection, mapNodes } from '../../fetch/connection.ts';
import { type Fetched, FieldLoader } from '../../fetch/field-loader.ts';
import { fetchByFilterList } from '../../fetch/read-by-key.ts';
import type { Pending } from '../connection-type.ts';
import { askedIds, hidesCalls, isProven, seesCall, withJudgedParts } from './call-visibility.ts';
import { partsOfPairs, readPairs, storePairs, withPairs } from './dependent-content-part.ts';
import { CallRow } from './platform-row.ts';

const loader = memoizeByRequest(
  (context: GraphContext) =>
    new FieldLoader({
      fetch: (ids, parts) => fetchCalls(context, ids, parts),
      cache: { store: context.connector.entities, entity: callsExtensive },
    }),
);

/** Cost of calls by id with these parts; `always`: also where only the id is needed. */
export function callsCost(
  fieldPlace: FieldPlace,
  fanout: Fanout,
  parts: ReadonlySet<string>,
  always = false,
): Fanout {
  const batch = (of: Fanout): Fanout =>
    fieldPlace.estimate.batch('call-analytics', 'calls', of, pageRows);
  const ofCalls = parts.size > 0 || always ? batch(fanout) : fanout;
  if (parts.has(metaPart) || always || seesPrivateCalls(fieldPlace)) return ofCalls;
  // Viewers without the right to private calls need the metadata of a call of which only the id is
  // known.
  return batch(ofCalls);
}

export const seesPrivateCalls = (fieldPlace: FieldPlace): boolean =>
  fieldPlace.given('private calls', (_args, { viewer }) => viewer.permissions.has('private-calls'));

/** Cost of a call whose id is on the row. It is looked at where it may be hidden. */
export const callCost: Cost = (fieldPlace) =>
  callsCost(
    fieldPlace,
    fieldPlace.fanout,
    neededParts(fieldPlace.node, 'Call'),
    hidesCalls(fieldPlace),
  );

/** Cost of a call that is looked up whatever is selected of it. */
export const callByIdCost: Cost = (fieldPlace) =>
  callsCost(fieldPlace, fieldPlace.fanout, noParts, true);
const noParts: ReadonlySet<string> = new Set();

/** Whether a call is public; without metadata it counts as private. */
export const isPublic = ({ metaData }: Row): boolean =>
  objectOf<Row>(metaData)?.isPrivate === false;

/** Adds the metadata with the call's privacy to the parts. */
const withMeta = memoizeByObject(
  (parts: ReadonlySet<string>): ReadonlySet<string> => new Set([...parts, metaPart]),
);

/**
 * Loads a call with these parts; null when the platform does not have it, or the viewer may not see
 * it. No upstream call goes out when only the id is needed.
 */
export async function loadCall(
  context: GraphContext,
  id: string,
  parts: ReadonlySet<string>,
): Promise<CallRow | null> {
  const { leavesOutPrivate = false } = context.viewer;
  const isVisible = isProven(context, id);
  if (parts.size === 0 && !leavesOutPrivate && isVisible) return new CallRow(id, {});
  const judged = isVisible ? parts : withJudgedParts(parts);
  const needed = withPairs(leavesOutPrivate ? withMeta(judged) : judged);
  const part = await loader(context).load(id, needed);
  if (part === null || (leavesOutPrivate && !isPublic(part.row))) return null;
  // The stored row may be of a hidden call, so it is judged whenever it is read.
  if (!isVisible && !(await seesCall(context, part.row))) return null;
  return new CallRow(id, readPairs(part.row));
}

/** Primes the request's loader with listed calls. `ageMs`: see ageOf. */
export function primeCalls(
  context: GraphContext,
  recordsById: () => ReadonlyMap<string, Row>,
  parts: ReadonlySet<string>,
  ageMs: number | null,
): void {
  const fields = withPairs(parts);
  const storedRows = () =>
    fields === parts
      ? recordsById()
      : new Map([...recordsById()].map(([id, row]) => [id, storePairs(row, fields)]));
  if (ageMs === null) loader(context).primeLater(() => ({ rows: storedRows(), fields }));
  else loader(context).prime({ rows: storedRows(), fields }, { ageMs });
}

async function fetchCalls(
  context: GraphContext,
  ids: readonly string[],
  parts: ReadonlySet<string>,
): Promise<Fetched> {
  const connector = context.connector;
  const options = executeOptions(context);
  if (ids.length === 1 && onlyMeta(parts)) {
    const answer = await connector.execute(calls, 'get', { id: ids[0]! }, options);
    const rows = new Map(answer.rows.map((row) => [String(row.id), { [metaPart]: row }]));
    return { rows, ageMs: answer.cached?.ageMs ?? 0 };
  }
  const selector = contentSelector(partsOfPairs(parts));
  const idFor = await askedIds(context, ids);
  const { rows, ageMs } = await fetchByFilterList({
    connector,
    entity: callsExtensive,
    keys: ids,
    paramsFor: (keys) => ({ filter: { callIds: keys.map(idFor) }, ...selector }),
    options,
  });
  const stored = [...rows].map(([id, row]): [string, Row | Error] => [
    id,
    row instanceof Error ? row : storePairs(row, parts),
  ]);
  return { rows: new Map(stored), ageMs };
}

/** Whether the plain row is enough, so that `calls` can answer. */
export function onlyMeta(parts: ReadonlySet<string>): boolean {
  for (const part of parts) if (part !== metaPart) return false;
  return true;
}

/**
 * Builds the contentSelector of these parts.
 * @example
 * contentSelector(new Set(['content.topics'])) → {exposedFields: {content: {topics: true}}}
 */
export function contentSelector(parts: ReadonlySet<string>): Row {
  const exposedFields: Record<string, unknown> = {};
  for (const part of [...parts].sort()) {
    if (part === metaPart || part === contextPart || part === contextThenPart) continue;
    const [block, flag] = part.split('.') as [string, string | undefined];
    if (flag === undefined) exposedFields[block] = true;
    else exposedFields[block] = { ...(exposedFields[block] as object | undefined), [flag]: true };
  }
  // Both timings at once: `crmContext` is read from the same member.
  const context = parts.has(contextThenPart)
    ? { context: 'Extended', contextTiming: ['Now', 'TimeOfCall'] }
    : parts.has(contextPart)
      ? { context: 'Extended' }
      : {};
  const exposed = Object.keys(exposedFields).length > 0 ? { exposedFields } : {};
  const selector = { ...context, ...exposed };
  return Object.keys(selector).length > 0 ? { contentSelector: selector } : {};
}

/** Loads the call of an id in a row, with the selected parts. */
export function linkCall(
  context: GraphContext,
  info: GraphQLResolveInfo,
  id: string | null,
): Promise<CallRow | null> | null {
  return id === null ? null : loadCall(context, id, neededParts(nodeOf(info), 'Call'));
}

/** Maps a connection's nodes to promises of calls: each is awaited by itself, so one failure fails one node. */
export function callNodes<T>(
  connection: Connection<T>,
  load: (node: T) => Pending<CallRow>,
): Connection<Pending<CallRow>> {
  return mapNodes(connection, (node) => {
    const call = load(node);
    // Where no node is shown nobody hears of a failure, which would end the process.
    if (call instanceof Promise) call.catch(() => {});
    return call;
  });
}
