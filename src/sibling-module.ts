/** Address of a module beside another: `.ts` in a checkout, `.js` in the package, as the other one's. */

import { extname } from 'node:path';

/**
 * For threads, which take an address where an import would take a name.
 * @example siblingModule('file:///app/lib/a.js', './thread').href // → 'file:///app/lib/thread.js'
 */
export const siblingModule = (url: string, name: string): URL =>
  new URL(`${name}${extname(url)}`, url);
