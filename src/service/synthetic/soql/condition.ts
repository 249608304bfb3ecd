/**
 * Conditions as SQL. A comparison with nothing on the left is false, as in the CRM, and NOT of it
 * is true; so NOT is `IS NOT TRUE`, and SQL's third truth value never reaches a result.
 */

import { impliedBound } from './bound.ts';
import { readDate, readDatetime, readId, readNumber, readPattern, readString } from './literal.ts';
import { readPeriod } from './period.ts';
import { invalidField, malformed, StatementProblem } from './problem.ts';
import type { Column } from './scope.ts';
import { combined, inList, joined, raw, type Sql, sql } from './sql.ts';
import { isText, likeText, textCompare, textList } from './text.ts';
import type { Comparison, Condition, Expression, Literal, Query } from './tree.ts';

/** What a condition needs of the statement around it. */
export interface ConditionContext {
  readonly now: Date;
  /** The column of a left side: plain in WHERE, aggregates too in HAVING. */
  readonly column: (expression: Expression) => Column;
  /** A semi-join's inner SELECT of one column, nulls left out. */
  readonly subquery: (query: Query) => { readonly sql: Sql; readonly type: Column['type'] };
}

export function conditionSql(context: ConditionContext, condition: Condition): Sql {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts = condition.parts.map((part) => conditionSql(context, part));
      const whole = combined(parts, condition.kind === 'all' ? 'AND' : 'OR');
      const bound = condition.kind === 'any' ? impliedBound(condition.parts) : null;
      return bound ? sql`(${conditionSql(context, bound)} AND ${whole})` : whole;
    }
    case 'not':
      return sql`(${conditionSql(context, condition.part)} IS NOT TRUE)`;
    case 'compare':
      return compare(
        context,
        filterable(context, condition.left),
        condition.operator,
        condition.right,
      );
    case 'list':
      return list(context, filterable(context, condition.left), condition);
    case 'in-query':
      return inQuery(context, condition);
  }
}

const longText = 255;

function filterable(context: ConditionContext, expression: Expression): Column {
  const column = context.column(expression);
  const { type, field } = column;
  const isLong = type === 'textarea' && (field?.spec.length ?? 0) > longText;
  if (type === 'address' || type === 'base64' || isLong) {
    throw invalidField(
      `field '${column.name}' can not be filtered in a query call`,
      expression.text,
    );
  }
  return column;
}

const isId = (type: Column['type']): boolean => type === 'id' || type === 'reference';

/** How the CRM names a field's type in a refusal, and the literals that type is compared with. */
function expected(type: Column['type']): {
  readonly name: string;
  readonly kinds: readonly Literal['kind'][];
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

function checkKind(column: Column, literal: Literal): void {
  if (literal.kind === 'null') return;
  const { name, kinds } = expected(column.type);
  if (kinds.includes(literal.kind)) return;
  const quotes =
    kinds[0] === 'string' ? 'should be enclosed in quotes' : 'should not be enclosed in quotes';
  throw invalidField(
    `value of filter criterion for field '${column.name}' must be of type ${name} and ${quotes}`,
    column.name,
  );
}

/** A literal as the column stores it. Periods have no single value. */
function storedLiteral(column: Column, literal: Literal): string | number {
  switch (literal.kind) {
    case 'string':
      return isId(column.type) ? readId(readString(literal.text)) : readString(literal.text);
    case 'number':
    case 'currency':
      return readNumber(literal.text);
    case 'boolean':
      return literal.text.toUpperCase() === 'TRUE' ? 1 : 0;
    case 'date':
      return readDate(literal.text);
    default:
      return readDatetime(literal.text);
  }
}

/** A boolean is never null: of a parent that is missing it counts as false. */
function comparable(column: Column): Sql {
  return column.type === 'boolean' && !column.required
    ? sql`COALESCE(${column.sql}, 0)`
    : column.sql;
}

const falsehood = raw('0');

function compare(
  context: ConditionContext,
  column: Column,
  operator: Comparison,
  literal: Literal,
): Sql {
  checkKind(column, literal);
  if (operator === 'LIKE') return like(column, literal);
  const negated = operator === '!=';
  if (negated) return sql`(${compare(context, column, '=', literal)} IS NOT TRUE)`;
  const isEmpty = literal.kind === 'string' && literal.text === "''";
  if (literal.kind === 'null' || isEmpty) {
    return operator === '=' ? sql`(${column.sql} IS NULL)` : falsehood;
  }
  if (literal.kind === 'period') return comparePeriod(context, column, operator, literal);
  const value = storedLiteral(column, literal);
  // Ids have an order, by which whole tables are read in parts; booleans have none.
  if (column.type === 'boolean' && operator !== '=') {
    throw new StatementProblem(
      'INVALID_QUERY_FILTER_OPERATOR',
      `invalid operator on ${expected(column.type).name.toLowerCase()} field`,
      column.name,
    );
  }
  if (isText(column.type)) return textCompare(column, operator, String(value));
  return sql`(${comparable(column)} ${raw(operator)} ${value})`;
}

/** A period is all its days: after it means after its last, before it before its first. */
function comparePeriod(
  context: ConditionContext,
  column: Column,
  operator: Comparison,
  literal: Literal,
): Sql {
  const period = readPeriod(literal.text, context.now);
  const midnight = column.type === 'datetime' ? 'T00:00:00.000Z' : '';
  const [from, to] = [period.from + midnight, period.to + midnight];
  const value = column.sql;
  switch (operator) {
    case '<':
      return sql`(${value} < ${from})`;
    case '<=':
      return sql`(${value} < ${to})`;
    case '>':
      return sql`(${value} >= ${to})`;
    case '>=':
      return sql`(${value} >= ${from})`;
    default:
      return sql`(${value} >= ${from} AND ${value} < ${to})`;
  }
}

function like(column: Column, literal: Literal): Sql {
  if (!isText(column.type) || column.type === 'multipicklist') {
    throw new StatementProblem(
      'INVALID_QUERY_FILTER_OPERATOR',
      `invalid operator on ${expected(column.type).name.toLowerCase()} field`,
      column.name,
    );
  }
  return literal.kind === 'null' ? falsehood : likeText(column.sql, readPattern(literal.text));
}

type ListCondition = Extract<Condition, { kind: 'list' }>;

function list(context: ConditionContext, column: Column, condition: ListCondition): Sql {
  for (const literal of condition.right) checkKind(column, literal);
  if (condition.operator === 'INCLUDES' || condition.operator === 'EXCLUDES') {
    const included = includes(column, condition.right);
    return condition.operator === 'INCLUDES' ? included : sql`(${included} IS NOT TRUE)`;
  }
  const values: (string | number)[] = [];
  const others: Sql[] = [];
  for (const literal of condition.right) {
    const isEmpty = literal.kind === 'string' && literal.text === "''";
    if (literal.kind === 'period' || literal.kind === 'null' || isEmpty) {
      others.push(compare(context, column, '=', literal));
    } else {
      values.push(storedLiteral(column, literal));
    }
  }
  if (values.length > 0) {
    others.unshift(
      isText(column.type)
        ? textList(column, values.map(String))
        : sql`${comparable(column)} ${inList(values)}`,
    );
  }
  const inside = combined(others, 'OR');
  return condition.operator === 'IN' ? inside : sql`(${inside} IS NOT TRUE)`;
}

/** `('a;b', 'c')`: both a and b are chosen, or c is. */
function includes(column: Column, literals: readonly Literal[]): Sql {
  if (column.type !== 'multipicklist') {
    throw invalidField(
      `INCLUDES and EXCLUDES take a multi-select picklist, not '${column.name}'`,
      column.name,
    );
  }
  const choices = literals.map((literal) => {
    if (literal.kind === 'null') return sql`(${column.sql} IS NULL)`;
    const wanted = readString(literal.text).split(';');
    return sql`(${joined(
      wanted.map((value) => chosen(column.sql, value)),
      ' AND ',
    )})`;
  });
  return combined(choices, 'OR');
}

function chosen(column: Sql, value: string): Sql {
  const pattern = value.replace(/[\\%_]/g, '\\$&');
  return likeText(sql`(';' || ${column} || ';')`, `%;${pattern};%`);
}

type InQuery = Extract<Condition, { kind: 'in-query' }>;

function inQuery(context: ConditionContext, condition: InQuery): Sql {
  const column = filterable(context, condition.left);
  const inner = context.subquery(condition.query);
  if (!isId(column.type) || !isId(inner.type)) {
    throw malformed(
      `The left operand and the selected field of a semi-join must be IDs or references: ${condition.left.text}`,
      condition.left.text,
    );
  }
  const inside = sql`(${column.sql} IN (${inner.sql}))`;
  return condition.negated ? sql`(${inside} IS NOT TRUE)` : inside;
}
