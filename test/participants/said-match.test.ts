/** A condition on what was said against one turn. */

import { expect, test } from 'vitest';
import type { SaidFilter } from '../../src/participants/call-query.ts';
import { isTurnOf, matchWords, type SpokenTurn } from '../../src/participants/said-match.ts';
import { questionWords, spokenWords } from '../../src/participants/spoken-word.ts';

const said = (words: string, phrase = ''): Pick<SaidFilter, 'words' | 'phrase'> => ({
  words: questionWords(words),
  phrase: questionWords(phrase),
});

const turn = spokenWords('Too much. It is too much for us, the pricing is.');

test.each([
  ['much pric*', '', { phraseStarts: [], matched: [1, 5, 9] }],
  ['', 'too much', { phraseStarts: [0, 4], matched: [0, 1, 4, 5] }],
  ['is', 'much i*', { phraseStarts: [1], matched: [1, 2, 3, 10] }],
  ['', 'the pricing is', { phraseStarts: [8], matched: [8, 9, 10] }],
  ['price', '', null],
  ['much price', 'too much', null],
  ['', 'much too', null],
  ['', 'pricing is too', null],
] as const)('all of %j and the phrase %j', (words, phrase, match) => {
  expect(matchWords(turn, said(words, phrase))).toEqual(match);
});

test('speaker and minute are of the turn', () => {
  const spoken: Omit<SpokenTurn, 'words'> = { second: 59, side: 'ours', userId: 'u1' };
  const passes = (filter: Partial<SaidFilter>, callSeconds: number | null = 100): boolean =>
    isTurnOf(spoken, { ...said('much'), ...filter }, callSeconds);
  expect(passes({ side: 'ours', users: ['u1', 'u2'], firstSeconds: 60, lastSeconds: 41 })).toBe(
    true,
  );
  expect(passes({ side: 'theirs' })).toBe(false);
  expect(passes({ users: [] })).toBe(false);
  expect(passes({ firstSeconds: 59 })).toBe(false);
  expect(passes({ lastSeconds: 40 })).toBe(false);
  expect(passes({ lastSeconds: 41 }, null)).toBe(false);
  expect(passes({ side: null, users: null, firstSeconds: null, lastSeconds: null }, null)).toBe(
    true,
  );
});
