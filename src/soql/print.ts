/** SOQL printer, the only one: checks every name and escapes every value of a query. */

import { UserInputError } from '../errors.ts';
import {
  encodedLength,
  printAlias,
  printName,
  printNumber,
  printPath,
  printValue,
  quote,
  quotePattern,
} from './literal.ts';
import {
  type Comparison,
  type Condition,
  comparisonSymbols,
  type Expression,
  type FromClause,
  type FunctionName,
  functionNames,
  type ListCondition,
  type OrderBy,
  type PicklistCondition,
  type Query,
  type SelectItem,
  type Trace,
  type TypeofSelection,
  type Value,
} from './query.ts';
import { maxQueryBytes } from './statement-limit.ts';

const functions: ReadonlySet<string> = new Set<FunctionName>(functionNames);

/**
 * `{ object: 'Account', select: ['Id'], where: { op: 'eq', path: 'Name', value: "O'Hara" } }`
 * → `SELECT Id FROM Account WHERE Name = 'O\'Hara'`
 * @throws UserInputError for names, numbers, dates or sizes that SOQL does not allow.
 */
export function printQuery(query: Query, maxBytes = maxQueryBytes): string {
  const text = printStatement(query);
  const bytes = encodedLength(text);
  if (bytes > maxBytes) {
    throw new UserInputError(
      `Expected a query of at most ${maxBytes} bytes as a URL, got ${bytes}: select fewer fields, or filter by fewer and shorter values`,
    );
  }
  return text;
}

function printStatement(query: Query): string {
  if (query.select.length === 0) throw new UserInputError('Expected at least one field to select');
  const clauses = printClauses(query);
  const head = `SELECT ${printSelections(query.select)} ${printSource(query)}`;
  return clauses === '' ? head : `${head} ${clauses}`;
}

export function printSelections(select: readonly SelectItem[]): string {
  return select.map(printSelection).join(', ');
}

/** Prints the clauses after FROM: `WHERE … ORDER BY … LIMIT 5`; empty without any. */
export function printClauses(query: Omit<Query, 'select' | keyof FromClause>): string {
  const where = query.where && printTop(query.where);
  const having = query.having && printTop(query.having);
  return [
    query.scope !== undefined && `USING SCOPE ${printName(query.scope)}`,
    where && `WHERE ${where}`,
    query.groupBy?.length && `GROUP BY ${printGrouping(query)}`,
    having && `HAVING ${having}`,
    query.orderBy?.length && `ORDER BY ${query.orderBy.map(printOrder).join(', ')}`,
    query.limit !== undefined && `LIMIT ${printCount(query.limit)}`,
    query.offset !== undefined && `OFFSET ${printCount(query.offset)}`,
    query.traces !== undefined && printTraces(query.traces),
  ]
    .filter((clause) => typeof clause === 'string' && clause !== '')
    .join(' ');
}

/** `FROM Contact c, c.Account a` */
function printSource({ object, alias, parents = [] }: FromClause): string {
  const printedAlias = alias === undefined ? '' : ` ${printAlias(alias)}`;
  const further = parents.map(
    (parent) => `, ${printPath(parent.path)} ${printAlias(parent.alias)}`,
  );
  return `FROM ${printName(object)}${printedAlias}${further.join('')}`;
}

function printGrouping({ groupBy = [], subtotals }: Pick<Query, 'groupBy' | 'subtotals'>): string {
  const keys = groupBy.map(printExpression).join(', ');
  return subtotals === undefined ? keys : `${subtotals}(${keys})`;
}

/** `FOR VIEW UPDATE TRACKING, VIEWSTAT` */
function printTraces(traces: readonly Trace[]): string {
  const isUpdate = (trace: Trace): boolean => trace === 'TRACKING' || trace === 'VIEWSTAT';
  const updates = traces.filter(isUpdate).join(', ');
  const reads = traces.filter((trace) => !isUpdate(trace)).map((trace) => `FOR ${trace}`);
  return [...reads, ...(updates === '' ? [] : [`UPDATE ${updates}`])].join(' ');
}

/** Prints a condition without its clause's keyword. @throws UserInputError as `printQuery` */
export function printCondition(condition: Condition): string {
  switch (condition.op) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return printComparison(condition.op, condition.path, condition.value);
    case 'in':
    case 'nin':
      return printIn(condition);
    case 'like':
      return `${printExpression(condition.path)} LIKE ${quotePattern(condition.pattern)}`;
    case 'includes':
    case 'excludes':
      return printGroups(condition);
    case 'and':
    case 'or':
      return printJunction(condition.op, condition.conditions);
    case 'not':
      // The CRM rejects NOT without its own parentheses after AND and OR.
      return `(NOT ${inParentheses(condition.condition)})`;
    case 'semiJoin':
    case 'antiJoin': {
      const { field, where, ...source } = condition.query;
      const filter = where === undefined ? '' : ` WHERE ${printTop(where)}`;
      const word = condition.op === 'semiJoin' ? 'IN' : 'NOT IN';
      return `${printPath(condition.path)} ${word} (SELECT ${printPath(field)} ${printSource(source)}${filter})`;
    }
  }
}

/** An outermost AND or OR needs no parentheses of its own. */
function printTop(condition: Condition): string {
  const text = printCondition(condition);
  return isJunction(unwrapped(condition)) ? text.slice(1, -1) : text;
}

/** AND and OR of one condition are that condition. */
function unwrapped(condition: Condition): Condition {
  if (!('conditions' in condition)) return condition;
  const [only, ...others] = condition.conditions;
  return only === undefined || others.length > 0 ? condition : unwrapped(only);
}

/** Whether the condition is printed as a junction in parentheses. */
function isJunction(condition: Condition): boolean {
  if ('conditions' in condition) return condition.conditions.length > 1;
  if (condition.op !== 'in' && condition.op !== 'nin') return false;
  const nulls = condition.values.filter((value) => value === null).length;
  return nulls > 0 && nulls < condition.values.length;
}

function printComparison(op: Comparison, path: Expression, value: Value): string {
  if (value === null && op !== 'eq' && op !== 'ne') {
    throw new UserInputError(`Expected a value to compare with (${op}), got null`);
  }
  return `${printExpression(path)} ${comparisonSymbols[op]} ${printValue(value)}`;
}

function printIn({ op, path, values }: ListCondition): string {
  const left = printExpression(path);
  const present = values.filter((value) => value !== null);
  const isNull = `${left} ${op === 'in' ? '=' : '!='} null`;
  if (present.length === 0) {
    if (values.length > 0) return isNull;
    return op === 'in' ? printNever() : printAlways();
  }
  const list = `${left} ${op === 'in' ? 'IN' : 'NOT IN'} (${present.map(printValue).join(',')})`;
  if (present.length === values.length) return list;
  return `(${list} ${op === 'in' ? 'OR' : 'AND'} ${isNull})`;
}

function printGroups({ op, path, groups }: PicklistCondition): string {
  if (groups.length === 0 || groups.some((group) => group.length === 0)) {
    throw new UserInputError(`Expected at least one picklist value for ${op}`);
  }
  for (const value of groups.flat()) {
    // The semicolon joins the required values, so it cannot be part of one.
    if (value.includes(';')) {
      throw new UserInputError(`Expected a picklist value without a semicolon for ${op}`);
    }
  }
  const list = groups.map((group) => quote(group.join(';'))).join(',');
  return `${printPath(path)} ${op.toUpperCase()} (${list})`;
}

function printJunction(op: 'and' | 'or', conditions: readonly Condition[]): string {
  const [only, ...others] = conditions;
  if (only === undefined) return op === 'and' ? printAlways() : printNever();
  if (others.length === 0) return printCondition(only);
  return `(${conditions.map(printCondition).join(op === 'and' ? ' AND ' : ' OR ')})`;
}

function inParentheses(condition: Condition): string {
  const text = printCondition(condition);
  const inner = unwrapped(condition);
  return inner.op === 'not' || isJunction(inner) ? text : `(${text})`;
}

// SOQL has no constants; every record has an Id.
const printNever = (): string => 'Id = null';
const printAlways = (): string => 'Id != null';

function printSelection(selection: SelectItem): string {
  if (typeof selection === 'string') return printPath(selection);
  if ('subquery' in selection) return `(${printStatement(selection.subquery)})`;
  if ('fields' in selection) return `FIELDS(${printName(selection.fields)})`;
  if ('typeof' in selection) return printTypeof(selection);
  if ('expression' in selection) {
    return `${printExpression(selection.expression)} ${printAlias(selection.alias)}`;
  }
  return printExpression(selection);
}

function printTypeof({ typeof: relationship, when, otherwise }: TypeofSelection): string {
  const list = (fields: readonly string[]): string => fields.map(printPath).join(', ');
  const cases = when.map(({ object, select }) => `WHEN ${printName(object)} THEN ${list(select)}`);
  const elseClause = otherwise === undefined ? [] : [`ELSE ${list(otherwise)}`];
  return ['TYPEOF', printPath(relationship), ...cases, ...elseClause, 'END'].join(' ');
}

/** `CALENDAR_YEAR(CreatedDate)` @throws UserInputError for a name or function that SOQL does not have. */
export function printExpression(expression: Expression): string {
  if (typeof expression === 'string') return printPath(expression);
  if ('distance' in expression) {
    const { distance, latitude, longitude, unit } = expression;
    const point = `GEOLOCATION(${printNumber(latitude)}, ${printNumber(longitude)})`;
    return `DISTANCE(${printPath(distance)}, ${point}, ${quote(unit)})`;
  }
  if (!functions.has(expression.fn)) {
    throw new UserInputError(`Expected one of ${functionNames.join(', ')}`);
  }
  if (expression.of === null) {
    if (expression.fn !== 'COUNT') throw new UserInputError(`Expected a field in ${expression.fn}`);
    return 'COUNT()';
  }
  return `${expression.fn}(${printExpression(expression.of)})`;
}

function printOrder(order: OrderBy): string {
  const direction = order.direction === 'desc' ? ' DESC' : ' ASC';
  const nulls = order.nulls === undefined ? '' : ` NULLS ${order.nulls.toUpperCase()}`;
  if (nulls !== '' && nulls !== ' NULLS FIRST' && nulls !== ' NULLS LAST') {
    throw new UserInputError('Expected nulls first or last');
  }
  return printExpression(order.path) + direction + nulls;
}

function printCount(count: number): string {
  if (Number.isSafeInteger(count) && count >= 0) return String(count);
  throw new UserInputError(`Expected a whole number from 0 for LIMIT and OFFSET, got ${count}`);
}
