/**
 * How to type a command of this program: `npx switchboard` in a checkout alone. Elsewhere npm would fetch a stranger's
 * package of that name, so a package names itself, or the file that npx was given.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ownManifest = new URL('../../package.json', import.meta.url);

interface Manifest {
  readonly name?: string;
  /** In a checkout, which is never published. */
  readonly private?: boolean;
  /** What npx was asked for, in the folder where it has installed that. */
  readonly _npx?: { readonly packages?: readonly string[] };
}

function readManifest(url: URL): Manifest {
  try {
    return JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

/** @param words after the program's name; none: start the gateway. */
export function commandLine(words = ''): string {
  const { name = 'switchboard', private: isCheckout = false } = readManifest(ownManifest);
  if (isCheckout) return words === '' ? 'npm start' : `npx switchboard ${words}`;
  // Above `node_modules` and the two parts of a scoped name.
  const [asked = name] =
    readManifest(new URL('../../../package.json', ownManifest))._npx?.packages ?? [];
  const typed = /^[\w@./:+-]+$/.test(asked) ? asked : `'${asked.replaceAll("'", `'\\''`)}'`;
  return `npx ${typed} ${words}`.trimEnd();
}
