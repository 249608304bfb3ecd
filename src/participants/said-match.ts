/** Matches a condition on what was said with a turn of a transcript, as the index does. */

import type { SaidFilter } from './call-query.ts';
import { meets } from './spoken-word.ts';

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
