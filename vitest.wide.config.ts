import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that try all of their cases here, and a share of them in `npm test`: those that use test/support/cases.ts. */
const sampled = globSync('test/**/*.test.ts', { exclude: ['test/bench/**'] }).filter((file) =>
  readFileSync(file, 'utf8').includes("/support/cases.ts'"),
);

/** The wide runs: matrices, random questions, and several processes under faults, which take too long for `npm test`. */
const wide = mergeConfig(
  base,
  defineConfig({ test: { testTimeout: 900_000, env: { TEST_WIDE: '1' } } }),
);
/** Of these the wide runs take a share; `npm run test:matrix` tries every cell: those of lists in seven minutes on an idle machine, the others take longer. */
const matrices = ['test/wide/{matrix-*,growth,wrong-value}.wide.ts'];
wide.test = {
  ...wide.test,
  include: process.env.TEST_MATRIX ? matrices : ['test/**/*.wide.ts', ...sampled],
};

export default wide;
