import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * One worker a core. Files of a worker share its modules, which are loaded, compiled and warmed up
 * once; `leftover.ts` sees to it that they share nothing else.
 */
export default defineConfig({
  // The copy of graphql that Node gives to every library; Vite would prefer its ES module build.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/support/global.ts'],
    setupFiles: ['test/support/seed.ts', 'test/support/leftover.ts'],
    // Left to itself, the runner keeps one core for itself: of two, that is half.
    maxWorkers: availableParallelism(),
    // Only what hangs is ended: how long something takes on a busy machine is not judged.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
