/** Aggregate queries: COUNT() alone, and SELECT with groups or aggregate functions. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isAggregate, selectedValue } from '../../soql/analysis.ts';
import { printExpression } from '../../soql/print.ts';
import {
  aggregateNames,
  type Expression,
  type FunctionCall,
  type Query,
} from '../../soql/query.ts';
import { wireValue } from '../database/crm-table.ts';
import {
  type CompileContext,
  checkRowRange,
  conditionContext,
  mostRows,
  rangeSql,
  whereSql,
} from './compile.ts';
import { comparable, conditionSql } from './condition.ts';
import { currencyOf, inCorporate } from './currency.ts';
import { argumentOf, columnOf, isDateFunction, isNumber, nameIn } from './expression.ts';
import { orderByKeys, orderKey, picklistPlace, placeDigits } from './order.ts';
import { formatValue } from './projection.ts';
import { computed, Scope, type ScopeColumn } from './scope.ts';
import { type Cells, joined, raw, type Sql, sql } from './sql.ts';
import { invalidField, malformed } from './statement-error.ts';
import { isOpaque, isText, sortKey } from './text-comparison.ts';

interface GroupPlan {
  readonly sql: Sql;
  readonly read: (cells: Cells) => Row;
}

/** The total of a COUNT() query, in one cell. */
export function planCount(context: CompileContext, object: CrmObject, query: Query): Sql {
  if (query.select.length > 1 || query.groupBy !== undefined || query.orderBy !== undefined) {
    throw malformed('COUNT() stands alone: no other field, GROUP BY or ORDER BY', 'COUNT');
  }
  checkRowRange(query);
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
  checkRowRange(query);
  const scope = new Scope(context.model, object, query, context.newName);
  const outputs = shownColumns(query);
  const byAlias = new Map(outputs.map(({ key, expression }) => [key.toLowerCase(), expression]));
  const orderBy = query.orderBy ?? [];
  const keys = (query.groupBy ?? []).map((expression) => groupColumn(scope, expression));
  const where = whereSql(context, scope, query);
  let columns: ScopeColumn[] = [];
  const selects = groupingSets(keys, query.subtotals).map((present) => {
    const grouped = new Map(keys.map((key) => [key.sql.key, present.includes(key)]));
    const values = new GroupedColumns(scope, grouped);
    columns = outputs.map(({ expression }) => values.column(expression));
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
    return { list: joined(list, ', '), clauses: sql`${by}${having}` };
  });
  // Only now does the scope know all joins.
  const from = scope.from();
  const union = joined(
    selects.map(({ list, clauses }) => sql`SELECT ${list} ${from}${where}${clauses}`),
    ' UNION ALL ',
  );
  // Each ordering is a column of the inner SELECT, named by its place.
  const positions = orderByKeys(orderBy, (_, index) =>
    computed(`_o${index}`, 'int', raw(`_o${index}`)),
  );
  const order = positions ? sql` ORDER BY ${positions}` : raw('');
  const range = rangeSql(mostRows(query), query.offset);
  return { sql: sql`SELECT * FROM (${union})${order}${range}`, read: reader(outputs, columns) };
}

/** Keys of the result: the alias, a path's last part, or expr0, expr1 … in order. */
function shownColumns(query: Query): Shown[] {
  let unnamed = 0;
  const keys = new Set<string>();
  return query.select.map((selection) => {
    const expression = selectedValue(selection);
    if (expression === null) throw malformed('A grouped query selects fields and functions only');
    const alias = typeof selection === 'object' && 'alias' in selection ? selection.alias : null;
    const lastName = typeof expression === 'string' ? expression.split('.').at(-1) : undefined;
    const key = alias ?? lastName ?? `expr${unnamed++}`;
    if (keys.has(key.toLowerCase())) throw invalidField(`duplicate alias: ${key}`, key);
    keys.add(key.toLowerCase());
    const format =
      typeof expression === 'object' && 'fn' in expression && expression.fn === 'FORMAT';
    return { key, expression, format };
  });
}

/**
 * The groupings to make: one, or for ROLLUP every beginning of the list, for CUBE every subset. The empty one is
 * the grand total, a row of no records, too, as in standard SQL; the CRM documents “one grand total row”, and
 * nothing of no records.
 */
function groupingSets(
  keys: readonly ScopeColumn[],
  subtotals: Query['subtotals'],
): readonly (readonly ScopeColumn[])[] {
  if (subtotals === undefined) return [keys];
  if (keys.length > 3) throw malformed(`${subtotals} takes at most 3 fields`);
  if (subtotals === 'ROLLUP')
    return [...keys.keys(), keys.length].reverse().map((n) => keys.slice(0, n));
  return keys.reduce<ScopeColumn[][]>(
    (sets, key) => sets.flatMap((set) => [[...set, key], set]),
    [[]],
  );
}

function reader(outputs: readonly Shown[], columns: readonly ScopeColumn[]): (cells: Cells) => Row {
  return (cells) => {
    const row: Record<string, unknown> = { attributes: { type: 'AggregateResult' } };
    outputs.forEach(({ key, format }, i) => {
      const type = columns[i]?.type ?? 'string';
      row[key] = format ? formatValue(type, cells[i]) : wireValue(type, cells[i]);
    });
    return row;
  };
}

const aggregates: ReadonlySet<string> = new Set(aggregateNames);

const ungroupable = new Set<ScopeColumn['type']>([
  'datetime',
  'double',
  'currency',
  'percent',
  'multipicklist',
]);

/** Group key: a boolean is never null; that of a missing parent is false. */
function keyColumn(scope: Scope, expression: Expression): ScopeColumn {
  const column = columnOf(scope, expression);
  return column.type === 'boolean' ? { ...column, sql: comparable(column) } : column;
}

/** @throws StatementError MALFORMED_QUERY */
function groupColumn(scope: Scope, expression: Expression): ScopeColumn {
  const column = keyColumn(scope, expression);
  if (ungroupable.has(column.type) || isOpaque(column)) {
    throw malformed(
      `field '${column.name}' can not be grouped in a query call`,
      nameIn(expression),
    );
  }
  return column;
}

/** Columns of a grouped SELECT, which must be grouped or aggregated. */
class GroupedColumns {
  readonly #scope: Scope;
  /** Group fields by key; false where this grouping leaves the field out (ROLLUP, CUBE). */
  readonly #grouped: ReadonlyMap<string, boolean>;

  constructor(scope: Scope, grouped: ReadonlyMap<string, boolean>) {
    this.#scope = scope;
    this.#grouped = grouped;
  }

  /** The value as it is shown, compared and ordered by. */
  readonly column = (expression: Expression): ScopeColumn => {
    if (typeof expression === 'object' && 'fn' in expression) {
      if (expression.fn === 'GROUPING') return this.#grouping(expression);
      if (aggregates.has(expression.fn)) return this.#aggregate(expression);
      if (isAggregate(expression)) return this.column(argumentOf(expression));
    }
    const column = keyColumn(this.#scope, expression);
    const isGrouped = this.#grouped.get(column.sql.key);
    if (isGrouped === undefined) {
      throw malformed(
        `Field must be grouped or aggregated: ${printExpression(expression)}`,
        nameIn(expression),
      );
    }
    if (!isGrouped) {
      const noValue = raw('NULL');
      return { ...column, sql: noValue, folded: noValue, required: false };
    }
    // Text is grouped without regard to case; of the spellings in a group the least is shown.
    return isText(column.type) ? { ...column, sql: sql`MIN(${column.sql})` } : column;
  };

  #grouping(call: FunctionCall): ScopeColumn {
    const column = keyColumn(this.#scope, argumentOf(call));
    const isGrouped = this.#grouped.get(column.sql.key);
    if (isGrouped === undefined) {
      throw malformed(`Field must be grouped: ${column.name}`, call.fn);
    }
    return computed(printExpression(call), 'int', raw(isGrouped ? '0' : '1'));
  }

  #aggregate(call: FunctionCall): ScopeColumn {
    const name = call.fn;
    if (name === 'COUNT' && call.of === null)
      return computed(printExpression(call), 'int', raw('COUNT(*)'));
    const argument = argumentOf(call);
    if (
      isAggregate(argument) ||
      (typeof argument === 'object' && 'fn' in argument && isDateFunction(argument.fn))
    ) {
      throw malformed(`${name} takes a field, not ${printExpression(argument)}`, name);
    }
    const column = columnOf(this.#scope, argument);
    const fits = supports(name, column);
    if (!fits) {
      throw malformed(`field ${column.name} does not support aggregate operator ${name}`, name);
    }
    switch (name) {
      case 'COUNT':
        return computed(printExpression(call), 'int', sql`COUNT(${column.sql})`);
      case 'COUNT_DISTINCT':
        return computed(printExpression(call), 'int', sql`COUNT(DISTINCT ${sortKey(column)})`);
      case 'SUM':
        return computed(printExpression(call), column.type, sql`SUM(${this.#amount(column)})`);
      case 'AVG':
        return computed(
          printExpression(call),
          column.type === 'int' ? 'double' : column.type,
          sql`AVG(${this.#amount(column)})`,
        );
      default:
        return computed(
          printExpression(call),
          column.type,
          extreme(name, { ...column, sql: this.#amount(column) }),
        );
    }
  }

  /** Amounts are aggregated in the corporate currency, and those that are grouped by their own in that. */
  #amount(column: ScopeColumn): Sql {
    const currency = currencyOf(column);
    const isOwn = currency !== null && this.#grouped.get(currency.key) === true;
    return isOwn ? column.sql : inCorporate(column);
  }
}

/** MIN and MAX. Picklists go by their setup: each value has its place there in front while they are compared. */
function extreme(name: string, column: ScopeColumn): Sql {
  const position = picklistPlace(column);
  if (position === null) return sql`${raw(name)}(${column.sql})`;
  return sql`substr(${raw(name)}(${position} || ${column.sql}), ${placeDigits + 1})`;
}

function supports(name: string, column: ScopeColumn): boolean {
  const { type } = column;
  if (isOpaque(column)) return false;
  if (name === 'SUM' || name === 'AVG') return isNumber(type);
  if (name === 'MIN' || name === 'MAX') return type !== 'boolean' && type !== 'multipicklist';
  return true;
}
