import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, keyPrefix, normalizeCrmId } from '../../../src/contract/crm/id.ts';

const id15 = fc.stringMatching(/^[A-Za-z0-9]{15}$/);

/** The checksum by the book: each group's capitals as a binary number, written last bit first. */
function checksumByTheBook(id: string): string {
  return (id.match(/.{5}/g) ?? [])
    .map((group) => {
      const bits = [...group].map((letter) => (/[A-Z]/.test(letter) ? '1' : '0'));
      const value = Number.parseInt(bits.reverse().join(''), 2);
      return value < 26 ? String.fromCharCode(65 + value) : String(value - 26);
    })
    .join('');
}

describe('ids of CRM records', () => {
  it.each([
    ['001000000000001', 'AAA'],
    ['001A0000000aBcD', 'IAU'],
    ['ABCDEFGHIJKLMNO', '555'],
    ['Abcdeabcdeabcde', 'BAA'],
    ['abcdEabcdEabcdE', 'QQQ'],
    ['aBCDEabcdeABCDe', '4AP'],
  ])('%s gets the checksum %s', (id, sum) => {
    expect(normalizeCrmId(id)).toBe(id + sum);
  });

  it('get the checksum that the capitals of each group of five spell', () => {
    fc.assert(fc.property(id15, (id) => checksum(id) === checksumByTheBook(id)));
  });

  it('are the same record in either length', () => {
    fc.assert(
      fc.property(id15, (id) => {
        const long = normalizeCrmId(id);
        expect(long).not.toBeNull();
        expect(normalizeCrmId(long ?? '')).toBe(long);
      }),
    );
  });

  it('differ by case alone', () => {
    expect(normalizeCrmId('00K000000000001')).not.toBe(normalizeCrmId('00k000000000001'));
    expect(keyPrefix('00K000000000001')).toBe('00K');
    expect(keyPrefix('00k000000000001')).toBe('00k');
  });

  it.each([
    ['empty', ''],
    ['too short', '00100000000000'],
    ['between the lengths', '0010000000000010'],
    ['too long', '001000000000001AAAA'],
    ['with a checksum of another id', '001000000000001AAB'],
    ['with a checksum in small letters', '001000000000001aaa'],
    ['in capitals, its checksum kept', 'ABCDEABCDEABCDEAAA'],
    ['with a quote', "00100000000000'"],
    ['with more behind it', "001000000000001' LIMIT 1"],
    ['with a line break behind it', '001000000000001\n'],
    ['with letters of another script', '00100000000000é'],
    ['of digits in another script', '٠٠١٠٠٠٠٠٠٠٠٠٠٠١'],
  ])('are none when %s', (_, id) => {
    expect(normalizeCrmId(id)).toBeNull();
  });
});
