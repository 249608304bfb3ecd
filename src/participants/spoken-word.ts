/**
 * Words as transcripts are searched by them: what the index holds of a turn, what a question names, and what a moment
 * marks are cut and folded here, so that all agree, whatever database there is.
 */

import { wordsOfRun } from '../contract/word-break.ts';

/** A word of a question, folded, or the beginning of one. */
export interface SpokenWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A word of a text with its range, in UTF-16 units. */
interface RangedWord {
  /** Folded: letters, digits and marks; of ASCII only a–z and 0–9. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A run of letters, digits and marks; joiners and soft hyphens within it are no part of the word. */
const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD\u200C\u200D]*/gu;

const joiners = /[\u00AD\u200C\u200D]/g;

/** Accents, where they are no letters of their own as in Devanagari or Thai. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

const isPlain = (text: string): boolean => /^[a-z0-9]*$/.test(text);

/** Longest word in UTF-16 units; a longer one is cut. PostgreSQL takes 2,046 bytes. */
const longestWord = 64;

const cut = (text: string): string =>
  text.slice(0, longestWord).toWellFormed().replace('\uFFFD', '');

/** Upper case on the way, since ß and ẞ are SS there. A sigma at a word's end is the other one. */
const caseFolded = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** A word as it is compared: without case, accents and widths. `½` is two words, 1 and 2. */
function foldedWords(word: string): readonly string[] {
  const lower = word.toLowerCase();
  if (isPlain(lower)) return [cut(lower)];
  const bare = word.replace(joiners, '').normalize('NFKD').replace(accents, '');
  return (caseFolded(bare).normalize('NFKC').match(runs) ?? []).map(cut);
}

/**
 * All words of a text in their order.
 * @example rangedWords('Don’t ask!') // → [{ text: 'don', start: 0, end: 3 }, { text: 't', start: 4, end: 5 }, { text: 'ask', start: 6, end: 9 }]
 */
export function rangedWords(text: string): RangedWord[] {
  const words: RangedWord[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    let start = index;
    for (const word of wordsOfRun(run)) {
      const end = start + word.length;
      for (const folded of foldedWords(word)) words.push({ text: folded, start, end });
      start = end;
    }
  }
  return words;
}

/**
 * The words alone, as the index keeps those of a turn.
 * @example spokenWords('Zu teuer, 10 % über Plan.') // → ['zu', 'teuer', '10', 'uber', 'plan']
 */
export const spokenWords = (text: string): string[] => rangedWords(text).map(({ text }) => text);

/**
 * The words that a question names; one with an asterisk at its end is the beginning of a word.
 * @example questionWords('pric* too') // → [{ text: 'pric', isPrefix: true }, { text: 'too', isPrefix: false }]
 */
export const questionWords = (text: string): SpokenWord[] =>
  rangedWords(text).map(({ text: word, end }, at, words) => ({
    text: word,
    isPrefix: text[end] === '*' && words[at + 1]?.end !== end,
  }));

/** Whether a spoken word is one that a question names. */
export const meets = (spoken: string, { text, isPrefix }: SpokenWord): boolean =>
  isPrefix ? spoken.startsWith(text) : spoken === text;
