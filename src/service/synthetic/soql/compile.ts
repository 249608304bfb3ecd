/** What every part of a statement's translation shares, and the clauses all kinds of SELECT have. */

import type { CrmModel } from '../../../records/crm/model.ts';
import { type ConditionContext, conditionSql } from './condition.ts';
import { columnOf } from './expression.ts';
import { inClause, malformed, StatementProblem } from './problem.ts';
import { type Column, type Namer, objectOf, Scope } from './scope.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import type { Expression, Query } from './tree.ts';

export interface CompileContext {
  readonly model: CrmModel;
  readonly now: Date;
  /** The connected user, whose records USING SCOPE mine means; null when there is none. */
  readonly userId: string | null;
  readonly newName: Namer;
}

/** The biggest OFFSET, and the biggest total of a query that has one. */
export const mostSkipped = 2_000;

export function conditionContext(
  context: CompileContext,
  column: (expression: Expression) => Column,
): ConditionContext {
  return { now: context.now, column, subquery: (query) => semiJoin(context, query) };
}

/** The inner SELECT of a semi-join: one column, nulls left out so that NOT IN means what it says. */
function semiJoin(context: CompileContext, query: Query): { sql: Sql; type: Column['type'] } {
  const object = objectOf(context.model, query.from);
  const scope = new Scope(context.model, object, query, context.newName);
  const [selection, ...more] = query.select;
  if (selection?.kind !== 'expression' || selection.expression.kind !== 'path' || more.length > 0) {
    throw malformed('A semi-join selects exactly one field, an ID or a reference', query.from);
  }
  if (query.limit !== null || query.offset !== null || query.orderBy.length > 0) {
    throw malformed('A semi-join has no ORDER BY, LIMIT or OFFSET', query.from);
  }
  const column = columnOf(scope, selection.expression);
  const where = whereSql(context, scope, query, [sql`(${column.sql} IS NOT NULL)`]);
  return { sql: sql`SELECT ${column.sql} ${scope.from()}${where}`, type: column.type };
}

/** The WHERE of a SELECT with its word, or nothing: its own condition, the rows in the recycle bin, the scope. */
export function whereSql(
  context: CompileContext,
  scope: Scope,
  query: Query,
  also: readonly Sql[] = [],
): Sql {
  const conditions = [...also];
  const { where } = query;
  if (where) {
    const inWhere = conditionContext(context, (expression) => columnOf(scope, expression));
    conditions.push(inClause('WHERE', () => conditionSql(inWhere, where)));
  }
  if (!query.allRows && context.model.field(scope.object.name, 'IsDeleted')) {
    conditions.push(raw(`(${scope.alias}."IsDeleted" IS NOT 1)`));
  }
  if (query.scope !== null && query.scope !== 'everything') {
    conditions.push(scopeSql(context, scope, query.scope));
  }
  return conditions.length === 0 ? raw('') : sql` WHERE ${joined(conditions, ' AND ')}`;
}

/** The organisation has neither territories nor teams nor delegation, so those scopes are empty. */
function scopeSql(context: CompileContext, scope: Scope, name: string): Sql {
  const hasOwner = context.model.field(scope.object.name, 'OwnerId') !== undefined;
  if (name !== 'mine' || !hasOwner || context.userId === null) return raw('(0)');
  return sql`(${raw(scope.alias)}."OwnerId" = ${context.userId})`;
}

/** @throws StatementProblem NUMBER_OUTSIDE_VALID_RANGE */
export function checkRange(query: Query): void {
  if ((query.offset ?? 0) > mostSkipped) {
    throw new StatementProblem(
      'NUMBER_OUTSIDE_VALID_RANGE',
      `Maximum SOQL offset allowed is ${mostSkipped}`,
      'OFFSET',
    );
  }
}

/** How many rows the statement may give at most; null when nothing bounds them. */
export function mostRows(query: Query): number | null {
  if (query.offset === null) return query.limit;
  return Math.min(query.limit ?? mostSkipped, mostSkipped);
}

/** LIMIT and OFFSET with their words. */
export function rangeSql(most: number | null, offset: number | null): Sql {
  if (most === null && !offset) return raw('');
  return sql` LIMIT ${most ?? -1} OFFSET ${offset ?? 0}`;
}
