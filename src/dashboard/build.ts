/**
 * Builds the dashboard into `dist/dashboard`: `npm run dashboard`, with `--watch` at every change. `--if-needed` does
 * nothing where it is built from what the sources are now, or where Vite is not installed: npm may run it for a
 * `npx switchboard`, too, while a gateway serves those very files.
 */

import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { compileHints } from './build/compile-hint.ts';
import { directDocuments } from './build/direct-document.ts';
import { buildPage } from './build/page-build.ts';
import { screenPages } from './build/screen-page.ts';
import { home } from './default-path.ts';

/** The build: files named by their content, and nothing inline, which the page's policy would refuse. */
const options: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  logLevel: 'warn',
  plugins: [directDocuments(), screenPages(home.slice(1)), compileHints()],
  // The same whatever NODE_ENV says here: in development elements are of another kind.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard/', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Typing the questions takes longer than all else, where they have changed.
      checks: { pluginTimings: false },
      output: {
        // What screens share comes in one file, and not in one for each set of screens that share it; what two alone
        // share is not for the others to load.
        codeSplitting: {
          groups: [
            {
              name: 'question',
              test: /\/(?:preload-query|screen-operation|early-answer)\.ts$/,
              priority: 3,
            },
            { name: 'frame', test: /\.[jt]sx?$/, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
    watch: process.argv.includes('--watch') ? {} : null,
  },
};

await buildPage({
  name: 'dashboard',
  options,
  page: new URL('../../dist/dashboard/index.html', import.meta.url),
  // What the server knows the page's questions by; it is written before the page.
  needed: [new URL('graphql/persisted-documents.json', import.meta.url)],
  sources: [
    new URL('.', import.meta.url),
    new URL('../../package-lock.json', import.meta.url),
    // Types the questions.
    new URL('../../schema/schema.graphql', import.meta.url),
  ],
});
