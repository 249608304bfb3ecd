/** Sync errors: the codes that are stored of tries to read from the platform, and to write what was read. */

import { SwitchboardError } from '../../errors.ts';
import { IndexStoreError } from '../store/database.ts';

/** Error code of an attempt or run, with two of its own for the index itself; empty for null, success. */
export function codeOf(error: unknown): string {
  if (error === null) return '';
  if (error instanceof IndexStoreError) return error.isFull ? 'INDEX_FULL' : 'INDEX_UNAVAILABLE';
  return error instanceof SwitchboardError ? error.code : 'INTERNAL';
}
