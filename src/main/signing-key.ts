/** Signing key of cursors and media links: from the configuration, or made once and stored beside the data. */

import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  makeOnce,
  makePrivateFolder,
  readSecretFile,
  writeDraft,
} from '../storage/private-file.ts';

/**
 * @param configured any long text; every process of one deployment needs the same.
 * @param directory of the key that is made when none is configured.
 * @returns 32 bytes.
 * @throws StoredFileError for a stored key that is too short: whoever guesses it makes links.
 */
export function signingKey(configured: string | undefined, directory: string): Uint8Array {
  const secret = configured ?? storedKey(directory);
  return createHash('sha256').update(secret).digest();
}

/** As many characters as a configured key has at least. */
const leastBytes = 32;

function storedKey(directory: string): Uint8Array {
  const file = join(directory, 'signing.key');
  makePrivateFolder(directory);
  makeOnce(file, (draft) => writeDraft(draft, randomBytes(32).toString('base64url')));
  return readSecretFile(file, {
    what: 'a signing key',
    least: leastBytes,
    remedy:
      'Put back a copy; or remove it and a new one is made, with which cursors and media links given out before are refused.',
  });
}
