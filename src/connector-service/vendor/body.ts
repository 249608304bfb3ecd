/** Bodies of vendors' answers: bytes to text to JSON, with the digits of ids intact. */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isNoText, parseOddJson } from '../../contract/wire/json.ts';
import { unreadable, upstreamText } from '../../contract/wire/utf8.ts';
import { BackendError } from '../backend.ts';

const decoders = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The text of a body that a proxy compressed, although the request did not accept it.
 * @throws BackendError 502 where it can't be read, or is larger than `most` bytes
 */
export function decoded(bytes: Buffer, encoding: string | null, most: number): string {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity' || bytes.length === 0) return upstreamText(bytes);
  try {
    if (!Object.hasOwn(decoders, name)) throw new RangeError('No such encoding');
    return upstreamText(decoders[name as keyof typeof decoders](bytes, { maxOutputLength: most }));
  } catch {
    throw new BackendError(502, 'The vendor answered in an encoding that cannot be read');
  }
}

/**
 * JSON of a vendor with integers beyond 2^53 as their digits: as numbers they would be other ids.
 * @throws BackendError 502 for a text that is not JSON.
 */
export function readJson(text: string): unknown {
  try {
    const { value, isOdd } = parseOddJson(text);
    return isOdd ? withDigits(value) : value;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BackendError(502, 'The vendor answered with JSON that cannot be read');
    throw error;
  }
}

/** Replaces bigints, and what stands for a text that is none, in place: no other code holds the value yet. */
export function withDigits(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (isNoText(value)) return unreadable;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === 'bigint' || typeof member === 'object' || isNoText(member))
      members[name] = withDigits(member);
  }
  return value;
}
