/** Values of upstream rows that are taken apart here and not by a scalar: ids, text, lists and objects, held to their form. */

import { SwitchboardError } from '../errors.ts';

/**
 * An id a row carries, null where it carries none.
 * @throws SwitchboardError for a value that is no text: numbers have lost their last digits.
 */
export function idOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  throw misshapen('an id as text');
}

/**
 * Text a row carries, null where it carries none. Numbers and truths are read as what they say.
 * @throws SwitchboardError for a value that is none of these.
 */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw misshapen('text');
  return String(value);
}

/**
 * An object a row carries, null where it carries none.
 * @throws SwitchboardError for a value that is no object.
 */
export function objectOf<T extends object>(value: unknown): T | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && !Array.isArray(value)) return value as T;
  throw misshapen('an object');
}

/**
 * A list a row carries, empty where it carries none.
 * @throws SwitchboardError for a value that is no list.
 */
export function listOf<T>(value: readonly T[] | null | undefined): T[] {
  return listOrNull(value) ?? [];
}

/** The same, null where the row carries none. Holes in it are left out. */
export function listOrNull<T>(value: readonly T[] | null | undefined): T[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw misshapen('a list');
  return value.filter((item) => item !== null && item !== undefined);
}

/** What an answer leaves out although it was asked for, where the upstream says null for nothing. */
export function absent(name: string): SwitchboardError {
  const message = `Expected ${name} from upstream, null or not, got an answer without it.`;
  return new SwitchboardError('UPSTREAM_BAD_RESPONSE', message, true);
}

export function misshapen(expected: string): SwitchboardError {
  const message = `Expected ${expected} from upstream, got a value of another form.`;
  return new SwitchboardError('UPSTREAM_BAD_RESPONSE', message, true);
}
