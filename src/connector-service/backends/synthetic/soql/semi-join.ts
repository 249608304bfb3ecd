/** What the CRM takes of semi-joins and anti-joins: two, beside the other conditions, each over another object. */

import type { Condition, JoinQuery, Query } from '../../../../soql/query.ts';
import { malformed } from './problem.ts';

const maxJoins = 2;

/** Objects whose rows no join looks at. */
const notJoined = new Set('activityhistory attachment event note openactivity task'.split(' '));

/** @throws StatementProblem MALFORMED_QUERY for a join where the CRM takes none. */
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

/** Joins that stand at the top of a condition, alone or under AND. */
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
