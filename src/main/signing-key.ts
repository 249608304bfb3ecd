/** Signing key of cursors and media links: from the configuration, or made once and stored beside the data. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param configured any long text; every process of one deployment needs the same.
 * @param directory of the key that is made when none is configured.
 * @returns 32 bytes.
 */
export function signingKey(configured: string | undefined, directory: string): Uint8Array {
  const text = configured ?? storedKey(directory);
  return createHash('sha256').update(text).digest();
}

function storedKey(directory: string): string {
  const file = join(directory, 'signing.key');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
