/** Words of transcripts and of questions: cut and folded alike, whatever language and notation. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  meets,
  questionWords,
  rangedWords,
  spokenWords,
} from '../../src/participants/spoken-word.ts';

test.each([
  ['We objected to the PRICE, at 10% more.', 'we objected to the price at 10 more'],
  ['naïve Café, Öl, Żółw, Прайсёнок, ΆΛΦΑ', 'naive cafe ol zołw праисенок αλφα'],
  ['Straße STRASSE ẞ ΟΔΟΣ οδός İstanbul', 'strasse strasse ss οδοσ οδοσ istanbul'],
  ["don’t DON'T l’avion e-mail C++ 3.5", 'don t don t l avion e mail c 3 5'],
  ['ｆｕｌｌ ｶﾀｶﾅ ﬁn ½ x²', 'full カタカナ fin 1 2 x2'],
  ['zu\u00ADviel ش\u200Cب', 'zuviel شب'],
  ['価格が高い。iPhoneを', '価格 が 高い iphone を'],
  ['我们觉得价格太高了', '我们 觉得 价格 太高 了'],
  ['ราคาแพงเกินไป ລາຄາແພງ តម្លៃថ្លៃ', 'ราคา แพง เกิน ไป ລາຄາ ແພງ តម្លៃ ថ្លៃ'],
  ['가격이 높아요 क्षत्रिय', '가격이 높아요 क्षत्रिय'],
  ['— … 👍 \u0301 \uD800', ''],
])('cuts and folds %j', (text, words) => {
  expect(spokenWords(text).join(' ')).toBe(words);
  expect(spokenWords(text.normalize('NFD')).join(' ')).toBe(words);
});

test('a word folded once more is the same, and holds no ASCII but letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const words = spokenWords(text);
      expect(words.flatMap(spokenWords).join(' ')).toBe(words.join(' '));
      expect(words.join('')).toMatch(/^[a-z0-9\u0080-\u{10FFFF}]*$/u);
      expect(words.every((word) => word.isWellFormed() && word.length <= 64)).toBe(true);
    }),
  );
});

test('ranges lead back to the words of the text', () => {
  const text = 'Don’t, 価格が高い: ½ naïve';
  const ranges = rangedWords(text);
  expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual([
    ...['Don', 't', '価格', 'が', '高い', '½', '½', 'naïve'],
  ]);
  for (const { text: word, start, end } of ranges)
    expect(spokenWords(text.slice(start, end))).toContain(word);
});

test('a question names words, and beginnings by an asterisk', () => {
  expect(questionWords('Pric* don’t* ½* 価格* a ** *b')).toEqual([
    { text: 'pric', isPrefix: true },
    { text: 'don', isPrefix: false },
    { text: 't', isPrefix: true },
    { text: '1', isPrefix: false },
    { text: '2', isPrefix: true },
    { text: '価格', isPrefix: true },
    { text: 'a', isPrefix: false },
    { text: 'b', isPrefix: false },
  ]);
  expect(questionWords(' * … ')).toEqual([]);
  expect(meets('pricing', { text: 'pric', isPrefix: true })).toBe(true);
  expect(meets('pricing', { text: 'pric', isPrefix: false })).toBe(false);
});

test('a word of thousands of letters is cut, in the middle of no character', () => {
  expect(spokenWords('a'.repeat(5_000))).toEqual(['a'.repeat(64)]);
  expect(spokenWords(`a${'𐐨'.repeat(100)}`)).toEqual([`a${'𐐨'.repeat(31)}`]);
});
