/** ORDER BY as SQL: text without regard to case, empty values where the statement wants them. */

import { malformed } from './problem.ts';
import type { Column } from './scope.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import { sortKey } from './text.ts';
import type { Expression, Ordering } from './tree.ts';

/**
 * The keys of an ORDER BY, without the words; null when there is none.
 * @throws StatementProblem MALFORMED_QUERY for fields that can't be sorted.
 */
export function orderKeys(
  orderBy: readonly Ordering[],
  columnOf: (expression: Expression) => Column,
): Sql | null {
  if (orderBy.length === 0) return null;
  const keys = orderBy.map(({ expression, descending, nulls }) => {
    const column = columnOf(expression);
    if (!isSortable(column)) {
      throw malformed(`field '${column.name}' can not be sorted in a query call`, expression.text);
    }
    // Without the NULLS clause an index can give the order; a required column has no use for it.
    const empty = column.required ? '' : ` NULLS ${nulls}`;
    return sql`${sortKey(column)}${raw(`${descending ? ' DESC' : ' ASC'}${empty}`)}`;
  });
  return joined(keys, ', ');
}

const longText = 255;

export function isLongText({ type, field }: Column): boolean {
  return type === 'textarea' && (field?.spec.length ?? 0) > longText;
}

function isSortable(column: Column): boolean {
  const { type } = column;
  return type !== 'address' && type !== 'base64' && type !== 'multipicklist' && !isLongText(column);
}
