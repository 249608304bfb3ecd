/** Keys: what is one address, one record, and which id is larger. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '../../src/contract/email-address.ts';
import { originalId, sortableId } from '../../src/participants/indexed-call.ts';
import { normaliseCrmId } from '../../src/participants/match-key.ts';
import { anyText } from '../support/any-text.ts';

describe('an e-mail address', () => {
  it.each([
    [' Ana.Díaz@Example.COM ', 'ana.díaz@example.com'],
    ['a@b', 'a@b'],
    ["o'neil+calls@sub.customer.example", "o'neil+calls@sub.customer.example"],
    ['用户@例子.广告', '用户@例子.广告'],
    ['x\0y@z.example', 'xy@z.example'],
  ])('%j is %j', (given, expected) => {
    expect(normaliseEmail(given)).toBe(expected);
  });

  it.each([
    ...['', '   ', '@', 'a@', '@b', 'a', 'a b@c.d', 'a@b c', 'a@b@c', 'a@.b', 'a@b.', 'a@b..c'],
    ...['<a@b.c>', 'mailto:a@b.c', '"a b"@c.d', 'a@b,c@d', `${'x'.repeat(65)}@b.c`, 'a@b/c', '\0'],
    ...[null, undefined, 7, {}, ['a@b.c']],
  ])('%j is none', (given) => {
    expect(normaliseEmail(given)).toBeNull();
  });

  it('has one form, whatever its spelling', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.infiniteStream(fc.boolean()), (email, capitals) => {
        const once = normaliseEmail(email);
        fc.pre(once !== null);
        const spelled = [...email].map((letter) =>
          capitals.next().value ? letter.toUpperCase() : letter,
        );
        expect(normaliseEmail(`\t${spelled.join('')} `)).toBe(once);
        expect(normaliseEmail(once)).toBe(once);
      }),
    );
  });

  it('is taken from any text without harm', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        const email = normaliseEmail(text);
        if (email === null) return;
        expect(email.isWellFormed()).toBe(true);
        expect(email).not.toMatch(/\s|\0/);
        expect(email.split('@')).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a CRM id', () => {
  it('is one in 15 and in 18 characters, and case counts', () => {
    expect(normaliseCrmId('0015e00000Abc12AAB')).toBe('0015e00000Abc12');
    expect(normaliseCrmId(' 0015e00000Abc12 ')).toBe('0015e00000Abc12');
    expect(normaliseCrmId('0015e00000abc12')).not.toBe(normaliseCrmId('0015e00000Abc12'));
  });

  it('of another CRM stays as it is', () => {
    expect(normaliseCrmId('12345-678')).toBe('12345-678');
    expect(normaliseCrmId('')).toBeNull();
    expect(normaliseCrmId('x'.repeat(200))).toBeNull();
  });
});

describe('a call id', () => {
  it('sorts as the number it is, beyond 2^53 and 2^64, and comes back as it was', () => {
    const id = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(id, id, (a, b) => {
        const [x, y] = [sortableId(String(a)), sortableId(String(b))];
        expect(x < y).toBe(a < b);
        expect(originalId(x)).toBe(String(a));
      }),
    );
  });
});
