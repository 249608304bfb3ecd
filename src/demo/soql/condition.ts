/**
 * Conditions as SQL. A comparison with nothing on the left is false, as in the CRM, and NOT of it
 * is true; so NOT is `IS NOT TRUE`, and SQL's third truth value never reaches a result.
 */

import {
  type CompareCondition,
  type Comparison,
  type Condition,
  type CurrencyValue,
  comparisonSymbols,
  type Expression,
  type JoinCondition,
  type JoinQuery,
  type LikeCondition,
  type ListCondition,
  literalPattern,
  type PicklistCondition,
  type RelativeDate,
  type Value,
} from '../../soql/query.ts';
import { corporateAmount, currencyOf, inCorporate } from './currency.ts';
import { readPeriod } from './date-literal.ts';
import { nameIn } from './expression.ts';
import { impliedBound } from './keyset-bound.ts';
import type { ScopeColumn } from './scope.ts';
import { combined, inList, joined, not, raw, type Sql, sql } from './sql.ts';
import { invalidField, malformed, StatementError } from './statement-error.ts';
import { storedId, storedInstant, storedNumber } from './stored-value.ts';
import { isOpaque, isText, likeText, textCompare, textList } from './text-comparison.ts';

/** Parts of the statement that its conditions use. */
export interface ConditionContext {
  readonly now: Date;
  /** The column of a left side: plain in WHERE, aggregates too in HAVING. */
  readonly column: (expression: Expression) => ScopeColumn;
  /** A semi-join's inner SELECT of one column, nulls left out. */
  readonly subquery: (query: JoinQuery) => {
    readonly sql: Sql;
    readonly type: ScopeColumn['type'];
  };
}

export function conditionSql(context: ConditionContext, condition: Condition): Sql {
  switch (condition.op) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((part) => conditionSql(context, part));
      const all = combined(parts, condition.op === 'and' ? 'AND' : 'OR');
      const bound = condition.op === 'or' ? impliedBound(condition.conditions) : null;
      return bound ? sql`(${conditionSql(context, bound)} AND ${all})` : all;
    }
    case 'not':
      return not(conditionSql(context, condition.condition));
    case 'in':
    case 'nin':
      return list(context, condition);
    case 'like':
      return like(filterable(context, condition.path), condition);
    case 'includes':
    case 'excludes':
      return includes(filterable(context, condition.path), condition);
    case 'semiJoin':
    case 'antiJoin':
      return join(context, condition);
    default:
      return compare(context, filterable(context, condition.path), condition);
  }
}

function filterable(context: ConditionContext, expression: Expression): ScopeColumn {
  const column = context.column(expression);
  if (isOpaque(column)) {
    throw invalidField(
      `field '${column.name}' can not be filtered in a query call`,
      nameIn(expression),
    );
  }
  return column;
}

const isId = (type: ScopeColumn['type']): boolean => type === 'id' || type === 'reference';

type Kind = 'string' | 'number' | 'currency' | 'boolean' | 'date' | 'datetime' | 'period';

function kindOf(value: NonNullable<Value>): Kind {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value as Kind;
  }
  if ('date' in value) return 'date';
  if ('datetime' in value) return 'datetime';
  if ('relative' in value) return 'period';
  return 'currency' in value ? 'currency' : 'number';
}

/** Names of field types in the CRM's errors, and the literals each type is compared with. */
function expected(type: ScopeColumn['type']): {
  readonly name: string;
  readonly kinds: readonly Kind[];
} {
  if (isText(type) || isId(type)) return { name: isId(type) ? 'ID' : 'string', kinds: ['string'] };
  switch (type) {
    case 'boolean':
      return { name: 'boolean', kinds: ['boolean'] };
    case 'date':
      return { name: 'date', kinds: ['date', 'period'] };
    case 'datetime':
      return { name: 'dateTime', kinds: ['datetime', 'period'] };
    case 'currency':
      return { name: 'currency', kinds: ['number', 'currency'] };
    default:
      return { name: type === 'int' ? 'int' : 'double', kinds: ['number'] };
  }
}

function checkKind(column: ScopeColumn, value: Value): void {
  if (value === null) return;
  // Published: what is aggregated is compared with plain numbers alone.
  if (isAmount(value) && column.type === 'currency' && column.target === null)
    throw malformed(`${column.name} can not be compared with an amount in a currency`, column.name);
  const { name, kinds } = expected(column.type);
  if (kinds.includes(kindOf(value))) return;
  const quotes =
    kinds[0] === 'string' ? 'should be enclosed in quotes' : 'should not be enclosed in quotes';
  throw invalidField(
    `value of filter criterion for field '${column.name}' must be of type ${name} and ${quotes}`,
    column.name,
  );
}

/** A value as the column stores it. Periods have no single value. */
function stored(column: ScopeColumn, value: Exclude<Value, null | RelativeDate>): string | number {
  if (typeof value === 'string') return isId(column.type) ? storedId(value) : value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if ('date' in value) return value.date;
  return 'datetime' in value ? storedInstant(value) : storedNumber(value);
}

const isPeriod = (value: Value): value is RelativeDate =>
  typeof value === 'object' && value !== null && 'relative' in value;

const isAmount = (value: Value): value is CurrencyValue =>
  typeof value === 'object' && value !== null && 'currency' in value;

/** A boolean is never null: of a parent that is missing it counts as false. */
export function comparable(column: ScopeColumn): Sql {
  return column.type === 'boolean' && !column.required
    ? sql`COALESCE(${column.sql}, 0)`
    : column.sql;
}

const falsehood = raw('0');

function compare(
  context: ConditionContext,
  column: ScopeColumn,
  { op, value }: Pick<CompareCondition, 'op' | 'value'>,
): Sql {
  checkKind(column, value);
  if (op === 'ne') return not(compare(context, column, { op: 'eq', value }));
  if (value === null || value === '') {
    return op === 'eq' ? sql`(${column.sql} IS NULL)` : falsehood;
  }
  if (isPeriod(value)) return comparePeriod(context, column, op, value);
  if (isAmount(value) && currencyOf(column) !== null)
    return sql`(${inCorporate(column)} ${raw(comparisonSymbols[op])} ${corporateAmount(value)})`;
  const key = stored(column, value);
  // Ids have an order, by which whole tables are read in parts; booleans have none.
  if (column.type === 'boolean' && op !== 'eq') throw invalidOperator(column);
  if (isText(column.type)) return textCompare(column, comparisonSymbols[op], String(key));
  return sql`(${comparable(column)} ${raw(comparisonSymbols[op])} ${key})`;
}

function invalidOperator(column: ScopeColumn): StatementError {
  return new StatementError(
    'INVALID_QUERY_FILTER_OPERATOR',
    `invalid operator on ${expected(column.type).name.toLowerCase()} field`,
    column.name,
  );
}

/** A period is all its days: after it means after its last, before it before its first. */
function comparePeriod(
  context: ConditionContext,
  column: ScopeColumn,
  op: Exclude<Comparison, 'ne'>,
  written: RelativeDate,
): Sql {
  const period = readPeriod(written, context.now);
  const midnight = column.type === 'datetime' ? 'T00:00:00.000Z' : '';
  const from = period.from + midnight;
  const to = period.to + midnight;
  const value = column.sql;
  switch (op) {
    case 'lt':
      return sql`(${value} < ${from})`;
    case 'lte':
      return sql`(${value} < ${to})`;
    case 'gt':
      return sql`(${value} >= ${to})`;
    case 'gte':
      return sql`(${value} >= ${from})`;
    case 'eq':
      return sql`(${value} >= ${from} AND ${value} < ${to})`;
  }
}

function like(column: ScopeColumn, { pattern }: LikeCondition): Sql {
  if (!isText(column.type) || column.type === 'multipicklist') throw invalidOperator(column);
  return likeText(column.sql, pattern);
}

function list(context: ConditionContext, { op, path, values }: ListCondition): Sql {
  const column = filterable(context, path);
  const keys: (string | number)[] = [];
  const others: Sql[] = [];
  for (const value of values) {
    checkKind(column, value);
    if (value === null || value === '' || isPeriod(value) || isAmount(value)) {
      others.push(compare(context, column, { op: 'eq', value }));
    } else {
      keys.push(stored(column, value));
    }
  }
  if (keys.length > 0) {
    others.unshift(
      isText(column.type)
        ? textList(column, keys.map(String))
        : sql`${comparable(column)} ${inList(keys)}`,
    );
  }
  const inside = combined(others, 'OR');
  return op === 'in' ? inside : not(inside);
}

/** `('a;b', 'c')`: both a and b are chosen, or c is. */
function includes(column: ScopeColumn, { op, groups }: PicklistCondition): Sql {
  if (column.type !== 'multipicklist') {
    throw invalidField(
      `INCLUDES and EXCLUDES take a multi-select picklist, not '${column.name}'`,
      column.name,
    );
  }
  const choices = groups.map((group) => {
    const all = group.map((value) => chosen(column.sql, value));
    return sql`(${joined(all, ' AND ')})`;
  });
  const included = combined(choices, 'OR');
  return op === 'includes' ? included : not(included);
}

function chosen(column: Sql, value: string): Sql {
  return likeText(sql`(';' || ${column} || ';')`, `%;${literalPattern(value)};%`);
}

function join(context: ConditionContext, { op, path, query }: JoinCondition): Sql {
  const column = filterable(context, path);
  const inner = context.subquery(query);
  if (!isId(column.type) || !isId(inner.type)) {
    throw malformed(
      `The left operand and the selected field of a semi-join must be IDs or references: ${path}`,
      path,
    );
  }
  const inside = sql`(${column.sql} IN (${inner.sql}))`;
  return op === 'semiJoin' ? inside : not(inside);
}
