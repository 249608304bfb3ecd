/**
 * Archived activities: events and closed tasks older than a year, which the CRM hands out by
 * queryAll alone. That resource hands out deleted records, too, so each part of the statement that
 * does not speak of IsDeleted itself is given the condition that it is false.
 */

import { comparedPaths, SourceNames } from '../../../soql/analysis.ts';
import { parseSoql } from '../../../soql/parse.ts';
import { printQuery } from '../../../soql/print.ts';
import {
  allOf,
  type Condition,
  type FromClause,
  type JoinQuery,
  type Query,
  type SelectItem,
} from '../../../soql/query.ts';

/** Objects whose rows are archived, and the child relationships that lead to them, in lower case. */
const archived = new Set(
  'task event tasks events activityhistory activityhistories openactivity openactivities recurringtasks recurringevents'.split(
    ' ',
  ),
);

/** Published: objects that are never in the recycle bin and have no field IsDeleted. */
const neverDeleted = new Set(
  'user profile userrole recordtype group groupmember organization currencytype permissionset permissionsetassignment queuesobject period fiscalyearsettings'.split(
    ' ',
  ),
);

interface QueryRequest {
  readonly resource: 'query' | 'queryAll';
  readonly q: string;
}

/**
 * The resource that answers a statement with all rows it means.
 * @example
 * SELECT Id FROM Account → query, as it is
 * SELECT Id FROM Task → queryAll, SELECT Id FROM Task WHERE IsDeleted = FALSE
 * SELECT Id FROM Account WHERE IsDeleted = TRUE → queryAll, as it is
 */
export function queryRequest(q: string): QueryRequest {
  // Most statements name neither, and are not parsed.
  if (!/task|event|activit|isdeleted/i.test(q)) return { resource: 'query', q };
  const query = parsed(q);
  if (query === null || !needsAllRows(query)) return { resource: 'query', q };
  // A long statement goes into the body of a batch.
  return { resource: 'queryAll', q: printQuery(withoutDeleted(query), Number.POSITIVE_INFINITY) };
}

/** Null for what we don't read: the CRM says what is wrong with it. */
function parsed(q: string): Query | null {
  try {
    return parseSoql(q).query;
  } catch {
    return null;
  }
}

function needsAllRows(query: Query): boolean {
  return (
    archived.has(query.object.toLowerCase()) ||
    asksForDeleted(query) ||
    joinsOf(query.where).some(asksForDeleted) ||
    query.select.some((item) => isChild(item) && needsAllRows(item.subquery))
  );
}

function withoutDeleted(query: Query): Query {
  return {
    ...query,
    select: query.select.map((item) =>
      isChild(item) ? { subquery: withoutDeleted(item.subquery) } : item,
    ),
    where: undeleted({ ...query, where: query.where && withJoins(query.where) }),
  };
}

/** Semi-joins select records of their own. */
function withJoins(condition: Condition): Condition {
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map(withJoins) };
  if ('condition' in condition) return { ...condition, condition: withJoins(condition.condition) };
  if (!('query' in condition)) return condition;
  const { query } = condition;
  return { ...condition, query: { ...query, where: undeleted(query) } };
}

function undeleted(source: FromClause & { readonly where?: Condition | undefined }) {
  if (neverDeleted.has(source.object.toLowerCase()) || asksForDeleted(source)) return source.where;
  return allOf(source.where, { op: 'eq', path: 'IsDeleted', value: false });
}

/** Whether the condition is about the IsDeleted of the statement's own rows, and not of a parent. */
function asksForDeleted(source: FromClause & { readonly where?: Condition | undefined }): boolean {
  const names = new SourceNames(source);
  return comparedPaths(source.where).some(
    (path) => names.resolve(path).join('.').toLowerCase() === 'isdeleted',
  );
}

function joinsOf(condition: Condition | undefined): readonly JoinQuery[] {
  if (condition === undefined) return [];
  if ('conditions' in condition) return condition.conditions.flatMap(joinsOf);
  if ('condition' in condition) return joinsOf(condition.condition);
  return 'query' in condition ? [condition.query] : [];
}

const isChild = (item: SelectItem): item is { readonly subquery: Query } =>
  typeof item === 'object' && 'subquery' in item;
