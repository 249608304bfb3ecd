/** What arguments say: null, absent and empty members do not restrict, so they are not part of a question. */

import { canonical } from '../connector/canonical.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The same without members that say nothing; lists keep all their items, because an empty one is
 * a word of its own.
 *
 *     said({ first: 5, filter: { name: {}, id: { in: [] } }, after: null })  → { first: 5, filter: { id: { in: [] } } }
 */
export function said(given: object): Members {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      if (!isPlain(value)) return [[name, value]];
      const members = said(value);
      return Object.keys(members).length === 0 ? [] : [[name, members]];
    }),
  );
}

/** One text for one question. */
export function saidText(given: object): string {
  return canonical(JSON.parse(JSON.stringify(said(given))));
}

/** Dates and the like say what they are. */
function isPlain(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
