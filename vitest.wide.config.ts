import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The wide runs: matrices and random questions that take too long for `npm test`. */
const wide = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000 } }));
wide.test = { ...wide.test, include: ['test/wide/**/*.wide.ts'], passWithNoTests: true };

export default wide;
