/** What people type for numbers: with the separators of their country where these can't be two numbers, else refused in words. */

import { expect, it } from 'vitest';
import { faultOf, textOf } from '../../src/graphiql/explorer/typed-text.ts';

it.each([
  ['75000', '75000'],
  ['75,000', '75000'],
  [' 75 000 ', '75000'],
  ['75\u202f000', '75000'],
  ['1’234’567', '1234567'],
  ['1,234,567.5', '1234567.5'],
  ['1.234.567', '1234567'],
  ['1.234.567,5', '1234567.5'],
  ['75.000,50', '75000.50'],
  ['-0,5', '-0.5'],
  ['\u221212', '-12'],
  ['0.125', '0.125'],
  ['1e6', '1e6'],
])('reads %j as %s', (typed, text) => {
  expect(textOf('Float', typed)).toBe(text);
});

it.each([
  ['75.000', '75.000 may be two numbers: write 75000, or 75.0000.'],
  ['75,', 'expected a number, such as 75,000 or 0.5; got “75,”.'],
  ['75,00,000', 'expected a number, such as 75,000 or 0.5; got “75,00,000”.'],
  ['abc', 'expected a number, such as 75,000 or 0.5; got “abc”.'],
  ['50k', 'expected a number, such as 75,000 or 0.5; got “50k”.'],
  ['', 'expected a number, such as 75,000 or 0.5; got nothing.'],
])('refuses %j: %s', (typed, fault) => {
  expect(textOf('Float', typed)).toBeNull();
  expect(faultOf('Float', typed)).toBe(fault);
});

it('takes whole numbers alone where a part makes no sense', () => {
  expect(textOf('Int', '1,000')).toBe('1000');
  for (const typed of ['1.000', '1,5', '1.5', '1e3', '']) {
    expect(textOf('Int', typed)).toBeNull();
    expect(faultOf('Int', typed)).toContain('expected a whole number');
  }
});
