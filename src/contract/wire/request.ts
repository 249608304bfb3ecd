/** The execute request: its path, its body, and what of it may be shown in public: its form, without one value of it. */

import { UserInputError } from '../../errors.ts';
import { isObject } from './json.ts';

/**
 * Path of an instance's execute endpoint below the base address.
 * @throws UserInputError for an id that could change the path or the host: only letters, digits
 *   and `_ - : .` are ids; dots alone are directories.
 */
export function executePath(basePath: string, instanceId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/.test(instanceId)) {
    throw new UserInputError(
      'A connector instance id must be 1–128 letters, digits, "_", "-", ":" or "." and begin with a letter or digit; what came is not printed.',
    );
  }
  let base = basePath;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return `${base}/api/v1/connectors/instances/${encodeURIComponent(instanceId)}/execute`;
}

/** The body; `params` is left out when there are none, as the interface asks. */
export function executeBody(
  entity: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
): string {
  for (const _ in params) return JSON.stringify({ entity, action, params });
  return JSON.stringify({ entity, action });
}

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

const instant = /^[\d:TZ.+-]{4,40}$/;
const word = /^[A-Za-z]{1,20}$/;

/** Params whose value is a form, a date or a choice, and what it then looks like: these may be shown. */
const open: Readonly<Record<string, RegExp>> = {
  from: instant,
  to: instant,
  fromDateTime: instant,
  toDateTime: instant,
  fromDate: instant,
  toDate: instant,
  context: word,
  contextTiming: word,
  fields: /^[A-Za-z][\w.]*(, ?[A-Za-z][\w.]*)*$/,
};

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
  const shown = Object.hasOwn(open, name) ? open[name] : undefined;
  const mayShow = (one: unknown): boolean => typeof one === 'string' && shown?.test(one) === true;
  if (Array.isArray(value)) return value.every(mayShow) ? value : `×${value.length}`;
  if (name === 'q' && typeof value === 'string') return queryShape(value);
  return mayShow(value) ? value : '…';
}
