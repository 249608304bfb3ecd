import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { startCompileCache } from './src/main/compile-cache.ts';

// The workers' young generation, in MB: most of what a test makes is garbage before a larger one is full.
setFlagsFromString('--max-semi-space-size=64');

// Threads and processes that tests start take it over.
startCompileCache();

/**
 * A worker a core, and one more for while others wait. Files of a worker share its modules, which
 * are loaded, compiled and warmed up once; `leftover.ts` sees to it that they share nothing else.
 */
export default defineConfig({
  // The copy of graphql that Node gives to every library; Vite would prefer its ES module build.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/bench/**', 'node_modules/**'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/support/global.ts'],
    setupFiles: ['test/support/seed.ts', 'test/support/leftover.ts'],
    // Tests of several processes wait for them, for budgets and for pauses: nobody works meanwhile.
    maxWorkers: availableParallelism() + 1,
    // Only what hangs is ended: how long something takes on a busy machine is not judged.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A condition that is not met fails soon; what honestly takes longer says so (test/support/patience.ts).
    expect: { poll: { timeout: 15_000 } },
  },
});
