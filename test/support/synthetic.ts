/** The synthetic company for a test of its own: made once for all tests of a run, copied for each. */

import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { inject } from 'vitest';
import {
  openSyntheticBackend,
  type SyntheticBackend,
  type SyntheticOptions,
} from '../../src/connector-service/backends/synthetic/open.ts';

let copies = 0;

/**
 * Opens a company that no other test sees or changes. Making one takes ten times as long as
 * copying it; that a file holds what memory would is for `database-file.test.ts` to show.
 */
export function openSynthetic(
  options: Omit<SyntheticOptions, 'file' | 'size'> & Partial<Pick<SyntheticOptions, 'size'>>,
): SyntheticBackend {
  const { size = 'small', seed = 1, now, customSchema } = options;
  const label = JSON.stringify([size, seed, now().toISOString().slice(0, 10), customSchema]);
  const name = createHash('sha256').update(label).digest('hex').slice(0, 16);
  const original = join(inject('runFolder'), `${name}.db`);
  copies += 1;
  const file = join(inject('runFolder'), `${name}-${threadId}-${copies}.db`);
  if (!existsSync(original)) {
    // Another worker may do the same meanwhile: both make the same company.
    openSyntheticBackend({ ...options, size, file }).close();
    renameSync(file, original);
  }
  copyFileSync(original, file, constants.COPYFILE_FICLONE);
  const backend = openSyntheticBackend({ ...options, size, file });
  return {
    ...backend,
    close() {
      backend.close();
      rmSync(file, { force: true });
    },
  };
}
