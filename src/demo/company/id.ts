/** Ids of both systems, and plain words from names, for addresses and domains. */

import type { Random } from './random.ts';

/**
 * A decimal id of 16 to 19 digits, now and then of 20: never exact as a number, and in another
 * order as text than by value.
 */
export function decimalId(random: Random): string {
  const size = random.int(20);
  const head =
    size === 0
      ? 10_000_000 + random.int(8_446_744)
      : size < 4
        ? 9_008 + random.int(90_000)
        : 1_000_000 + random.int(8_223_372);
  return `${head}${String(random.int(1_000_000)).padStart(6, '0')}${String(random.int(1_000_000)).padStart(6, '0')}`;
}

/** Orders decimal ids by value. */
export function compareDecimal(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The 18-character id of the n-th record of an object. Neighbours may differ by the case of a letter only. */
export function recordId(keyPrefix: string, serial: number): string {
  let tail = '';
  for (let remaining = serial + 1; tail.length < 6; remaining = Math.floor(remaining / 62))
    tail = base62[remaining % 62] + tail;
  const body = `${keyPrefix}Sy0000${tail}`;
  return body + caseChecksum(body);
}

/** Three characters that hold the case of the first fifteen: a bit for each capital, five to a character. */
function caseChecksum(body: string): string {
  let checksum = '';
  for (let group = 0; group < 3; group += 1) {
    let bits = 0;
    for (let position = 0; position < 5; position += 1) {
      const letter = body[group * 5 + position]!;
      if (letter >= 'A' && letter <= 'Z') bits |= 1 << position;
    }
    checksum += checksumAlphabet[bits];
  }
  return checksum;
}

/** A name's ASCII letters and digits in lower case; `x` and a checksum of its characters where it has none. */
export function asciiWord(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  if (plain !== '') return plain;
  let sum = 7;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 46_656;
  return `x${sum.toString(36)}`;
}

/** An address as a person might retype it: other capitals, blanks around it. */
export function retyped(address: string, manner: 'capitals' | 'blanks' | 'shout'): string {
  if (manner === 'blanks') return ` ${address} `;
  if (manner === 'shout') return address.toUpperCase();
  return address.replace(
    /(^|\.|@)([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
