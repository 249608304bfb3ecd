/** Word breaks of scripts that put no blanks between words: Chinese, Japanese, Thai, Lao, Khmer and Burmese. */

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The same for all locales: the dictionaries follow from the script. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words in a run of letters, digits and marks, which joined are the run.
 * @example wordsOfRun('price') // → ['price']
 * @example wordsOfRun('価格が高い') // → ['価格', 'が', '高い']
 */
export function wordsOfRun(run: string): readonly string[] {
  if (!unspaced.test(run)) return [run];
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

/**
 * The text with a blank between words that have none.
 * @example withBlanks('価格が高い (price)') // → '価格 が 高い (price)'
 */
export const withBlanks = (text: string): string =>
  unspaced.test(text)
    ? text.replace(/[\p{L}\p{N}\p{M}]+/gu, (run) => wordsOfRun(run).join(' '))
    : text;
