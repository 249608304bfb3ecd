/** Whole lists: all records of a filter with its post-filters tested, for an order that the CRM does not have and for totals that it can't count. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext, PageOptions } from '../../engine/context.ts';
import { type KeysetList, readKeysetList } from '../../fetch/keyset-list.ts';
import { allOf, type Condition, isNever } from '../../soql/query.ts';
import { type ChildWindow, subqueries } from './child-window.ts';
import { CrmRow, listedRow } from './crm-row.ts';
import { filterRows, type RowTest } from './post-filter.ts';
import { primeRecords } from './record-loader.ts';
import { recordList } from './record-query.ts';

/** Pages of 2,000 records that a list is read over. */
export const mostWholePages = 5;

interface WholeListQuery {
  readonly where: Condition | undefined;
  readonly tests: readonly RowTest[];
  /** Fields that are read besides those of the tests. */
  readonly paths: readonly string[];
  readonly windows: readonly ChildWindow[];
}

export interface WholeList {
  /** Those that pass the tests, by ascending id. */
  readonly rows: readonly CrmRow[];
  /** How many came without their id. */
  readonly unreadable: number;
  readonly ageMs: number;
}

/**
 * @param advice ends the sentence of the error for more records than fit the pages.
 * @throws SwitchboardError SCAN_LIMIT for more than fit the pages, and as the CRM does.
 */
export async function readWholeList(
  context: GraphContext,
  object: CrmObject,
  { where, tests, paths, windows }: WholeListQuery,
  { advice, again }: { readonly advice: string; readonly again?: PageOptions | undefined },
): Promise<WholeList> {
  // The list is read whole, so what narrows it pays at once.
  const narrowed = await Promise.all(tests.map((test) => test.narrow(mostWholePages)));
  const conditions = [where, ...narrowed];
  if (conditions.some(isNever)) return { rows: [], unreadable: 0, ageMs: 0 };
  const [inlined = []] = subqueries([...windows, ...tests.flatMap((test) => test.windows)]);
  const read = new Set(['Id', ...paths, ...tests.flatMap((test) => test.paths)]);
  const select = [...read, ...inlined.map(({ selection }) => selection)];
  let ageMs = 0;
  const all = recordList(context, object, select, allOf(...conditions));
  const list: KeysetList<Row> = {
    ...all,
    async query(request) {
      const page = await all.query({ ...request, ...again });
      ageMs = Math.max(ageMs, page.cached?.ageMs ?? 0);
      return page;
    },
  };
  const passing: CrmRow[] = [];
  let unreadable = 0;
  for await (const page of readKeysetList(list, { maxPages: mostWholePages, advice })) {
    const listed = page.map((values) => listedRow(object, values, inlined));
    const rows = listed.filter((row) => row instanceof CrmRow);
    unreadable += listed.length - rows.length;
    const passed = await filterRows(tests, rows);
    passing.push(...rows.filter((_row, at) => passed[at]));
  }
  primeRecords(context, object, passing, read, ageMs, inlined);
  return { rows: passing, unreadable, ageMs };
}
