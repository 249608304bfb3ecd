/** Match keys: e-mail addresses, CRM record ids and user ids, normalised so that a call and a record meet in equal values; null for a value that matches nothing. */

import { idText } from '../contract/wire/value.ts';
import { cleanText, longestId } from './row-value.ts';

/** Stored as one letter, because a million rows carry it. */
export const keyKinds = { email: 'e', crm: 'c', user: 'u' } as const;

export type KeyKind = keyof typeof keyKinds;

export interface Key {
  readonly kind: KeyKind;
  /** Normalised. */
  readonly value: string;
}

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

/** Of the part of an address behind its @. */
export const longestDomain = 253;
