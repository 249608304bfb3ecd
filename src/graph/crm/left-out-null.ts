/** Left-out nulls: those that a connector service doesn't send, restored in the rows of its answers. */

import type { Answer, Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { Query, SelectItem } from '../../soql/query.ts';

/** The answer as the CRM itself would have sent it; as it is where the service sends nulls. */
export function fillNulls(
  { connector }: Pick<GraphContext, 'connector'>,
  answer: Answer,
  select: Query['select'],
): Answer {
  if (!connector.leavesOutNulls('crm')) return answer;
  const key = JSON.stringify(select);
  let cached = madePages.get(answer.rows);
  if (cached?.key !== key) {
    cached = { key, rows: answer.rows.map((row) => completedRow(row, select)) };
    madePages.set(answer.rows, cached);
  }
  return { ...answer, rows: cached.rows };
}

/** WeakMap memo by the page of a cached answer. */
const madePages = new WeakMap<
  readonly Row[],
  { readonly key: string; readonly rows: readonly Row[] }
>();

/** The row with null for each selected field, parent, child page or measure that it does not name. */
export function completedRow(row: Row, select: Query['select']): Row {
  const values: Record<string, unknown> = { ...row };
  const parents = new Map<string, string[]>();
  for (const selection of select) {
    const [name, ...below] = nameOf(selection).split('.') as [string, ...string[]];
    // A record without its Id is no record with an empty one.
    if (name === 'Id') continue;
    values[name] ??= null;
    if (below.length > 0) parents.set(name, [...(parents.get(name) ?? []), below.join('.')]);
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
    records: page.records.map((record) =>
      isObject(record) ? completedRow(record, select) : record,
    ),
  };
}

/** Name of a selection in the row. */
function nameOf(selection: SelectItem): string {
  if (typeof selection === 'string') return selection;
  if ('alias' in selection) return selection.alias;
  // Without an alias the CRM picks a name; the graph always gives one.
  return 'subquery' in selection ? selection.subquery.object : 'Id';
}
