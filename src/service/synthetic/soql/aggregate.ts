/** Aggregate functions as columns, and which fields may be grouped. */

import { columnOf, isDateFunction, isNumber, onlyArgument } from './expression.ts';
import { isLongText } from './order.ts';
import { malformed } from './problem.ts';
import type { Column, Scope } from './scope.ts';
import { raw, type Sql, sql } from './sql.ts';
import { isText, sortKey } from './text.ts';
import type { CallExpression, Expression } from './tree.ts';

const aggregates = new Set(['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX']);

/** Whether the expression is an aggregate or wraps one, as FORMAT(MAX(Amount)) does. */
export function isAggregate(expression: Expression): boolean {
  if (expression.kind === 'path') return false;
  return aggregates.has(expression.name) || expression.args.some(isAggregate);
}

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

/** @throws StatementProblem MALFORMED_QUERY */
export function groupColumn(scope: Scope, expression: Expression): Column {
  const column = columnOf(scope, expression);
  if (ungroupable.has(column.type) || isLongText(column)) {
    throw malformed(`field '${column.name}' can not be grouped in a query call`, expression.text);
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
    if (expression.kind === 'call') {
      if (expression.name === 'GROUPING') return this.#grouping(expression);
      if (aggregates.has(expression.name)) return this.#aggregate(expression);
      if (isAggregate(expression)) return this.column(onlyArgument(expression));
    }
    const column = columnOf(this.#scope, expression);
    const isGrouped = this.#grouped.get(groupKey(column));
    if (isGrouped === undefined) {
      throw malformed(`Field must be grouped or aggregated: ${expression.text}`, expression.text);
    }
    if (!isGrouped) {
      const nothing = raw('NULL');
      return { ...column, sql: nothing, folded: nothing, required: false };
    }
    // Text is grouped without regard to case; of the spellings in a group the least is shown.
    return isText(column.type) ? { ...column, sql: sql`MIN(${column.sql})` } : column;
  };

  #grouping(call: CallExpression): Column {
    const column = columnOf(this.#scope, onlyArgument(call));
    const isGrouped = this.#grouped.get(groupKey(column));
    if (isGrouped === undefined) {
      throw malformed(`Field must be grouped: ${column.name}`, call.text);
    }
    return computed(call, 'int', raw(isGrouped ? '0' : '1'));
  }

  #aggregate(call: CallExpression): Column {
    const { name } = call;
    if (name === 'COUNT' && (call.args[0]?.text ?? '') === '') {
      return computed(call, 'int', raw('COUNT(*)'));
    }
    const argument = onlyArgument(call);
    if (isAggregate(argument) || (argument.kind === 'call' && isDateFunction(argument.name))) {
      throw malformed(`${name} takes a field, not ${argument.text}`, call.text);
    }
    const column = columnOf(this.#scope, argument);
    const fits = supports(name, column);
    if (!fits) {
      throw malformed(
        `field ${column.name} does not support aggregate operator ${name}`,
        call.text,
      );
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
        return computed(call, column.type, sql`${raw(name)}(${column.sql})`);
    }
  }
}

function supports(name: string, column: Column): boolean {
  const { type } = column;
  if (type === 'address' || type === 'base64' || isLongText(column)) return false;
  if (name === 'SUM' || name === 'AVG') return isNumber(type);
  if (name === 'MIN' || name === 'MAX') return type !== 'boolean' && type !== 'multipicklist';
  return true;
}

function computed(call: CallExpression, type: Column['type'], value: Sql): Column {
  return {
    sql: value,
    type,
    name: call.text,
    required: false,
    outer: false,
    field: null,
    place: null,
  };
}
