/** CRM record ids: 15 case-sensitive characters, or 18 with a checksum of the case. */

const fifteen = /^[A-Za-z0-9]{15}$/;
const eighteen = /^[A-Za-z0-9]{15}[A-Z0-5]{3}$/;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * The three characters that make a 15-character id safe where case is lost. Each stands for five
 * characters of the id: bit n is set where the n-th of them is a capital.
 */
export function checksum(id15: string): string {
  let sum = '';
  for (let start = 0; start < 15; start += 5) {
    let bits = 0;
    for (let n = 0; n < 5; n++) {
      const code = id15.charCodeAt(start + n);
      if (code >= 65 && code <= 90) bits |= 1 << n;
    }
    sum += alphabet[bits];
  }
  return sum;
}

/**
 * The 18-character form of an id, or null when it is none: wrong length, foreign characters, or a
 * checksum that doesn't fit. Both forms name the same record, so this is the one to compare and cache by.
 * @example normalizeCrmId('001xx000003DGb2') → '001xx000003DGb2AAG'
 */
export function normalizeCrmId(id: string): string | null {
  if (fifteen.test(id)) return id + checksum(id);
  if (eighteen.test(id) && checksum(id) === id.slice(15)) return id;
  return null;
}

/** The first three characters, which tell the object. Case counts: 00K and 00k are different objects. */
export function keyPrefix(id: string): string {
  return id.slice(0, 3);
}
