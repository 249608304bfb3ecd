/** Global ids: type name and upstream id, opaque to clients. */

import { beginningOf, UserInputError } from '../errors.ts';

/** Every row that is shown has its id written: in one place, without a buffer for each. */
const scratch = Buffer.allocUnsafe(1_024);

/** `Contact`, `003…` → base64url text. The same record has one global id for ever. */
export function encodeGlobalId(type: string, id: string): string {
  const text = `${type}:${id}`;
  // A letter takes three bytes at most.
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString('base64url');
  return scratch.toString('base64url', 0, scratch.write(text));
}

const form = /^([A-Z][A-Za-z0-9]*):([\x21-\x7e]{1,200})$/;

interface DecodedId {
  readonly typename: string;
  readonly id: string;
}

/** Cache of valid ids: pages name the same objects again, and their cost reads each id as well. */
const decoded = new Map<string, DecodedId>();
const maxDecoded = 4_096;

/**
 * The inverse of encodeGlobalId. Whether the type exists and whether the id fits it is for the
 * caller to check.
 * @throws UserInputError for text that encodeGlobalId can't have made.
 */
export function decodeGlobalId(globalId: string): DecodedId {
  const cached = globalId.length <= maxLength ? decoded.get(globalId) : undefined;
  if (cached !== undefined) return cached;
  const decodedId = decode(globalId);
  if (decoded.size >= maxDecoded) decoded.clear();
  decoded.set(globalId, decodedId);
  return decodedId;
}

/** A longer text is none of ours. */
const maxLength = 400;

function decode(globalId: string): DecodedId {
  const text =
    globalId.length <= maxLength
      ? scratch.toString('latin1', 0, scratch.write(globalId, 'base64url'))
      : '';
  const match = form.exec(text);
  // Decoding ignores characters outside the alphabet and bits beyond the last letter, so ids are
  // compared re-encoded.
  if (match === null || encodeGlobalId(match[1]!, match[2]!) !== globalId) {
    throw new UserInputError(
      `Expected a global id as this graph hands them out, got ${JSON.stringify(beginningOf(globalId, 40))}.`,
    );
  }
  return { typename: match[1]!, id: match[2]! };
}
