/** Values of a call's row as the index keeps them: normalised, short, null for what can't be read. */

import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { idText, instantOf } from '../contract/wire/value.ts';

/** One @, nothing that would need quoting, no empty label: what real systems hand out and match on. */
const address = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]/]{1,253}$/u;

/**
 * Trimmed and case-folded; null for what is no address. Two spellings of one address give one key:
 * ` Ana.Díaz@Example.COM ` → `ana.díaz@example.com`.
 */
export function normaliseEmail(value: unknown): string | null {
  const text = cleanText(value)?.normalize('NFC').toLowerCase();
  if (text === undefined || !address.test(text)) return null;
  const domain = text.slice(text.indexOf('@') + 1);
  return domain.split('.').some((label) => label === '') ? null : text;
}

/**
 * The id's first 15 characters, since the 15- and 18-character forms name the same record; case
 * counts. Ids of another form (another CRM's) stay as they are.
 */
export function normaliseCrmId(value: unknown): string | null {
  const text = cleanText(value);
  if (text === undefined || text.length > longestId) return null;
  return /^[a-zA-Z0-9]{18}$/.test(text) ? text.slice(0, 15) : text;
}

/** A decimal string of up to 20 digits, whether it came as text or as a number. */
export function normaliseUserId(value: unknown): string | null {
  const text = cleanText(idText(value));
  return text === undefined || text.length > longestId ? null : text;
}

/** Longer ids are noise; a bound keeps one odd row from filling a database page. */
export const longestId = 100;

/** Of the part of an address behind its @. */
export const longestDomain = 253;

/** Text without what a database refuses (NUL, lone surrogates) and without outer space; undefined when nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
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
