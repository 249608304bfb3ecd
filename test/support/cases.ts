/** How many cases a test tries: `npm test` takes a share of what the wide runs try. */

import { seed } from './seed.ts';

/** Neighbours of sampled tests that try the same in either run skip themselves in the wide one: `describe.skipIf(isWide)`. */
export const isWide = process.env.TEST_WIDE === '1';
/** `npm run test:matrix`: every cell of the matrices, of which the wide runs take a share. */
export const isMatrix = process.env.TEST_MATRIX === '1';

/** @param quick random cases in `npm test`. @param times how many times as many the wide runs try. */
export const cases = (quick: number, times = 2): number => (isWide ? times * quick : quick);

/**
 * All of a list in the wide runs, every so manyeth of it in `npm test`.
 * @param from turns the choice, so that lists of the same kind are not tried at the same places.
 */
export const sample = <T>(all: readonly T[], every: number, from = 0): readonly T[] =>
  isWide ? all : all.filter((_, at) => (at + from) % every === 0);

/** All of a list in `npm run test:matrix`, every so manyeth of it in the wide runs; the seed turns the choice. */
export const share = <T>(all: readonly T[], every: number): readonly T[] =>
  isMatrix ? all : all.filter((_, at) => (at + seed) % every === 0);
