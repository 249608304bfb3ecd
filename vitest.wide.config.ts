import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from './vitest.config.ts';

/** Tests whose text holds this; benchmarks are none. */
const filesWith = (pattern: string, text: RegExp): string[] =>
  globSync(pattern, { exclude: ['test/bench/**'] }).filter((file) =>
    text.test(readFileSync(file, 'utf8')),
  );

/** Tests that try all of their cases here, and a share of them in `npm test`: those that use test/support/cases.ts. */
const sampled = filesWith('test/**/*.test.ts', /\/support\/cases\.ts'/);

/** Of these the wide runs take a share; `npm run test:matrix` tries every cell: those of lists in seven minutes on an idle machine, the others take longer. */
const matrices = filesWith(
  'test/**/*.{wide,test}.ts',
  /matrix\/wide\.ts|\b(?:share|isMatrix)\b.*\/support\/cases\.ts'/,
);

/** Files of a minute and more. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/(matrix-\d|export-interrupt|help-example|leak|own-account-process|package|private-call|said|stored-file|tenant-source|dashboard-(deals|fault|focus|keyboard|look|page))\./.test(
    moduleId,
  );

/** Starts long files first: at the end one of them would be waited for alone. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The wide runs: matrices, random questions, and several processes under faults, which take too long for `npm test`. */
const wide = mergeConfig(
  base,
  defineConfig({
    test: {
      testTimeout: 900_000,
      env: { TEST_WIDE: '1' },
      sequence: { sequencer: LongFilesFirst },
    },
  }),
);
wide.test = {
  ...wide.test,
  include: process.env.TEST_MATRIX ? matrices : ['test/**/*.wide.ts', ...sampled],
};

export default wide;
