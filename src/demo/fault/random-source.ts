/** Random source of the faults: a seeded stream, delays drawn from it, and shuffled lists. */

import { memberAt } from '../../contract/member-at.ts';
import type { Duration } from './fault.ts';

/** Numbers from 0 up to 1. */
export type RandomSource = () => number;

/** mulberry32: 32 bits of state, plenty for choosing which call fails. */
export function seeded(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A timer of more would fire at once. */
const longestMs = 2 ** 31 - 1;

/** Milliseconds drawn from `duration`: what a timer can wait. */
export const draw = (duration: Duration, random: RandomSource): number =>
  Math.min(drawn(duration, random), longestMs);

function drawn(duration: Duration, random: RandomSource): number {
  if (typeof duration === 'number') return duration;
  if ('min' in duration) return duration.min + random() * (duration.max - duration.min);
  // Log-normal by Box–Muller; 1 - random() keeps the logarithm finite.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return duration.median * Math.exp(duration.sigma * normal);
}

/** The indices of a list in another order. */
export function shuffled<T>(items: readonly T[], random: RandomSource): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [memberAt(mixed, other), memberAt(mixed, at)];
  }
  return mixed;
}
