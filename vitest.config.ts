import { defineConfig } from 'vitest/config';

/** Tests share nothing but the CPU: one worker a core, ports chosen by the system, clocks injected. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
