/**
 * Text comparison without regard to case, beyond ASCII too, in step with SQLite's NOCASE. Equality
 * with an ASCII text is the column's own NOCASE, which uses its index; every other comparison folds
 * both sides.
 */

import type { FieldType } from '../../contract/crm/declaration.ts';
import { fold, isPlainText } from './nocase.ts';
import type { ScopeColumn } from './scope.ts';
import { inList, joined, raw, type Sql, sql } from './sql.ts';

const textTypes: ReadonlySet<FieldType> = new Set([
  'string',
  'textarea',
  'picklist',
  'multipicklist',
  'combobox',
  'email',
  'phone',
  'url',
]);

export function isText(type: FieldType): boolean {
  return textTypes.has(type);
}

const longText = 255;

/** Addresses, bytes and long texts: neither compared nor ordered, grouped or aggregated. */
export function isOpaque({ type, field }: ScopeColumn): boolean {
  const isLong = type === 'textarea' && (field?.spec.length ?? 0) > longText;
  return isLong || type === 'address' || type === 'base64';
}

/** Sort key of a value in its column: equal keys, equal values. */
export function sortKey(column: ScopeColumn): Sql {
  if (!isText(column.type)) return column.sql;
  return column.folded ?? sql`fold(${column.sql})`;
}

export function textCompare(column: ScopeColumn, operator: string, value: string): Sql {
  return operator === '=' && isPlainText(value)
    ? sql`(${column.sql} = ${value})`
    : sql`(${sortKey(column)} ${raw(operator)} ${fold(value)})`;
}

export function textList(column: ScopeColumn, values: readonly string[]): Sql {
  const plain = values.filter(isPlainText);
  const other = values.filter((value) => !isPlainText(value)).map(fold);
  const parts: Sql[] = [];
  if (plain.length > 0) parts.push(sql`${column.sql} ${inList(plain)}`);
  if (other.length > 0) parts.push(sql`${sortKey(column)} ${inList(other)}`);
  return sql`(${joined(parts, ' OR ')})`;
}

/**
 * `pattern` has `%`, `_` and backslash escapes. SQLite ends a pattern at NUL: a noncharacter stands for it, which no
 * value has either.
 */
export function likeText(column: Sql, pattern: string): Sql {
  const escaped = pattern.replaceAll('\0', '\uffff');
  return isPlainText(escaped)
    ? sql`(${column} LIKE ${escaped} ESCAPE '\\')`
    : sql`(fold(${column}) LIKE ${fold(escaped)} ESCAPE '\\')`;
}
