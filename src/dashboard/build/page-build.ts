/** Build of a page by Vite, always or where it is older than its sources. */

import { existsSync } from 'node:fs';
import type { InlineConfig } from 'vite';
import { newerSource } from './newer-source.ts';

interface PageBuild {
  readonly name: string;
  readonly options: InlineConfig;
  /** File that is written last. */
  readonly page: URL;
  /** Other files without which it is not built. */
  readonly needed?: readonly URL[];
  readonly sources: readonly URL[];
}

/**
 * Preact under React's names, which all hooks and libraries of the pages know. React itself is fifteen times its size, and
 * takes a fifth of the time until a page can be used.
 */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};

/** With `--if-needed` it does nothing where the page is as new as its sources, or where Vite is not installed. */
export async function buildPage({ name, options, page, needed = [], sources }: PageBuild) {
  const ifNeeded = process.argv.includes('--if-needed');
  if (ifNeeded && needed.every(existsSync) && newerSource(page, sources) === null) return;
  const vite = await loadVite();
  if (vite !== null) await vite.build(vite.mergeConfig({ resolve: { alias: preact } }, options));
  else if (!ifNeeded) {
    process.stderr.write(`The page ${name} is built by Vite, a development dependency: npm ci\n`);
    process.exitCode = 1;
  }
}

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
