/** The key of a call: one text for one meaning. */

import { hash } from 'node:crypto';
import { canonicalJson } from '../contract/wire/json.ts';

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
    digested = digest(canonicalJson(params));
    digests.set(params, digested);
  }
  return `${prefix}${entity}:${action}:${digested}`;
}

/** Who asks the same again and again may do it with the same params: they are never changed. */
const digests = new WeakMap<object, string>();
