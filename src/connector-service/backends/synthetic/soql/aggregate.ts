/** Aggregate functions as columns, and which fields may be grouped. */

import { isAggregate } from '../../../../soql/group.ts';
import { printExpression } from '../../../../soql/print.ts';
import { aggregateNames, type Expression, type FunctionCall } from '../../../../soql/query.ts';
import { comparable } from './condition.ts';
import { argumentOf, columnOf, isDateFunction, isNumber, nameIn } from './expression.ts';
import { isLongText, picklistPlace, placeDigits } from './order.ts';
import { malformed } from './problem.ts';
import type { Column, Scope } from './scope.ts';
import { raw, type Sql, sql } from './sql.ts';
import { isText, sortKey } from './text.ts';

const aggregates: ReadonlySet<string> = new Set(aggregateNames);

/** The key of a grouping: two expressions with one key are one group field. */
export function groupKey(column: Column): string {
  return JSON.stringify([column.sql.text, column.sql.values.map(String)]);
}

const ungroupable = new Set<Column['type']>([
  'datetime',
  'double',
  'currency',
  'percent',
  'address',
  'base64',
  'multipicklist',
]);

/** What a group is made by: a boolean is never null, of a parent that is missing it is false. */
function keyColumn(scope: Scope, expression: Expression): Column {
  const column = columnOf(scope, expression);
  return column.type === 'boolean' ? { ...column, sql: comparable(column) } : column;
}

/** @throws StatementProblem MALFORMED_QUERY */
export function groupColumn(scope: Scope, expression: Expression): Column {
  const column = keyColumn(scope, expression);
  if (ungroupable.has(column.type) || isLongText(column)) {
    throw malformed(
      `field '${column.name}' can not be grouped in a query call`,
      nameIn(expression),
    );
  }
  return column;
}

/** Columns of a grouped SELECT: what stands in it must be grouped or aggregated. */
export class GroupedColumns {
  readonly #scope: Scope;
  /** Group fields by key; false where this grouping leaves the field out (ROLLUP, CUBE). */
  readonly #grouped: ReadonlyMap<string, boolean>;

  constructor(scope: Scope, grouped: ReadonlyMap<string, boolean>) {
    this.#scope = scope;
    this.#grouped = grouped;
  }

  /** The value as it is shown, compared and ordered by. */
  readonly column = (expression: Expression): Column => {
    if (typeof expression === 'object' && 'fn' in expression) {
      if (expression.fn === 'GROUPING') return this.#grouping(expression);
      if (aggregates.has(expression.fn)) return this.#aggregate(expression);
      if (isAggregate(expression)) return this.column(argumentOf(expression));
    }
    const column = keyColumn(this.#scope, expression);
    const isGrouped = this.#grouped.get(groupKey(column));
    if (isGrouped === undefined) {
      throw malformed(
        `Field must be grouped or aggregated: ${printExpression(expression)}`,
        nameIn(expression),
      );
    }
    if (!isGrouped) {
      const nothing = raw('NULL');
      return { ...column, sql: nothing, folded: nothing, required: false };
    }
    // Text is grouped without regard to case; of the spellings in a group the least is shown.
    return isText(column.type) ? { ...column, sql: sql`MIN(${column.sql})` } : column;
  };

  #grouping(call: FunctionCall): Column {
    const column = keyColumn(this.#scope, argumentOf(call));
    const isGrouped = this.#grouped.get(groupKey(column));
    if (isGrouped === undefined) {
      throw malformed(`Field must be grouped: ${column.name}`, call.fn);
    }
    return computed(call, 'int', raw(isGrouped ? '0' : '1'));
  }

  #aggregate(call: FunctionCall): Column {
    const name = call.fn;
    if (name === 'COUNT' && call.of === null) return computed(call, 'int', raw('COUNT(*)'));
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
        return computed(call, 'int', sql`COUNT(${column.sql})`);
      case 'COUNT_DISTINCT':
        return computed(call, 'int', sql`COUNT(DISTINCT ${sortKey(column)})`);
      case 'SUM':
        return computed(call, column.type, sql`SUM(${column.sql})`);
      case 'AVG':
        return computed(
          call,
          column.type === 'int' ? 'double' : column.type,
          sql`AVG(${column.sql})`,
        );
      default:
        return computed(call, column.type, extreme(name, column));
    }
  }
}

/** MIN and MAX. Picklists go by their setup: each value has its place there in front while they are compared. */
function extreme(name: string, column: Column): Sql {
  const place = picklistPlace(column);
  if (place === null) return sql`${raw(name)}(${column.sql})`;
  return sql`substr(${raw(name)}(${place} || ${column.sql}), ${placeDigits + 1})`;
}

function supports(name: string, column: Column): boolean {
  const { type } = column;
  if (type === 'address' || type === 'base64' || isLongText(column)) return false;
  if (name === 'SUM' || name === 'AVG') return isNumber(type);
  if (name === 'MIN' || name === 'MAX') return type !== 'boolean' && type !== 'multipicklist';
  return true;
}

function computed(call: FunctionCall, type: Column['type'], value: Sql): Column {
  return {
    sql: value,
    type,
    name: printExpression(call),
    required: false,
    outer: false,
    field: null,
    place: null,
  };
}
