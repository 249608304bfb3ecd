/** One text for one meaning: the key of a call. */

import { hash } from 'node:crypto';

/**
 * JSON with sorted keys, absent members left out.
 *
 *     canonical({ b: 1, a: { d: undefined, c: 2 } })  → '{"a":{"c":2},"b":1}'
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** A digest to stand for a text that must not be kept or would be too long. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Key of a call within its instance. Params are digested: they hold personal data, and keys travel. */
export function callKey(
  prefix: string,
  entity: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
): string {
  let digested = digests.get(params);
  if (digested === undefined) {
    digested = digest(canonical(params));
    digests.set(params, digested);
  }
  return `${prefix}${entity}:${action}:${digested}`;
}

/** Who asks the same again and again may do it with the same params: they are never changed. */
const digests = new WeakMap<object, string>();
