/** Match keys: e-mail addresses, CRM record ids and user ids, normalised so that a call and a record meet in equal values; null for a value that matches nothing. */

import { idText } from '../contract/wire/upstream-value-reader.ts';
import { cleanText, longestId } from './row-value.ts';

/** Kinds of keys, each stored as one letter, since a million rows hold it. */
export const keyKinds = { email: 'e', crm: 'c', user: 'u' } as const;

export type KeyKind = keyof typeof keyKinds;

export interface Key {
  readonly kind: KeyKind;
  /** Normalised. */
  readonly value: string;
}

/** Addresses that match: one @, no character that would need quoting. */
const address = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]/]{1,253}$/u;

/**
 * Normalises an address: trimmed, in lower case, NFC; null for text that is no address.
 * @example
 * normaliseEmail(' Ana.Díaz@Example.COM ') → 'ana.díaz@example.com'
 */
export function normaliseEmail(value: unknown): string | null {
  const text = cleanText(value)?.normalize('NFC').toLowerCase();
  if (text === undefined || !address.test(text)) return null;
  const domain = text.slice(text.indexOf('@') + 1);
  return domain.split('.').some((label) => label === '') ? null : text;
}

/**
 * Normalises a record id to its first 15 characters, since the 15- and 18-character forms name the
 * same record; case counts. Ids of another form (another CRM's) stay as they are.
 */
export function normaliseCrmId(value: unknown): string | null {
  const text = cleanText(value);
  if (text === undefined || text.length > longestId) return null;
  return /^[a-zA-Z0-9]{18}$/.test(text) ? text.slice(0, 15) : text;
}

/** Normalises a user id to text, whether it came as text or as a number. */
export function normaliseUserId(value: unknown): string | null {
  const text = cleanText(idText(value));
  return text === undefined || text.length > longestId ? null : text;
}

/** Length limit of an address's domain. */
export const longestDomain = 253;
