/** ORDER BY as SQL: text without regard to case, empty values where the statement wants them. */

import type { Expression, OrderBy } from '../../soql/query.ts';
import { currencyOf, inCorporate } from './currency.ts';
import { nameIn } from './expression.ts';
import { fold } from './nocase.ts';
import type { ScopeColumn } from './scope.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import { malformed } from './statement-error.ts';
import { isOpaque, sortKey } from './text-comparison.ts';

/**
 * The keys of an ORDER BY, without the words; null when there is none.
 * @throws StatementError MALFORMED_QUERY for fields that can't be sorted.
 */
export function orderByKeys(
  orderBy: readonly OrderBy[],
  columnOf: (expression: Expression, index: number) => ScopeColumn,
): Sql | null {
  if (orderBy.length === 0) return null;
  const keys = orderBy.map(({ path, direction, nulls = 'first' }, index) => {
    const column = columnOf(path, index);
    if (!isSortable(column)) {
      throw malformed(`field '${column.name}' can not be sorted in a query call`, nameIn(path));
    }
    // Without the NULLS clause an index can give the order; a required column has no use for it.
    const empty = column.required ? '' : ` NULLS ${nulls}`;
    return sql`${orderKey(column)}${raw(`${direction === 'desc' ? ' DESC' : ' ASC'}${empty}`)}`;
  });
  return joined(keys, ', ');
}

/**
 * Picklists are ordered by their setup, not by the alphabet; values that
 * aren't in the list come last. Conditions compare them as text all the same. Published: amounts are
 * ordered by what they are worth, whatever their currency.
 */
export function orderKey(column: ScopeColumn): Sql {
  const position = picklistPlace(column);
  if (currencyOf(column) !== null) return inCorporate(column);
  return position === null ? sortKey(column) : sql`${position} || ${sortKey(column)}`;
}

export const placeDigits = 4;

/** A picklist value's place in the setup, as text of a fixed length; SQL null for null, null for other columns. */
export function picklistPlace(column: ScopeColumn): Sql | null {
  const values = column.type === 'picklist' ? (column.field?.spec.values ?? []) : [];
  if (values.length === 0) return null;
  const places = values.map((value, index) => sql`WHEN ${fold(value)} THEN ${index}`);
  const position = sql`CASE ${sortKey(column)} ${joined(places, ' ')} ELSE ${values.length} END`;
  return sql`IIF(${column.sql} IS NULL, NULL, printf(${`%0${placeDigits}d`}, ${position}))`;
}

function isSortable(column: ScopeColumn): boolean {
  return column.type !== 'multipicklist' && !isOpaque(column);
}
