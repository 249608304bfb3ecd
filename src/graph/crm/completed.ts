/** Rows of a connector service that leaves out what is null, with every field that was asked for. */

import type { Answer, Row } from '../../contract/wire/answer.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { Query, Selection } from '../../soql/query.ts';
import type { GraphContext } from '../context.ts';

/** The answer as the CRM itself would have sent it; as it is where the service sends nulls. */
export function completed(
  { connector }: Pick<GraphContext, 'connector'>,
  answer: Answer,
  select: Query['select'],
): Answer {
  if (!connector.leavesOutNulls('crm')) return answer;
  const key = JSON.stringify(select);
  let known = madePages.get(answer.rows);
  if (known?.key !== key) {
    known = { key, rows: answer.rows.map((row) => completedRow(row, select)) };
    madePages.set(answer.rows, known);
  }
  return { ...answer, rows: known.rows };
}

/** Answers are kept, and what else is made of their pages and rows is kept with these. */
const madePages = new WeakMap<
  readonly Row[],
  { readonly key: string; readonly rows: readonly Row[] }
>();

/** The row with null for each selected field, parent, child page or measure that it does not name. */
export function completedRow(row: Row, select: Query['select']): Row {
  const values: Record<string, unknown> = { ...row };
  const parents = new Map<string, string[]>();
  for (const selection of select) {
    const [name, ...rest] = nameOf(selection).split('.') as [string, ...string[]];
    // A record without its Id is no record with an empty one.
    if (name === 'Id') continue;
    values[name] ??= null;
    if (rest.length > 0) parents.set(name, [...(parents.get(name) ?? []), rest.join('.')]);
    if (typeof selection === 'object' && 'subquery' in selection)
      values[name] = fillPage(values[name], selection.subquery.select);
  }
  for (const [name, paths] of parents)
    if (isObject(values[name])) values[name] = completedRow(values[name], paths);
  return values;
}

function fillPage(page: unknown, select: Query['select']): unknown {
  if (!isObject(page) || !Array.isArray(page.records)) return page;
  return {
    ...page,
    records: page.records.map((one) => (isObject(one) ? completedRow(one, select) : one)),
  };
}

/** Under which name a selection stands in the row. */
function nameOf(selection: Selection): string {
  if (typeof selection === 'string') return selection;
  if ('alias' in selection) return selection.alias;
  // What has no alias stands under a name of the CRM's own; nothing of the graph asks so.
  return 'subquery' in selection ? selection.subquery.object : 'Id';
}
