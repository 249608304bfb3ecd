import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Property tests over whole questions: here they try more cases, see test/support/cases.ts. */
const properties = [
  'test/graph/apart.test.ts',
  'test/graph/walk.test.ts',
  'test/graph/cost/property.test.ts',
];

/** The wide runs: matrices and random questions that take too long for `npm test`. */
const wide = mergeConfig(
  base,
  defineConfig({ test: { testTimeout: 600_000, env: { TEST_WIDE: '1' } } }),
);
/** Every cell of the matrices, many minutes: not part of CI, see CONTRIBUTING. */
const matrices = ['test/wide/**/*.matrix.ts'];
wide.test = {
  ...wide.test,
  include: process.env.TEST_MATRIX ? matrices : ['test/wide/**/*.wide.ts', ...properties],
};

export default wide;
