/** Reads parameters as the platform does: what is missing is missing, what has another type is ignored, what is malformed is refused. */

import { isObject } from '../../../contract/wire/json.ts';
import { callAnalyticsError } from '../../backend.ts';

type Bag = Readonly<Record<string, unknown>>;

/** A member that is an object; an empty one when it is anything else. */
export function bagOf(params: Bag, name: string): Bag {
  const value = params[name];
  return isObject(value) ? value : {};
}

export function textOf(params: Bag, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts; an empty list counts as not given, as it does upstream. */
export function textsOf(params: Bag, name: string): readonly string[] | undefined {
  const value = params[name];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.filter((member): member is string => typeof member === 'string');
}

export function flagOf(params: Bag, name: string): boolean {
  return params[name] === true;
}

/** An instant in microseconds. @throws BackendError 400 for a text that is none. */
export function microsOf(params: Bag, name: string, path = name): number | undefined {
  const value = textOf(params, name);
  if (value === undefined) return undefined;
  const instant = Date.parse(value);
  if (Number.isNaN(instant))
    throw callAnalyticsError(400, `${path}: expected an ISO 8601 date-time`);
  // Date.parse keeps milliseconds; the digits after them count too.
  const sub = /\.\d{3}(\d{1,3})/.exec(value)?.[1] ?? '';
  return instant * 1000 + Number(sub.padEnd(3, '0'));
}

/** A date `YYYY-MM-DD`. @throws BackendError 400 for a text that is none. */
export function dateOf(params: Bag, name: string, path = name): string | undefined {
  const value = textOf(params, name);
  if (value === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(`${value}T00:00:00Z`)))
    throw callAnalyticsError(400, `${path}: expected a date YYYY-MM-DD`);
  return value;
}
