/** Blanks between the words of languages that have none, so that FIND finds them. */

import type { DatabaseSync } from 'node:sqlite';
import { withBlanks } from '../../contract/word-break.ts';

/** Makes `with_blanks(text)`, which the triggers of the index call, known to the connection. */
export function registerBlanks(db: DatabaseSync): void {
  db.function('with_blanks', { deterministic: true }, (value) =>
    typeof value === 'string' ? withBlanks(value) : (value ?? null),
  );
}
