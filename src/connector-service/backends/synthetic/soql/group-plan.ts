/** Aggregate queries: COUNT() alone, and SELECT with groups or aggregate functions. */

import type { CrmObject } from '../../../../contract/crm/model.ts';
import { selectedValue } from '../../../../soql/group.ts';
import type { Expression, Query } from '../../../../soql/query.ts';
import type { Row } from '../../../backend.ts';
import { printValue } from '../crm-row.ts';
import { GroupedColumns, groupColumn, groupKey } from './aggregate.ts';
import {
  type CompileContext,
  checkRange,
  conditionContext,
  mostRows,
  rangeSql,
  whereSql,
} from './compile.ts';
import { conditionSql } from './condition.ts';
import type { Cells } from './database.ts';
import { formatValue } from './format.ts';
import { orderKey, orderKeys } from './order.ts';
import { invalidField, malformed } from './problem.ts';
import { type Column, Scope } from './scope.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import { sortKey } from './text.ts';

export interface GroupPlan {
  readonly sql: Sql;
  readonly read: (cells: Cells) => Row;
}

/** The total of a COUNT() query, in one cell. */
export function planCount(context: CompileContext, object: CrmObject, query: Query): Sql {
  if (query.select.length > 1 || query.groupBy !== undefined || query.orderBy !== undefined) {
    throw malformed('COUNT() stands alone: no other field, GROUP BY or ORDER BY', 'COUNT');
  }
  checkRange(query);
  const scope = new Scope(context.model, object, query, context.newName);
  const where = whereSql(context, scope, query);
  const range = rangeSql(mostRows(query), query.offset);
  return sql`SELECT COUNT(*) FROM (SELECT 1 ${scope.from()}${where}${range})`;
}

interface Shown {
  readonly key: string;
  readonly expression: Expression;
  readonly format: boolean;
}

export function planGroups(context: CompileContext, object: CrmObject, query: Query): GroupPlan {
  checkRange(query);
  const scope = new Scope(context.model, object, query, context.newName);
  const shown = shownColumns(query);
  const byAlias = new Map(shown.map(({ key, expression }) => [key.toLowerCase(), expression]));
  const orderBy = query.orderBy ?? [];
  const keys = (query.groupBy ?? []).map((expression) => groupColumn(scope, expression));
  const where = whereSql(context, scope, query);
  let columns: Column[] = [];
  const selects = groupingSets(keys, query.subtotals).map((present) => {
    const grouped = new Map(keys.map((key) => [groupKey(key), present.includes(key)]));
    const values = new GroupedColumns(scope, grouped);
    columns = shown.map(({ expression }) => values.column(expression));
    // An alias of the SELECT list may be ordered by, too.
    const order = orderBy.map(({ path }) =>
      values.column((typeof path === 'string' && byAlias.get(path.toLowerCase())) || path),
    );
    const list = [
      ...columns.map((c) => c.sql),
      ...order.map((c, i) => sql`${orderKey(c)} AS ${raw(`_o${i}`)}`),
    ];
    const by = present.length > 0 ? sql` GROUP BY ${joined(present.map(sortKey), ', ')}` : raw('');
    const having = query.having
      ? sql` HAVING ${conditionSql(conditionContext(context, values.column), query.having)}`
      : raw('');
    return { list: joined(list, ', '), rest: sql`${by}${having}` };
  });
  // Only now does the scope know all joins.
  const from = scope.from();
  const union = joined(
    selects.map(({ list, rest }) => sql`SELECT ${list} ${from}${where}${rest}`),
    ' UNION ALL ',
  );
  // Each ordering is a column of the inner SELECT, named by its place.
  const positions = orderKeys(orderBy, (_, place) => computed(`_o${place}`));
  const order = positions ? sql` ORDER BY ${positions}` : raw('');
  const range = rangeSql(mostRows(query), query.offset);
  return { sql: sql`SELECT * FROM (${union})${order}${range}`, read: reader(shown, columns) };
}

function computed(name: string): Column {
  return {
    sql: raw(name),
    type: 'int',
    name,
    required: false,
    outer: false,
    field: null,
    place: null,
  };
}

/** Keys of the result: the alias, a path's last part, or expr0, expr1 … in order. */
function shownColumns(query: Query): Shown[] {
  let unnamed = 0;
  const keys = new Set<string>();
  return query.select.map((selection) => {
    const expression = selectedValue(selection);
    if (expression === null) throw malformed('A grouped query selects fields and functions only');
    const alias = typeof selection === 'object' && 'alias' in selection ? selection.alias : null;
    const own = typeof expression === 'string' ? expression.split('.').at(-1) : undefined;
    const key = alias ?? own ?? `expr${unnamed++}`;
    if (keys.has(key.toLowerCase())) throw invalidField(`duplicate alias: ${key}`, key);
    keys.add(key.toLowerCase());
    const format =
      typeof expression === 'object' && 'fn' in expression && expression.fn === 'FORMAT';
    return { key, expression, format };
  });
}

/** The groupings to make: one, or for ROLLUP every beginning of the list, for CUBE every subset. */
function groupingSets(
  keys: readonly Column[],
  subtotals: Query['subtotals'],
): readonly (readonly Column[])[] {
  if (subtotals === undefined) return [keys];
  if (keys.length > 3) throw malformed(`${subtotals} takes at most 3 fields`);
  if (subtotals === 'ROLLUP')
    return [...keys.keys(), keys.length].reverse().map((n) => keys.slice(0, n));
  return keys.reduce<Column[][]>((sets, key) => sets.flatMap((set) => [[...set, key], set]), [[]]);
}

function reader(shown: readonly Shown[], columns: readonly Column[]): (cells: Cells) => Row {
  return (cells) => {
    const row: Record<string, unknown> = { attributes: { type: 'AggregateResult' } };
    shown.forEach(({ key, format }, i) => {
      const type = columns[i]?.type ?? 'string';
      row[key] = format ? formatValue(type, cells[i]) : printValue(type, cells[i]);
    });
    return row;
  };
}
