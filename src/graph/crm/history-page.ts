/** History pages: windows of deal history that an answer shows, and which row each tells to be right before another. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { instantOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { SwitchboardError } from '../../errors.ts';
import type { Connection } from '../../fetch/connection.ts';
import { type OrderKey, totalOrder } from '../../fetch/keyset-position.ts';
import type { Condition } from '../../soql/query.ts';
import { CrmRow } from './crm-row.ts';

/** A window of a list that has all rows of each deal it has one of. */
interface HistoryPage {
  readonly nodes: readonly CrmRow[];
  /** A total one. */
  readonly order: readonly OrderKey[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

interface ShownHistory {
  /** Pages that were not looked at yet: most requests never do. */
  readonly pages: HistoryPage[];
  /** By the id of a row, what pages show before it; null where it is the first. */
  readonly before: Map<string, readonly (CrmRow | null)[]>;
}

const shownHistory = memoizeByRequest(
  (_context: GraphContext): ShownHistory => ({ pages: [], before: new Map() }),
);

/** Notes a window that was read, in case a row of it is asked what stood before. */
export function noteHistory(
  context: GraphContext,
  object: CrmObject,
  { where, order }: { readonly where: Condition | undefined; readonly order: readonly OrderKey[] },
  { nodes, pageInfo, shortfall }: Connection<CrmRow>,
): void {
  if (object.name !== 'OpportunityHistory' || shortfall || !isOfDeals(where)) return;
  const { hasPreviousPage: hasPrevious, hasNextPage: hasNext } = pageInfo;
  shownHistory(context).pages.push({ nodes, order: totalOrder(order), hasPrevious, hasNext });
}

/** Whether a condition chooses among deals alone, each with all its rows. */
function isOfDeals(condition: Condition | undefined): boolean {
  if (condition === undefined) return true;
  if ('conditions' in condition) return condition.conditions.every(isOfDeals);
  if ('condition' in condition) return isOfDeals(condition.condition);
  return condition.path === 'OpportunityId';
}

/** The row that a page with this field shows right before another; null for the first of its deal, undefined where no page tells. */
export function shownBefore(
  context: GraphContext,
  { id }: CrmRow,
  field: string,
): CrmRow | null | undefined {
  const { pages, before } = shownHistory(context);
  for (const page of pages.splice(0))
    for (const [of, row] of rowsBefore(page)) before.set(of, [...(before.get(of) ?? []), row]);
  return before.get(id)?.find((row) => row === null || row.values[field] !== undefined);
}

interface TimedRow {
  readonly row: CrmRow;
  readonly deal: string;
  readonly at: number;
}

/** The rows before those of a page, as far as no row that the page leaves out can lie in between. */
function rowsBefore(page: HistoryPage): ReadonlyMap<string, CrmRow | null> {
  const found = new Map<string, CrmRow | null>();
  const rows = page.nodes.map(timedRow).filter((row) => row !== null);
  const isWhole = !page.hasPrevious && !page.hasNext;
  const isByDate = page.order[0]?.path === 'CreatedDate';
  // What can't be read may be the row before any.
  if (rows.length < page.nodes.length || !(isByDate || isWhole)) return found;
  const idOrder = idOrderOf(page);
  const inTime = (idOrder === 'desc' ? rows.toReversed() : rows).toSorted((a, b) => a.at - b.at);
  const isCut = cutsOf(page, inTime);
  for (const ofDeal of Map.groupBy(inTime, ({ deal }) => deal).values())
    for (const [place, row] of ofDeal.entries()) {
      const before = ofDeal[place - 1] ?? null;
      const isOrdered = idOrder !== null || !(isTied(ofDeal, row) || isTied(ofDeal, before));
      if (isOrdered && !isCut(before, row)) found.set(row.row.id, before?.row ?? null);
    }
  return found;
}

function timedRow(row: CrmRow): TimedRow | null {
  // Unreadable rows are errors among the others.
  if (!(row instanceof CrmRow)) return null;
  try {
    const deal = normalizeCrmId(textOf(row.values.OpportunityId) ?? '');
    const at = instantOf(row.values.CreatedDate)?.getTime();
    return deal === null || at === undefined ? null : { row, deal, at };
  } catch (error) {
    if (error instanceof SwitchboardError) return null;
    throw error;
  }
}

/** In which order the CRM has put ids of one moment; null where other keys come between. */
function idOrderOf({ order: [first, second] }: HistoryPage): 'asc' | 'desc' | null {
  const key = first?.path === 'CreatedDate' ? second : first;
  return key?.path === 'Id' ? key.direction : null;
}

const isTied = (ofDeal: readonly TimedRow[], row: TimedRow | null): boolean =>
  row !== null && ofDeal.some((other) => other !== row && other.at === row.at);

/**
 * Whether rows beyond the page may lie between two neighbours of it. They are no older than its newest row or no newer
 * than its oldest; of one moment with it they lie beyond it alone where ids go the way of dates.
 */
function cutsOf(
  page: HistoryPage,
  inTime: readonly TimedRow[],
): (before: TimedRow | null, row: TimedRow) => boolean {
  const { hasPrevious, hasNext } = page;
  const { path, direction } = page.order[0]!;
  const isRising = direction === 'asc';
  const isAligned = path === 'CreatedDate' && idOrderOf(page) === direction;
  const isCutBelow = isRising ? hasPrevious : hasNext;
  const isCutAbove = isRising ? hasNext : hasPrevious;
  const [oldest, newest] = [inTime[0]?.at, inTime.at(-1)?.at];
  return (before, row) => {
    if (before === null && isCutBelow) return true;
    if (isAligned) return false;
    return (isCutBelow && before?.at === oldest) || (isCutAbove && row.at === newest);
  };
}
