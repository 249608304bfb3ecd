/** Clauses that all kinds of SELECT share, and semi-joins, as SQL. */

import type { CrmModel } from '../../contract/crm/model.ts';
import type { Condition, Expression, JoinQuery, Query } from '../../soql/query.ts';
import { type ConditionContext, conditionSql } from './condition.ts';
import { columnOf } from './expression.ts';
import { type Namer, requireObject, Scope, type ScopeColumn } from './scope.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import { inClause, malformed, StatementError, unsupported } from './statement-error.ts';

/**
 * Rows that a statement sees: `live`, those not in the recycle bin; `unarchived`, of these those not
 * in the archive of activities either, as the CRM's query has them; `all`, as its queryAll has them.
 */
export type QueriedRows = 'live' | 'unarchived' | 'all';

export interface CompileContext {
  readonly model: CrmModel;
  readonly rows: QueriedRows;
  readonly now: Date;
  readonly newName: Namer;
}

/** The biggest OFFSET, and the biggest total of a query that has one. */
const mostSkipped = 2_000;

export function conditionContext(
  context: CompileContext,
  column: (expression: Expression) => ScopeColumn,
): ConditionContext {
  return { now: context.now, column, subquery: (query) => semiJoin(context, query) };
}

/** The inner SELECT of a semi-join: one column without nulls, which would make NOT IN false for every row. */
function semiJoin(
  context: CompileContext,
  query: JoinQuery,
): { sql: Sql; type: ScopeColumn['type'] } {
  const object = requireObject(context.model, query.object);
  const scope = new Scope(context.model, object, query, context.newName);
  if (scope.relative(query.field).length > 1) {
    throw malformed(
      `The inner select field '${query.field}' cannot have more than one level of relationships`,
      query.field,
    );
  }
  const column = columnOf(scope, query.field);
  const where = whereSql(context, scope, query, [sql`(${column.sql} IS NOT NULL)`]);
  return { sql: sql`SELECT ${column.sql} ${scope.from()}${where}`, type: column.type };
}

/** Clauses of a statement that filter its rows. */
interface Filter {
  readonly where?: Condition | undefined;
  readonly scope?: string | undefined;
}

/** The WHERE of a SELECT with its word, or nothing: its own condition, the rows in the recycle bin, the scope. */
export function whereSql(
  context: CompileContext,
  scope: Scope,
  { where, scope: scopeName }: Filter,
  also: readonly Sql[] = [],
): Sql {
  const conditions = [...also];
  if (where) {
    const inWhere = conditionContext(context, (expression) => columnOf(scope, expression));
    conditions.push(inClause('where', () => conditionSql(inWhere, where)));
  }
  for (const flag of hiddenRows(context, scope.object.name))
    conditions.push(raw(`(${scope.alias}."${flag}" IS NOT 1)`));
  if (scopeName !== undefined) conditions.push(...scopeConditions(scopeName));
  return conditions.length === 0 ? raw('') : sql` WHERE ${joined(conditions, ' AND ')}`;
}

/** Objects whose old rows the CRM moves to its archive. */
const archivedObjects = new Set(['Task', 'Event']);

/** Fields that are true of the rows which a statement does not see. */
function hiddenRows({ model, rows }: CompileContext, object: string): readonly string[] {
  if (rows === 'all') return [];
  return [
    ...(model.field(object, 'IsDeleted') === undefined ? [] : ['IsDeleted']),
    ...(rows === 'unarchived' && archivedObjects.has(object) ? ['IsArchived'] : []),
  ];
}

/** Scopes without a record: the organisation has neither territories nor teams nor delegation, and the connected user owns nothing. */
const emptyScopes = new Set(
  'mine delegated my_territory my_team_territory team allprivate'.split(' '),
);

function scopeConditions(name: string): Sql[] {
  const scope = name.toLowerCase();
  if (scope === 'everything') return [];
  if (emptyScopes.has(scope)) return [raw('(0)')];
  throw unsupported(`USING SCOPE ${name}`, name);
}

/** @throws StatementError NUMBER_OUTSIDE_VALID_RANGE */
export function checkRowRange(query: Query): void {
  if ((query.offset ?? 0) > mostSkipped) {
    throw new StatementError(
      'NUMBER_OUTSIDE_VALID_RANGE',
      `Maximum SOQL offset allowed is ${mostSkipped}`,
      'OFFSET',
    );
  }
}

/** Most rows of the statement; null without a bound. */
export function mostRows(query: Query): number | null {
  if (query.offset === undefined) return query.limit ?? null;
  return Math.min(query.limit ?? mostSkipped, mostSkipped);
}

/** LIMIT and OFFSET with their words. */
export function rangeSql(most: number | null, offset = 0): Sql {
  if (most === null && offset === 0) return raw('');
  return sql` LIMIT ${most ?? -1} OFFSET ${offset}`;
}

const maxJoins = 2;

/** Objects that no semi-join may select from. */
const notJoined = new Set('activityhistory attachment event note openactivity task'.split(' '));

/** @throws StatementError MALFORMED_QUERY for a join where the CRM takes none. */
export function checkJoins(query: Query): void {
  for (const selection of query.select) {
    if (typeof selection === 'object' && 'subquery' in selection) checkJoins(selection.subquery);
  }
  if (query.having !== undefined) refuseJoins(query.having, 'HAVING has no semi-join');
  const joins = query.where === undefined ? [] : topJoins(query.where);
  if (joins.length > maxJoins) {
    throw malformed(
      `Maximum ${maxJoins} semi join sub-selects are allowed`,
      joins[maxJoins]?.object,
    );
  }
  for (const join of joins) checkJoin(query.object, join);
}

function checkJoin(outer: string, { object, where }: JoinQuery): void {
  const name = object.toLowerCase();
  if (name === outer.toLowerCase()) {
    throw malformed('The inner and outer selects should not be on the same object type', object);
  }
  if (notJoined.has(name)) {
    throw malformed(`Entity '${object}' is not supported for semi join inner selects`, object);
  }
  if (where !== undefined) {
    refuseJoins(where, 'Nesting of semi join sub-selects is not supported');
  }
}

/** Joins at the top of a condition, alone or under AND. */
function topJoins(condition: Condition): readonly JoinQuery[] {
  switch (condition.op) {
    case 'semiJoin':
    case 'antiJoin':
      return [condition.query];
    case 'and':
      return condition.conditions.flatMap(topJoins);
    case 'or':
    case 'not':
      refuseJoins(
        condition,
        'Semi join sub-selects are only allowed at the top level WHERE expressions and not under an OR or NOT',
      );
      return [];
    default:
      return [];
  }
}

function refuseJoins(condition: Condition, message: string): void {
  if ('query' in condition) throw malformed(message, condition.query.object);
  if ('condition' in condition) refuseJoins(condition.condition, message);
  if ('conditions' in condition)
    for (const part of condition.conditions) refuseJoins(part, message);
}
