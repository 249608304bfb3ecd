/** Repeatable choices: the same seed gives every contestant the same questions in the same order. */

import { randomFrom } from '../participants/company.ts';

export interface Choice {
  /** Whole, from 0 and below `count`. */
  below(count: number): number;
  of<T>(values: readonly T[]): T;
  /** So many different ones. */
  some<T>(values: readonly T[], count: number): T[];
}

export function choiceFrom(seed: number): Choice {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    of: (values) => values[below(values.length)]!,
    some(values, count) {
      const left = [...values];
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const at = below(left.length);
        const [taken] = left.splice(at, 1, left.at(-1)!);
        left.pop();
        return taken!;
      });
    },
  };
}

/**
 * Values by Zipf's law: the second is asked for half as often as the first, the hundredth a
 * hundredth as often. All can come. Which value has which rank is shuffled, so that popular ones
 * do not stand together in the database.
 */
export function zipf<T>(values: readonly T[], choice: Choice): () => T {
  const ranked = choice.some(values, values.length);
  let sum = 0;
  const sums = ranked.map((_, at) => {
    sum += 1 / (at + 1);
    return sum;
  });
  const fine = 2 ** 30;
  return () => {
    const point = (choice.below(fine) / fine) * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > point) high = middle;
      else low = middle + 1;
    }
    return ranked[low]!;
  };
}
