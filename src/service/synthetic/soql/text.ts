/**
 * Comparing text columns. With an ASCII text on the other side the column's own NOCASE gives the
 * right answer and uses its index; any other text is compared folded.
 */

import { fold, isPlain } from './fold.ts';
import { inList, joined, raw, type Sql, sql } from './sql.ts';

export function textCompare(
  column: Sql,
  operator: '=' | '<' | '<=' | '>' | '>=',
  value: string,
): Sql {
  return isPlain(value)
    ? sql`(${column} ${raw(operator)} ${value})`
    : sql`(fold(${column}) ${raw(operator)} ${fold(value)})`;
}

export function textList(column: Sql, values: readonly string[]): Sql {
  const plain = values.filter(isPlain);
  const other = values.filter((value) => !isPlain(value)).map(fold);
  const parts: Sql[] = [];
  if (plain.length > 0) parts.push(sql`${column} ${inList(plain)}`);
  if (other.length > 0) parts.push(sql`fold(${column}) ${inList(other)}`);
  return sql`(${joined(parts, ' OR ')})`;
}

/** `pattern` has `%`, `_` and backslash escapes. */
export function likeText(column: Sql, pattern: string): Sql {
  return isPlain(pattern)
    ? sql`(${column} LIKE ${pattern} ESCAPE '\\')`
    : sql`(fold(${column}) LIKE ${fold(pattern)} ESCAPE '\\')`;
}
