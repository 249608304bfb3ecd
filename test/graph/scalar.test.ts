import { describe, expect, it } from 'vitest';
import { discreet, emailAddress } from '../../src/graph/scalar.ts';

describe('an e-mail address', () => {
  it.each([
    ...['ana@example.com', "o'hara+x@example.co.uk", 'a..b@example.com', 'root@localhost'],
    ...['jörg@example.com', '用户@例子.example', 'δοκιμή@παράδειγμα.example', 'अजय@डाटा.भारत'],
    ...['josé@xn--mnchen-3ya.example', '"two words"@example.com', 'root@[192.0.2.1]'],
  ])('such as %s comes out as it is', (address) => {
    expect(discreet(emailAddress).serialize(address)).toBe(address);
    expect(emailAddress.parseValue(address)).toBe(address);
  });

  it.each([
    ...[
      '',
      'ana',
      'ana@',
      '@example.com',
      'a@b@example.com',
      'ana@exam ple.com',
      'a b@example.com',
    ],
    ...['ana@-example.com', 'ana@example..com', 'ana@example.com\n', 'a\u0000b@example.com'],
    ...['Ana <ana@example.com>', `${'x'.repeat(600)}@example.com`, 7, null, ['ana@example.com']],
  ])('is not %j, which is refused and not repeated', (value) => {
    expect(() => discreet(emailAddress).serialize(value)).toThrow(
      'Expected a value of type EmailAddress from upstream, got one of another form.',
    );
    expect(() => emailAddress.parseValue(value)).toThrow(/^Expected an e-mail address\.$/);
  });
});
