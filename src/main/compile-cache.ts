/** Compile cache: modules that have been loaded once need no compilation at the next start. */

import { enableCompileCache } from 'node:module';

/**
 * On from here on, also in the threads and processes that this one starts: they take it from the environment, since their
 * own first module would be compiled before they could say so. To be called before any import that is not Node's own.
 */
export function startCompileCache(): void {
  const { directory } = enableCompileCache();
  // biome-ignore lint/style/noProcessEnv: written for Node's own start, and read by nobody here.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
}
