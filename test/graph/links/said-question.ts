/** Random conditions on what was said: words, beginnings and phrases of real turns, with speakers and minutes. */

import { randomFrom } from '../../participants/company.ts';
import type { TruthRow } from '../../support/truth.ts';
import type { Said, Turn } from './raw-transcript.ts';

/** The same for the same seed. */
export function saidFrom(
  from: number,
  turns: readonly Turn[],
  users: readonly TruthRow[],
): readonly Said[] {
  const random = randomFrom(from);
  const pick = (n: number): number => Math.floor(random() * n);
  const chosen = <T>(values: readonly T[]): T => values[pick(values.length)] as T;
  const spoken = turns.filter((turn) => turn.words.length > 1);
  const shortened = (word: string): string =>
    pick(4) === 0 && word.length > 2 ? `${word.slice(0, 2 + pick(3))}*` : word;
  const condition = (): Said => {
    const turn = chosen(spoken);
    const at = pick(turn.words.length - 1);
    const phrase = turn.words.slice(at, at + 2 + pick(3));
    const text = Array.from({ length: 1 + pick(3) }, () => shortened(chosen(turn.words)));
    const kind = pick(3);
    return {
      ...(kind !== 0 && { text: text.join(' ') }),
      ...(kind !== 1 && {
        phrase: [...phrase.slice(0, -1), shortened(phrase.at(-1) ?? '')].join(' '),
      }),
      ...(pick(3) === 0 && { by: pick(2) === 0 ? 'OURS' : 'THEIRS' }),
      ...(pick(5) === 0 && { user: Array.from({ length: pick(4) }, () => chosen(users).id) }),
      ...(pick(4) === 0 && {
        within:
          pick(2) === 0
            ? { firstMinutes: 1 + pick(20) }
            : { lastMinutes: 1 + pick(20), ...(pick(3) === 0 && { firstMinutes: 30 }) },
      }),
      ...(pick(4) === 0 && { not: true }),
    };
  };
  return Array.from({ length: 1 + Math.floor(pick(6) / 3) }, condition);
}
