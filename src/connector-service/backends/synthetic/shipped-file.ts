/** Files of the distribution, read in chunks from disk. */

import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendAnswer } from '../../backend.ts';

export type Bytes = Extract<BackendAnswer, { kind: 'bytes' }>;

/** A recording that comes with the program, under the name the platform gives it. */
export function shippedMedia(name: string, contentType: string, fileName: string): Bytes {
  const path = join(import.meta.dirname, 'media', name);
  return {
    kind: 'bytes',
    size: statSync(path).size,
    contentType,
    fileName,
    open: (first, last) => createReadStream(path, { start: first, end: last }),
  };
}
