/** Chunks of long IN lists: a query becomes a URL upstream, whose length is limited. */

import { printValue } from './literal.ts';
import type { Value } from './query.ts';
import { maxQueryBytes, maxRows } from './statement-limit.ts';

/** Bytes of a text as a URL parameter, by the strictest encoder: everything but A–Z a–z 0–9 - . _ ~ in three bytes. */
export function encodedLength(text: string): number {
  const encoded = text.replace(/[A-Za-z0-9_.~-]+/g, '');
  return text.length - encoded.length + 3 * Buffer.byteLength(encoded);
}

interface ChunkOptions {
  /** Statement without the values: its length counts in every chunk. */
  readonly around: string;
  readonly maxBytes?: number;
  /** Occurrences of each value in the statement. Default: one. */
  readonly times?: number;
  /** Limit of values in a chunk: the page size, when each value yields one row. */
  readonly maxValues?: number;
}

/**
 * Splits values into chunks that stay within the limits when printed into `IN (…)` of the
 * statement, in order. A value too long for any chunk gets one of its own, and the CRM rejects it.
 */
export function chunkByEncodedLength<V extends Value>(
  values: readonly V[],
  options: ChunkOptions,
): V[][] {
  const room = (options.maxBytes ?? maxQueryBytes) - encodedLength(options.around);
  const maxValues = Math.max(1, options.maxValues ?? maxRows);
  const chunks: V[][] = [];
  let chunk: V[] = [];
  let used = 0;
  for (const value of values) {
    const bytes = encodedLength(`${printValue(value)},`) * (options.times ?? 1);
    if (chunk.length > 0 && (used + bytes > room || chunk.length >= maxValues)) {
      chunks.push(chunk);
      chunk = [];
      used = 0;
    }
    chunk.push(value);
    used += bytes;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
