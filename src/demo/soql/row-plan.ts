/** Row plan: a row query as SQL, with its rows, order, cells and child subqueries. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Query } from '../../soql/query.ts';
import { quoted } from '../database/crm-table.ts';
import { type CompileContext, checkRowRange, mostRows, rangeSql, whereSql } from './compile.ts';
import { columnOf } from './expression.ts';
import { orderByKeys } from './order.ts';
import { idCell, Projection, type RecordShape } from './projection.ts';
import { requireObject, Scope } from './scope.ts';
import { inList, raw, type Sql, sql } from './sql.ts';
import { inClause, malformed, StatementError } from './statement-error.ts';

/** Most child subqueries of a query, and their deepest nesting. */
const mostChildren = 20;
const mostChildLevels = 5;

export interface RowPlan {
  readonly shape: RecordShape;
  readonly children: readonly ChildPlan[];
  /** Rows the statement may give at most, for each parent in a child subquery; null without bound. */
  readonly most: number | null;
  /** The statement's own LIMIT, which also sets how large a page may be. */
  readonly limit: number | null;
  readonly offset: number;
  /** Cells of each row: its number and its id first. */
  readonly cells: Sql;
  readonly from: Sql;
  /** With its word. */
  readonly where: Sql;
  /** Keys without the words; null without ORDER BY. */
  readonly order: Sql | null;
  /** Alias of the statement's own object. */
  readonly alias: string;
}

/** A child subquery, which runs once for all parents of a page. */
export interface ChildPlan {
  /** The relationship's name, as declared: the key of its result in the parent. */
  readonly name: string;
  /** The child's column that names the parent. */
  readonly parent: Sql;
  readonly rows: RowPlan;
}

/** @param also further conditions on the statement's own rows, made from their alias. */
export function planRows(
  context: CompileContext,
  object: CrmObject,
  query: Query,
  also: (alias: string) => readonly Sql[] = () => [],
  level = 0,
): RowPlan {
  checkRowRange(query);
  const scope = new Scope(context.model, object, query, context.newName);
  const projection = new Projection(scope);
  const children: ChildPlan[] = [];
  projection.addAll(query, (inner) => {
    const child = planChild(context, object, inner, level + 1);
    children.push(child);
    projection.root.add(
      child.name,
      (cells, gathered) => gathered.get(child)?.get(String(cells[idCell])) ?? null,
      inner.object,
    );
  });
  if (children.length > mostChildren) {
    throw malformed(`A query may have at most ${mostChildren} child subqueries`);
  }
  const where = whereSql(context, scope, query, also(scope.alias));
  const keys = inClause('order', () =>
    orderByKeys(query.orderBy ?? [], (expression) => columnOf(scope, expression)),
  );
  return {
    shape: projection.root,
    children,
    most: mostRows(query),
    limit: query.limit ?? null,
    offset: query.offset ?? 0,
    cells: projection.columns.list(),
    from: scope.from(),
    where,
    order: keys && sql`${keys}${raw(tieBreak(scope, query))}`,
    alias: scope.alias,
  };
}

/** Rows that tie keep one order from query to query, in the direction of the last key. */
function tieBreak(scope: Scope, query: Query): string {
  const orderBy = query.orderBy ?? [];
  const isTotal = orderBy.some(
    ({ path }) => typeof path === 'string' && scope.relative(path).join('.').toLowerCase() === 'id',
  );
  if (isTotal) return '';
  return `, ${scope.alias}._row${orderBy.at(-1)?.direction === 'desc' ? ' DESC' : ''}`;
}

function planChild(
  context: CompileContext,
  parent: CrmObject,
  query: Query,
  level: number,
): ChildPlan {
  if (level >= mostChildLevels) {
    throw malformed(`Child subqueries may nest ${mostChildLevels - 1} levels deep`, query.object);
  }
  const child = context.model.child(parent.name, query.object);
  if (!child) {
    throw new StatementError(
      'INVALID_TYPE',
      `Didn't understand relationship '${query.object}' in FROM part of query call. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. Please reference your WSDL or the describe call for the appropriate names.`,
      query.object,
    );
  }
  if (query.groupBy !== undefined) {
    throw malformed('A child subquery can not be grouped', query.object);
  }
  const rows = planRows(
    context,
    requireObject(context.model, child.object),
    query,
    undefined,
    level,
  );
  return { name: child.name, parent: raw(`${rows.alias}.${quoted(child.field)}`), rows };
}

const ordered = (plan: RowPlan): Sql => (plan.order ? sql` ORDER BY ${plan.order}` : raw(''));
const number = (plan: RowPlan): Sql => raw(`${plan.alias}._row`);

/** Cells of the first rows, in order. */
export function firstRows(plan: RowPlan, count: number): Sql {
  const { cells, from, where, offset } = plan;
  return sql`SELECT ${cells} ${from}${where}${ordered(plan)}${rangeSql(count, offset)}`;
}

/** Numbers of all rows, in order. */
export function allNumbers(plan: RowPlan): Sql {
  const { from, where, most, offset } = plan;
  return sql`SELECT ${number(plan)} ${from}${where}${ordered(plan)}${rangeSql(most, offset)}`;
}

/** Cells of the rows with these numbers, in any order. */
export function rowsByNumber(plan: RowPlan, numbers: readonly number[]): Sql {
  return sql`SELECT ${plan.cells} ${plan.from} WHERE ${number(plan)} ${inList(numbers)}`;
}

function ofParents({ parent, rows }: ChildPlan, parents: readonly string[]): Sql {
  const more = rows.where.text === '' ? raw(' WHERE ') : sql`${rows.where} AND `;
  return sql`${rows.from}${more}${parent} ${inList(parents)}`;
}

/**
 * The first `count` children of each parent in one statement: parent, place among its children
 * from 1, how many children it has, then the cells.
 */
export function firstChildren(plan: ChildPlan, parents: readonly string[], count: number): Sql {
  const { parent, rows } = plan;
  const window = sql`PARTITION BY ${parent} ORDER BY ${rows.order ?? number(rows)}`;
  const inner = sql`SELECT ${parent} AS _parent, row_number() OVER (${window}) AS _place, count(*) OVER (PARTITION BY ${parent}) AS _total, ${rows.cells} ${ofParents(plan, parents)}`;
  return sql`SELECT * FROM (${inner}) WHERE _place > ${rows.offset} AND _place <= ${rows.offset + count} ORDER BY _parent, _place`;
}

/** Parent and number of all children, in order. */
export function childNumbers(plan: ChildPlan, parents: readonly string[]): Sql {
  const { parent, rows } = plan;
  const order = sql`ORDER BY ${parent}, ${rows.order ?? number(rows)}`;
  return sql`SELECT ${parent}, ${number(rows)} ${ofParents(plan, parents)} ${order}`;
}
