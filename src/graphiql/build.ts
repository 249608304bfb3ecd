/** Builds the GraphiQL page into `dist/graphiql`: `npm run graphiql`, with `--watch` at every change, as the dashboard is. */

import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { compileHints } from '../dashboard/build/compile-hint.ts';
import { buildPage } from '../dashboard/build/page-build.ts';

const options: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/graphiql/',
  logLevel: 'warn',
  plugins: [compileHints()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // The library's own build for browsers.
  resolve: { alias: { 'csv-stringify/sync': 'csv-stringify/browser/esm/sync' } },
  define: { 'process.env.NODE_ENV': '"production"', 'globalThis.process': 'undefined' },
  build: {
    outDir: fileURLToPath(new URL('../../dist/graphiql/', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    watch: process.argv.includes('--watch') ? {} : null,
  },
};

await buildPage({
  name: 'GraphiQL',
  options,
  page: new URL('../../dist/graphiql/index.html', import.meta.url),
  sources: [
    new URL('.', import.meta.url),
    new URL('../contract/', import.meta.url),
    new URL('../dashboard/data/bearer.ts', import.meta.url),
    new URL('../dashboard/shared/copy.ts', import.meta.url),
    new URL('../engine/document/', import.meta.url),
    new URL('../questions/', import.meta.url),
    new URL('../../package-lock.json', import.meta.url),
  ],
});
