/** CRM record ids: 15 case-sensitive characters, or 18 with a checksum of the case. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * Checksum that makes a 15-character id safe where case is lost: three characters, each for five
 * characters of the id; bit n is set where the n-th of them is a capital.
 */
export function checksum(id15: string): string {
  return [0, 5, 10].map((start) => alphabet[capitals(id15, start)]).join('');
}

/** Capitals among five characters, as bits; -1 where one is no letter or digit. */
function capitals(id: string, start: number): number {
  let bits = 0;
  for (let n = 0; n < 5; n++) {
    const code = id.charCodeAt(start + n);
    const isCapital = code >= 65 && code <= 90;
    if (isCapital) bits |= 1 << n;
    else if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) return -1;
  }
  return bits;
}

/**
 * The 18-character form of an id, or null when it is none: wrong length, foreign characters, or a
 * checksum that doesn't fit. Both forms name the same record, so this is the one to compare and cache by.
 * @example normalizeCrmId('001xx000003DGb2') // → '001xx000003DGb2AAG'
 */
export function normalizeCrmId(id: string): string | null {
  if (id.length !== 15 && id.length !== 18) return null;
  for (let group = 0; group < 3; group++) {
    const bits = capitals(id, group * 5);
    if (bits < 0) return null;
    // Every row of every list comes by here: nothing is put together that is only compared.
    if (id.length === 18 && id.charCodeAt(15 + group) !== alphabet.charCodeAt(bits)) return null;
  }
  return id.length === 18 ? id : id + checksum(id);
}

/** Key prefix of an id: its first three characters, which identify the object. Case counts: 00K and 00k are different objects. */
export function keyPrefix(id: string): string {
  return id.slice(0, 3);
}
