/** Text without regard to case, beyond ASCII too, and in step with SQLite's NOCASE. */

import type { DatabaseSync } from 'node:sqlite';

/**
 * Lower case for comparing. Letters whose lower case is ASCII while they are not (the Kelvin sign,
 * the dotted capital I) stay: NOCASE leaves them too, and the two must agree on every ASCII text.
 */
export function fold(text: string): string {
  return text.replace(/[^\u212A\u0130]+/g, (part) => part.toLowerCase()).replaceAll('ς', 'σ');
}

/** Whether NOCASE compares this text with any other as `fold` would. */
export function isPlainText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII character is meant
  return /^[\x00-\x7f]*$/.test(text);
}

/** Makes `fold(text)` known to the connection; other values pass through. */
export function registerFold(db: DatabaseSync): void {
  db.function('fold', { deterministic: true }, (value) =>
    typeof value === 'string' ? fold(value) : (value ?? null),
  );
}
