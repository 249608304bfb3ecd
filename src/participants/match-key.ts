/** Match keys (addresses, CRM record ids and user ids, normalised so that a call and a record meet in equal values) and the other values of a call's row as the index stores them: cleaned, bounded, null for a value that matches nothing or has another form. */

import { cleanText } from '../contract/email-address.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import { idText, instantOf } from '../contract/wire/upstream-value-reader.ts';

/** Kinds of keys, each stored as one letter, since a million rows hold it. */
export const keyKinds = { email: 'e', crm: 'c', user: 'u' } as const;

export type KeyKind = keyof typeof keyKinds;

export interface Key {
  readonly kind: KeyKind;
  /** Normalised. */
  readonly value: string;
}

/**
 * Normalises a record id to its first 15 characters, since the 15- and 18-character forms name the
 * same record; case counts. Ids of another form (another CRM's) stay as they are.
 * @example normaliseCrmId('001xx000003DGb2AAG') // → '001xx000003DGb2'
 */
export function normaliseCrmId(value: unknown): string | null {
  const text = cleanText(value);
  if (text === undefined || text.length > longestId) return null;
  return /^[a-zA-Z0-9]{18}$/.test(text) ? text.slice(0, 15) : text;
}

/**
 * Normalises a user id to text, whether it came as text or as a number.
 * @example normaliseUserId(4827) // → '4827'
 */
export function normaliseUserId(value: unknown): string | null {
  const text = cleanText(idText(value));
  return text === undefined || text.length > longestId ? null : text;
}

/** Length limit of an address's domain. */
export const longestDomain = 253;

/** Longer ids are noise; a bound keeps one odd row from filling a database page. */
export const longestId = 100;

/**
 * Text as searches compare it: in lower case, without accents. Marks of other scripts make other letters, and stay.
 * @example foldedText('Müller') // → 'muller'
 */
export function foldedText(text: string): string {
  const apart = text.normalize('NFKD').toLowerCase();
  const accents = /[\u0300-\u036f]/g;
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
