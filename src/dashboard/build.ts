/**
 * Builds the dashboard into `dist/dashboard`: `npm run dashboard`, with `--watch` at every change. `--if-needed` does
 * nothing where it is built from what the sources are now, or where Vite is not installed: npm may run it for a
 * `npx switchboard`, too, while a gateway serves those very files.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { compileHints } from './build/compile-hint.ts';
import { directDocuments } from './build/direct-document.ts';
import { newerSource } from './build/newer-source.ts';
import { screenPages } from './build/screen-page.ts';
import { home } from './default-path.ts';

/** The build: files named by their content, and nothing inline, which the page's policy would refuse. */
const options: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  logLevel: 'warn',
  plugins: [directDocuments(), screenPages(home.slice(1)), compileHints()],
  // The same whatever NODE_ENV says here: React's two builds know only their own kind of element.
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
        // What screens share comes in one file, and not in one for each set of screens that share it.
        codeSplitting: {
          groups: [
            {
              name: 'question',
              test: /\/(?:preload-query|screen-operation|early-answer)\.ts$/,
              priority: 3,
            },
            { name: 'frame', test: /\.[jt]sx?$/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
    watch: process.argv.includes('--watch') ? {} : null,
  },
};

/** Null where the development dependencies are not installed. */
async function loadVite(): Promise<typeof import('vite') | null> {
  try {
    return await import('vite');
  } catch (error) {
    // A Vite that is there and doesn't start is a fault, and says which.
    if (/Cannot find package 'vite'/.test(String(error))) return null;
    throw error;
  }
}

const page = new URL('../../dist/dashboard/index.html', import.meta.url);
/** What the server knows the page's questions by; it is written before the page. */
const documents = new URL('graphql/persisted-documents.json', import.meta.url);
const sources = [
  new URL('.', import.meta.url),
  new URL('../../package-lock.json', import.meta.url),
  // Types the questions.
  new URL('../../schema/schema.graphql', import.meta.url),
];
const ifNeeded = process.argv.includes('--if-needed');

if (!ifNeeded || !existsSync(documents) || newerSource(page, sources) !== null) {
  const vite = await loadVite();
  if (vite !== null) await vite.build(options);
  else if (!ifNeeded) {
    process.stderr.write('The dashboard is built by Vite, a development dependency: npm ci\n');
    process.exitCode = 1;
  }
}
