/**
 * The seed of random cases. `.ci/run` sets TEST_SEED, so that CI judges the change and not the luck
 * of a draw; otherwise every run tries other cases. A test that fails prints its seed.
 */

import fc from 'fast-check';

const given = process.env.TEST_SEED;

/** For tests that draw their cases themselves. */
export const seed = Number(given ?? Math.floor(Math.random() * 2 ** 31));

// Without a seed, fast-check draws one for each property.
if (given !== undefined) fc.configureGlobal({ seed });
