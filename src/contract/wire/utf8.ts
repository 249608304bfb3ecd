/** Bytes from outside as text. UTF-8 is checked, since decoders put U+FFFD in the place of anything else, and say nothing. */

import { isUtf8 } from 'node:buffer';

/** @returns null for bytes that are not UTF-8. */
export function utf8Text(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

/** Stands where bytes are no character: half of one, which UTF-8 can't spell, so that it is never a text's own. */
export const unreadable = '\udfff';

/**
 * Text of an upstream, without a byte order mark. One bad byte is no reason to lose a hundred rows: bytes that are
 * not UTF-8 become {@link unreadable}, and parseJson gives nobody the text that holds it.
 */
export function upstreamText(bytes: Buffer): string {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const unmarked = isMarked ? bytes.subarray(3) : bytes;
  return utf8Text(unmarked) ?? withMarks(unmarked);
}

/** U+FFFD in UTF-8, a unit for each byte. */
const replacementBytes = '\xef\xbf\xbd';

/** A genuine U+FFFD stays: what lies between these is decoded apart. */
const withMarks = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .split(replacementBytes)
    .map((part) => Buffer.from(part, 'latin1').toString('utf8').replaceAll('\ufffd', unreadable))
    .join('\ufffd');
