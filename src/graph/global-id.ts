/** Global ids: the type's name and the upstream id, opaque to clients. */

import { UserInputError } from '../errors.ts';

/** `Contact`, `003…` → base64url text. The same record has one global id for ever. */
export function encodeGlobalId(type: string, id: string): string {
  return Buffer.from(`${type}:${id}`).toString('base64url');
}

const form = /^([A-Z][A-Za-z0-9]*):([\x21-\x7e]{1,200})$/;

/**
 * The inverse of encodeGlobalId. Whether the type exists and whether the id fits it is for the
 * caller to check.
 * @throws UserInputError for text that encodeGlobalId can't have made.
 */
export function decodeGlobalId(globalId: string): { typename: string; id: string } {
  const text =
    globalId.length <= 400 && /^[A-Za-z0-9_-]+$/.test(globalId)
      ? Buffer.from(globalId, 'base64url').toString('latin1')
      : '';
  const match = form.exec(text);
  if (match === null || encodeGlobalId(match[1]!, match[2]!) !== globalId) {
    throw new UserInputError(
      `Expected a global id as this graph hands them out, got ${JSON.stringify(globalId.slice(0, 40))}.`,
    );
  }
  return { typename: match[1]!, id: match[2]! };
}
