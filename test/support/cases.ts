/** How many cases a test tries: `npm test` takes a share of what the wide runs try. */

export const isWide = process.env.TEST_WIDE === '1';

/** @param quick random cases in `npm test`; the wide runs try ten times as many. */
export const cases = (quick: number): number => (isWide ? 10 * quick : quick);

/**
 * All of a list in the wide runs, every so manyeth of it in `npm test`.
 * @param from turns the choice, so that lists of the same kind are not tried at the same places.
 */
export const sample = <T>(all: readonly T[], every: number, from = 0): readonly T[] =>
  isWide ? all : all.filter((_, at) => (at + from) % every === 0);
