/** Random questions about what was said: words, beginnings and phrases of real turns, with speakers and minutes, beside conditions on the call and on the records it was linked to. */

import { randomFrom } from '../../participants/company.ts';
import type { TruthRow } from '../../support/truth.ts';
import type { Said, Turn } from './raw-transcript.ts';

/** Random choices, the same for the same seed. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** From 0 to below a number. */
  pick = (n: number): number => Math.floor(this.#random() * n);
  oneOf = <T>(values: readonly T[]): T => values[this.pick(values.length)] as T;
  /** One in so many times. */
  onceIn = <T>(n: number, value: () => T): T | undefined =>
    this.pick(n) === 0 ? value() : undefined;
  list = <T>(n: number, value: () => T): T[] => Array.from({ length: n }, value);
}

/** One condition or two. */
export function saidFrom(
  { pick, oneOf, list }: Draw,
  turns: readonly Turn[],
  users: readonly TruthRow[],
): readonly Said[] {
  const shortened = (word: string): string =>
    pick(4) === 0 && word.length > 2 ? `${word.slice(0, 2 + pick(3))}*` : word;
  const condition = (): Said => {
    let turn = oneOf(turns);
    while (turn.words.length < 2) turn = oneOf(turns);
    const at = pick(turn.words.length - 1);
    const phrase = turn.words.slice(at, at + 2 + pick(3));
    const text = list(1 + pick(3), () => shortened(oneOf(turn.words)));
    const kind = pick(3);
    return {
      ...(kind !== 0 && { text: text.join(' ') }),
      ...(kind !== 1 && {
        phrase: [...phrase.slice(0, -1), shortened(phrase.at(-1) ?? '')].join(' '),
      }),
      ...(pick(3) === 0 && { by: pick(2) === 0 ? 'OURS' : 'THEIRS' }),
      ...(pick(5) === 0 && { user: list(pick(4), () => oneOf(users).id) }),
      ...(pick(4) === 0 && {
        within:
          pick(2) === 0
            ? { firstMinutes: 1 + pick(20) }
            : { lastMinutes: 1 + pick(20), ...(pick(3) === 0 && { firstMinutes: 30 }) },
      }),
      ...(pick(4) === 0 && { not: true }),
    };
  };
  return list(1 + Math.floor(pick(6) / 3), condition);
}
