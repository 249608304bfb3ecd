/** Matches a condition on what was said with a turn of a transcript, as the index does. */

import type { SaidFilter } from './call-query.ts';
import { meets, type SpokenWord } from './spoken-word.ts';

/** What one speaker said before another took over. */
export interface SpokenTurn {
  /** Second of the call at which it begins. */
  readonly second: number;
  readonly side: 'ours' | 'theirs' | null;
  /** User of the call platform. */
  readonly userId: string | null;
  /** In their order, as `spokenWords` cuts them. */
  readonly words: readonly string[];
}

/** Words of a turn by their number. */
interface WordMatch {
  /** Where the phrase begins; none where the condition has no phrase. */
  readonly phraseStarts: readonly number[];
  /** Ascending: of each phrase, and those that may stand anywhere. */
  readonly matched: readonly number[];
}

/** Null where the words do not meet the condition. */
export function matchWords(
  words: readonly string[],
  { words: anywhere, phrase }: Pick<SaidFilter, 'words' | 'phrase'>,
): WordMatch | null {
  const matched = new Set<number>();
  const phraseStarts: number[] = [];
  for (let start = 0; phrase.length > 0 && start + phrase.length <= words.length; start += 1) {
    if (!phrase.every((word, at) => meets(words[start + at] ?? '', word))) continue;
    phraseStarts.push(start);
    for (const at of phrase.keys()) matched.add(start + at);
  }
  if (phrase.length > 0 && phraseStarts.length === 0) return null;
  for (const word of anywhere) {
    let isSaid = false;
    for (const [at, spoken] of words.entries()) {
      if (!meets(spoken, word)) continue;
      isSaid = true;
      matched.add(at);
    }
    if (!isSaid) return null;
  }
  return { phraseStarts, matched: [...matched].sort((a, b) => a - b) };
}

/**
 * Whether a turn is of the speaker and of the time that a condition names.
 * @param callSeconds length of the call; null where it is not known, and no turn is of its end
 */
export function isTurnOf(
  { second, side, userId }: Omit<SpokenTurn, 'words'>,
  said: SaidFilter,
  callSeconds: number | null,
): boolean {
  const { firstSeconds = null, lastSeconds = null, users = null } = said;
  if ((said.side ?? null) !== null && said.side !== side) return false;
  if (users !== null && (userId === null || !users.includes(userId))) return false;
  if (firstSeconds !== null && second >= firstSeconds) return false;
  return lastSeconds === null || (callSeconds !== null && second >= callSeconds - lastSeconds);
}

/**
 * The sentences of a turn that meet conditions, with the numbers of their matched words: those in which a phrase begins;
 * without a phrase those with the most of the words, since all may stand in none.
 */
export function matchedSentences(
  sentences: readonly (readonly { readonly text: string }[])[],
  conditions: readonly Pick<SaidFilter, 'words' | 'phrase'>[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const positions = sentences.flatMap((words, sentence) =>
    words.map(({ text }, number) => ({ text, sentence, number })),
  );
  const texts = positions.map(({ text }) => text);
  const matches = new Map<number, Set<number>>();
  for (const condition of conditions) {
    const match = matchWords(texts, condition);
    if (match === null) continue;
    const chosen = new Set(
      match.phraseStarts.length > 0
        ? match.phraseStarts.map((at) => positions[at]?.sentence)
        : fullest(sentences, condition.words),
    );
    for (const at of match.matched) {
      const { sentence, number } = positions[at]!;
      if (chosen.has(sentence))
        matches.set(sentence, (matches.get(sentence) ?? new Set()).add(number));
    }
  }
  return matches;
}

/** The sentences with the most of these words. */
function fullest(
  sentences: readonly (readonly { readonly text: string }[])[],
  words: readonly SpokenWord[],
): number[] {
  const counts = sentences.map(
    (sentence) => words.filter((word) => sentence.some(({ text }) => meets(text, word))).length,
  );
  const most = Math.max(...counts);
  return [...counts.keys()].filter((at) => counts[at] === most);
}
