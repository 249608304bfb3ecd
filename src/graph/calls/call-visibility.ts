/** Call visibility: which calls a viewer may see, by what the index answered, else by the calls themselves. */

import { hash } from 'node:crypto';
import { contextPart, metaPart, partiesPart } from '../../contract/calls/call.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByObject, memoizeByRequest } from '../../engine/memoize.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { visibleKeysOf } from '../../participants/viewer-participant.ts';
import { isVisibleCall } from '../../participants/visible-call.ts';

/** Whether calls are hidden from the viewer, for estimates. */
export const hidesCalls = (fieldPlace: FieldPlace): boolean =>
  fieldPlace.given('hidden calls', (_args, { rowAccess }) => rowAccess !== null);

/** Whether that a call is visible is found out by a look at it, as no index tells. */
export const looksAtCalls = (fieldPlace: FieldPlace): boolean =>
  fieldPlace.given(
    'calls looked at',
    (_args, { rowAccess, participants }) => rowAccess !== null && !participants.isIndexed,
  );

/** Whether lists of calls come from the index although nothing in their filter asks for it. */
export const listsFromIndex = ({ rowAccess, participants }: GraphContext): boolean =>
  rowAccess !== null && participants.isIndexed;

const proven = memoizeByRequest((_context: GraphContext) => new Set<string>());

/** Notes calls that the index has answered with: they are visible. */
export function proveCalls(context: GraphContext, ids: Iterable<string>): void {
  if (context.rowAccess === null) return;
  const calls = proven(context);
  for (const id of ids) calls.add(id);
}

/** Whether a call of an id is known to be visible without a look at it. */
export const isProven = (context: GraphContext, id: string): boolean =>
  context.rowAccess === null || proven(context).has(id);

/** Adds the parts by which a call is judged. */
export const withJudgedParts = memoizeByObject(
  (parts: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...parts, metaPart, partiesPart, contextPart]),
);

/** Whether the viewer may see the call of a row with its judged parts. */
export function seesCall(context: GraphContext, row: Row): MaybePromise<boolean> {
  const { rowAccess } = context;
  if (rowAccess === null) return true;
  return thenMaybe(visibleKeysOf(rowAccess), (keys) => isVisibleCall(row, keys));
}

/**
 * The id to ask the platform for: of a call that the index hides from the viewer, one that no call has, so that the
 * answer takes as long and costs as much as that for a call which does not exist.
 */
export async function askedIds(
  context: GraphContext,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const { rowAccess, participants, tenant } = context;
  if (rowAccess === null) return (id) => id;
  // Without the index a call is judged when it comes.
  const hidden = await participants
    .hiddenCalls(tenant, ids, executeOptions(context))
    .catch(() => null);
  return (id) => (hidden?.has(id) ? absentId(id) : id);
}

/** Among the greatest ids there can be, and another for each call: one for all would be answered from the cache. */
const absentId = (id: string): string =>
  String(greatestId - BigInt(`0x${hash('sha256', id).slice(0, 7)}`));
const greatestId = 2n ** 63n - 1n;

/** A call that something else names, and when it began; null where that is not known. */
export interface NamedCall {
  readonly id: string;
  readonly startedAt: number | null;
}

/**
 * The ids of those calls that the viewer may see. The index decides on those of its time, at no cost.
 * @param look decides on others, by a look at each
 */
export async function visibleCalls(
  context: GraphContext,
  calls: readonly NamedCall[],
  look: (id: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const { rowAccess, participants, tenant } = context;
  const ids = new Set(calls.map(({ id }) => id));
  if (rowAccess === null || ids.size === 0) return ids;
  const visible = new Set<string>();
  let isCovered = (_startedAt: number): boolean => false;
  if (participants.isIndexed) {
    const query = { filter: { calls: [...ids] }, first: ids.size };
    const { value, coverage } = await participants.filteredCalls(
      tenant,
      query,
      executeOptions(context),
    );
    for (const { callId } of value.calls) visible.add(callId);
    proveCalls(context, visible);
    const { completeFrom, completeTo } = coverage;
    if (completeFrom !== null && completeTo !== null)
      isCovered = (startedAt) => startedAt >= completeFrom && startedAt < completeTo;
  }
  await Promise.all(
    calls.map(async ({ id, startedAt }) => {
      if (visible.has(id) || (startedAt !== null && isCovered(startedAt))) return;
      if ((await look(id)) !== null) visible.add(id);
    }),
  );
  return visible;
}

/** Users whose statistics, coaching and reviews the viewer may see; null for all. */
export const visibleUsers = ({
  rowAccess,
}: GraphContext): MaybePromise<ReadonlySet<string> | null> =>
  rowAccess === null
    ? null
    : thenMaybe(rowAccess.people(), ({ platformUserIds }) => platformUserIds);
