/** How many random cases a property test tries: the wide runs try ten times as many as `npm test`. */

const factor = process.env.TEST_WIDE === '1' ? 10 : 1;

/** @param quick cases in `npm test`. */
export const cases = (quick: number): number => quick * factor;
