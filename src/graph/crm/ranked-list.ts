/**
 * Ranked lists: an order that the CRM does not have. All records of the filter are read with their ranking values,
 * those of the window with the selected fields. A later window ranks anew, from the cache, and reports records that
 * moved since the previous one.
 */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { type GraphContext, listCursors, type PageOptions } from '../../engine/context.ts';
import { planned } from '../../engine/plan/resolve-info.ts';
import { connectionSelection, requestedWindow } from '../../engine/plan/row-requirement.ts';
import { arrayConnection, checkPlaces } from '../../fetch/array-window.ts';
import { type Connection, mapNodes } from '../../fetch/connection.ts';
import { comparedPaths } from '../../soql/analysis.ts';
import { printCondition } from '../../soql/print.ts';
import type { Condition } from '../../soql/query.ts';
import { contradicts } from '../../upstream/partial-row.ts';
import { AllowanceSpentError } from '../../upstream/request-allowance.ts';
import { reported, reportIncomplete } from '../connection-type.ts';
import { reportArchived } from './archived-activity.ts';
import { childWindows } from './child.ts';
import type { CrmRow } from './crm-row.ts';
import { filterCondition } from './filter.ts';
import type { ListRequest } from './list.ts';
import type { ComputedOrderArgs, RowRank } from './order.ts';
import { type RowTest, testsOf } from './post-filter.ts';
import { recordsWith, reloadRecords } from './record-loader.ts';
import { planPlaces } from './record-plan.ts';
import { readWholeList, type WholeList } from './whole-list.ts';

interface Ranked {
  readonly row: CrmRow;
  /** Rank; smaller ones come first. */
  readonly place: number;
}

export async function listRanked(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  request: ListRequest,
  rank: RowRank,
  direction: ComputedOrderArgs['direction'],
): Promise<Connection<CrmRow>> {
  const { node, binding } = planned(info);
  const selection = connectionSelection(node);
  const window = requestedWindow(context, request.args, selection);
  const { filter, tests } = testsOf(context, object, request);
  const where = filterCondition(context.model, object, filter);
  const texts = [
    where === undefined ? '' : printCondition(where),
    ...tests.map(({ text }) => text),
  ];
  const order = `${rank.text} ${direction}`;
  const cursors = listCursors(context, object.name, texts.join(' & '), order);
  checkPlaces(window, cursors);
  const plan = planPlaces(selection.rows, context.model, object);
  const windows = childWindows(context, binding, plan);
  const load = recordsWith(context, object, plan.paths, windows);
  const compared = comparedPaths(where).filter((path) => plan.paths.has(path));
  const attempt = async (again?: PageOptions) => {
    const list = { where, tests, rank, compared };
    const { rows, unreadable, ageMs } = await readAll(context, object, list, again);
    const figures = await rank.measure(rows);
    const ranked = inRankOrder(rows, figures, direction);
    const connection = arrayConnection(ranked, ({ row }) => row.id, window, cursors, byPlace);
    const show = () => Promise.all(connection.nodes.map(({ row }) => load(row.id)));
    let records = await show();
    const moved = movedIds(connection, records);
    if (moved.length > 0) {
      await reloadRecords(context, object, moved, plan.paths);
      records = await show();
    }
    const hasMoved = moved.length > 0 && movedIds(connection, records).length > 0;
    return { unreadable, known: rows.length, connection, shown: records, hasMoved, ageMs };
  };
  let result = await attempt();
  // The list was ranked by cached values that its records no longer have.
  if (result.hasMoved && result.ageMs > 0)
    result = await attempt({ fresh: true, isBeyond: true }).catch((error: unknown) => {
      if (error instanceof AllowanceSpentError) return result;
      throw error;
    });
  const { unreadable, known: expected, connection, shown: records } = result;
  if (result.hasMoved) reportIncomplete(context, info, changedSince);
  if (unreadable > 0)
    reportIncomplete(context, info, {
      message: 'Records came without their id, and have no place in the order.',
      expected: expected + unreadable,
      received: expected,
    });
  // A record that is gone meanwhile is null at its place.
  const mapped = mapNodes(connection, (_ranked, at) => records[at] as CrmRow);
  for (const test of tests) await test.shown(mapped, info);
  await rank.shown(mapped, info);
  const isCounted = selection.fields.has('totalCount');
  reportArchived(context, info, object, { where, order: [], window, isCounted }, mapped);
  return reported(context, info, mapped);
}

/** Records whose shown values are not those that they were ranked with. */
const movedIds = (
  { nodes }: Connection<Ranked>,
  records: readonly (CrmRow | null)[],
): readonly string[] =>
  nodes.flatMap(({ row }, at) => {
    const record = records[at] ?? null;
    return record !== null && contradicts(row.values, record.values) ? [row.id] : [];
  });

const changedSince = {
  message: 'Records changed since this list was read; some may no longer be what it lists.',
  expected: null,
  received: null,
};

const byPlace = { order: ({ place: rank }: Ranked) => rank, isRanked: true };

function inRankOrder(
  rows: readonly CrmRow[],
  figures: readonly (number | null)[],
  direction: ComputedOrderArgs['direction'],
): readonly Ranked[] {
  const sign = direction === 'desc' ? -1 : 1;
  return rows
    .flatMap((row, at): Ranked | readonly [] => {
      const figure = figures[at]!;
      return figure === null ? [] : { row, place: sign * figure };
    })
    .sort((a, b) => a.place - b.place || (a.row.id < b.row.id ? -1 : 1));
}

interface RankedQuery {
  readonly where: Condition | undefined;
  readonly tests: readonly RowTest[];
  readonly rank: RowRank;
  /** Fields of the condition that are shown: a record that no longer has their values is told by them. */
  readonly compared: readonly string[];
}

const rankedAdvice = 'narrow the filter, or rank groups of calls by callsAggregate';

/** @throws SwitchboardError SCAN_LIMIT for more than fit the pages, and as the CRM does. */
const readAll = (
  context: GraphContext,
  object: CrmObject,
  { where, tests, rank, compared }: RankedQuery,
  again: PageOptions | undefined,
): Promise<WholeList> =>
  readWholeList(
    context,
    object,
    { where, tests, paths: [...rank.paths, ...compared], windows: rank.windows },
    { advice: rankedAdvice, again },
  );
