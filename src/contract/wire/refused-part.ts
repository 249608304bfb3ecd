/** Refused parts: which field, relationship or object of a statement an error speaks of, by its text or its place. */

import type { RefusedPart } from '../../errors.ts';
import type { ErrorBody } from './error-body.ts';
import { queryShape } from './execute.ts';

const codes: ReadonlySet<string> = new Set(['INVALID_FIELD', 'INVALID_TYPE']);

const unknownObject =
  /(?:sObject type '([A-Za-z]\w{0,80})' is not supported|entity type '?([A-Za-z]\w{0,80})'? does not support search)/i;
/** Texts that name the part first and, some of them, the object second. */
const texts: readonly RegExp[] = [
  /no such (?:column|relation) '([A-Za-z][\w.]{0,250})' on (?:entity|sobject of type) '?([A-Za-z]\w{0,80})/i,
  /didn't understand relationship '([A-Za-z][\w.]{0,250})' in field path/i,
  /didn't understand relationship '([A-Za-z][\w.]{0,250})' in FROM part/i,
];

/**
 * The part that an error of the CRM speaks of; null for an error of another kind. A name counts only where
 * the statement has it, too: it is shown, and learnt from.
 */
export function refusedPart(
  { codes: errorCodes, texts: said }: ErrorBody,
  { q, fields }: Readonly<Record<string, unknown>>,
): RefusedPart | null {
  const statement = typeof q === 'string' ? q : typeof fields === 'string' ? fields : '';
  if (statement === '') return null;
  // Without its values, which are personal.
  const shape = (typeof q === 'string' ? queryShape(q) : statement).toLowerCase();
  const isIn = (part: string | undefined): part is string =>
    part !== undefined && shape.includes(part.toLowerCase());
  for (const text of said) {
    const object = unknownObject.exec(text);
    const unknown = object?.[1] ?? object?.[2];
    if (isIn(unknown)) return { name: unknown, object: null, isObject: true };
    for (const pattern of texts) {
      const [, part, on = null] = pattern.exec(text) ?? [];
      if (isIn(part)) return { name: part, object: on, isObject: false };
    }
  }
  if (!errorCodes.some((code) => codes.has(code))) return null;
  const name = said.map((text) => nameAt(statement, text)).find(isIn) ?? null;
  return { name, object: null, isObject: false };
}

/** The name at the place that an error points at. */
function nameAt(statement: string, text: string): string | undefined {
  const [, row, column] = /Row:(\d{1,6}):Column:(\d{1,6})/.exec(text) ?? [];
  const line = statement.split('\n')[Number(row) - 1];
  if (line === undefined) return undefined;
  return /^[A-Za-z][\w.]*/.exec(line.slice(Number(column) - 1))?.[0];
}
