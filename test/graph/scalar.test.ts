import { describe, expect, it } from 'vitest';
import { dateTimeScalar, emailAddressScalar } from '../../src/graph/scalar.ts';

const badForm = expect.objectContaining({ code: 'UPSTREAM_BAD_RESPONSE' });

describe('an e-mail address', () => {
  it.each([
    ...['ana@example.com', "o'hara+x@example.co.uk", 'a..b@example.com', 'root@localhost'],
    ...['jörg@example.com', '用户@例子.example', 'δοκιμή@παράδειγμα.example', 'अजय@डाटा.भारत'],
    ...['josé@xn--mnchen-3ya.example', '"two words"@example.com', 'root@[192.0.2.1]'],
  ])('such as %s comes out as it is', (address) => {
    expect(emailAddressScalar.serialize(address)).toBe(address);
    expect(emailAddressScalar.parseValue(address)).toBe(address);
  });

  it.each([...['b.levy@expressl&t.net', 'x@y_z.com', 'ana@-example.com', 'ana@example..com']])(
    'such as %s is shown, because a system has it, and refused as an argument',
    (address) => {
      expect(emailAddressScalar.serialize(address)).toBe(address);
      expect(() => emailAddressScalar.parseValue(address)).toThrow(
        /^Expected an e-mail address\.$/,
      );
    },
  );

  it.each([
    ...['', 'ana', 'ana@', '@example.com', 'a@b@example.com', 'ana@exam ple.com'],
    ...['a b@example.com', 'a\u0000b@example.com', 'a@example.com, b@example.com'],
    ...['Ana <ana@example.com>', `${'x'.repeat(600)}@example.com`, 7, null, ['ana@example.com']],
  ])('is not %j, which is refused and not repeated', (value) => {
    expect(() => emailAddressScalar.serialize(value)).toThrow(badForm);
    expect(() => emailAddressScalar.serialize(value)).toThrow(
      /^Expected [\w -]+ from upstream, got [\w ]+\.$/,
    );
    expect(() => emailAddressScalar.parseValue(value)).toThrow(/^Expected an e-mail address\.$/);
  });
});

describe('an instant', () => {
  it('comes out as it is, and from text only in its documented forms', () => {
    const at = new Date('2026-03-01T10:00:00Z');
    expect(dateTimeScalar.serialize(at)).toBe(at.toISOString());
    expect(dateTimeScalar.serialize('2026-03-01T12:00:00+02:00')).toBe(at.toISOString());
    for (const value of [0, at.getTime(), '2026-03-01', new Date(Number.NaN), {}])
      expect(() => dateTimeScalar.serialize(value)).toThrow(badForm);
  });
});
