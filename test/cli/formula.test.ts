/** CSV for spreadsheets: a text that one would run as a formula stays a text in it, whatever stands before the formula. */

import { expect, it } from 'vitest';
import { csv } from '../../src/questions/csv.ts';

const formulas = [
  '=1+1',
  '+1',
  '-1+cmd',
  '@SUM(1)',
  '＝1',
  '＋1',
  '－1',
  '＠A1',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫A1',
  '−1',
];

/** The text in a file of one record and one column, as a reader of RFC 4180 gives it out. */
function cellOf(text: string): string {
  const record = csv([[text]]).replace(/\r\n$/, '');
  return record.startsWith('"') ? record.slice(1, -1).replaceAll('""', '"') : record;
}

/** Every character that spreadsheets pass over, or that nobody sees. */
const passedOver = Array.from({ length: 0x3_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) =>
    /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u.test(character),
  );

it('puts an apostrophe before a formula, and before what stands before it', () => {
  expect(passedOver.length).toBeGreaterThan(150);
  for (const before of ['', '"', '\ufeff"', ' \n\u00a0\u200b', ...passedOver])
    for (const formula of before.length < 2 ? formulas.slice(0, 5) : formulas)
      expect(cellOf(before + formula)).toBe(`'${before}${formula}`);
  for (const formula of formulas) expect(cellOf(formula)).toBe(`'${formula}`);
  // Also in the names of columns, and where a tab or a line break alone would begin another cell.
  expect(csv([['\n=a']])).toBe(`"'\n=a"\r\n`);
  expect([cellOf('\tx'), cellOf('\rx')]).toEqual([`'\tx`, `'\rx`]);
});

it('leaves every other text, and numbers, as they are', () => {
  const texts = [
    'a=b',
    ' a',
    '(=1)',
    '1-2',
    '"a"',
    'ünï',
    '😀=',
    '\u200b',
    ' ',
    '#',
    "'=1",
    'a\n=b',
  ];
  for (const text of texts) expect(cellOf(text)).toBe(text);
  expect(csv([[-5, 1.5, true, null, [-1], { a: '=1' }]])).toBe(
    '-5,1.5,true,,[-1],"{""a"":""=1""}"\r\n',
  );
});
