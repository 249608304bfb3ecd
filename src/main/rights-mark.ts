/** Rights mark: a file in DATA_DIR by which the doctor lets the gateways of a machine forget which parts of the CRM were unreadable. */

import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeDraft } from '../storage/private-file.ts';

const fileIn = (directory: string): string => join(directory, 'rights-looked-at');

/** The doctor has looked: what it finds readable is readable to gateways, too. */
export function markRights(directory: string, now: Date): void {
  replaceFile(fileIn(directory), (draft) => writeDraft(draft, `${now.toISOString()}\n`));
}

/** Milliseconds between two looks at the file. */
const lookEveryMs = 1_000;

/** @param forget is called after each doctor. @returns a function that ends it */
export function watchRights(directory: string, forget: () => void): () => void {
  const file = fileIn(directory);
  const look = (now: { mtimeMs: number }, before: { mtimeMs: number }): void => {
    if (now.mtimeMs !== before.mtimeMs) forget();
  };
  watchFile(file, { interval: lookEveryMs, persistent: false }, look);
  return () => unwatchFile(file, look);
}
