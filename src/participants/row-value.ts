/** Values of a call's row, read for the index: cleaned, bounded, null for a value of another form. */

import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { instantOf } from '../contract/wire/upstream-value-reader.ts';

/** Longer ids are noise; a bound keeps one odd row from filling a database page. */
export const longestId = 100;

/** Text without what a database refuses (NUL, lone surrogates) and without outer space; undefined when nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
}

/**
 * Text as searches compare it: in lower case, without accents: `Müller` → `muller`. Marks of other scripts make
 * other letters, and stay.
 */
export function foldedText(text: string): string {
  const [apart, accents] = [text.normalize('NFKD').toLowerCase(), /[\u0300-\u036f]/g];
  return apart.replaceAll(accents, '').normalize('NFC');
}

export function member(row: Row, name: string): Row {
  return isObject(row[name]) ? row[name] : {};
}

export function rowList(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function shortText(value: unknown): string | null {
  const text = cleanText(value);
  return text === undefined || text.length > longestId ? null : text;
}

/** Null for a value of another form: a row without a time is counted as skipped. */
export function instantMs(value: unknown): number | null {
  try {
    return instantOf(value)?.getTime() ?? null;
  } catch {
    return null;
  }
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.max(0, Math.round(value))
    : null;
}
