/** What may be said of a request in public: its form, without one value of it. */

import { isObject } from './json.ts';

/**
 * A query with its literals taken out.
 *
 *     SELECT Id FROM Contact WHERE Email = 'x@y' LIMIT 5   → SELECT Id FROM Contact WHERE Email = ? LIMIT 5
 *     FIND {smith} IN ALL FIELDS RETURNING Contact(Id)     → FIND {?} IN ALL FIELDS RETURNING Contact(Id)
 *     WHERE Id IN ('a','b','c')                            → WHERE Id IN (? ×3)
 */
export function queryShape(query: string): string {
  return (
    query
      // A literal that never ends takes the rest with it.
      .replace(/'(?:[^'\\]|\\[\s\S])*(?:'|$)/g, '?')
      .replace(/\{(?:[^{}\\]|\\[\s\S])*(?:\}|$)/g, '{?}')
      .replace(/\?(?:\s*,\s*\?)+/g, (list) => `? ×${list.split(',').length}`)
  );
}

/** Params whose names say that their value is a form, a date or a choice: these may be shown. */
const open = /^(from|to|fromDateTime|toDateTime|fromDate|toDate|context|contextTiming|fields)$/;

/** Params as they may appear in explanations and logs: names, dates, flags and counts; no ids, no text. */
export function paramsShape(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, valueShape(name, value)]),
  );
}

function valueShape(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (isObject(value)) return paramsShape(value);
  if (Array.isArray(value)) return open.test(name) ? value : `×${value.length}`;
  if (typeof value !== 'string') return '…';
  if (name === 'q') return queryShape(value);
  return open.test(name) && /^[\w:.+,\s-]*$/.test(value) ? value : '…';
}
