/** Chunks of long IN lists: a query becomes a URL upstream, whose length is limited. */

import { printValue } from './literal.ts';
import type { Value } from './query.ts';

/** The CRM refuses longer request URIs; host, path and version take their share of it. */
export const maxQueryBytes = 16_384 - 384;
/** Rows the CRM puts into one page at most: one piece, one call. */
export const maxRows = 2_000;

/** Bytes of a text as a URL parameter, by the strictest encoder: everything but A–Z a–z 0–9 - . _ ~ in three bytes. */
export function encodedLength(text: string): number {
  const encoded = text.replace(/[A-Za-z0-9_.~-]+/g, '');
  return text.length - encoded.length + 3 * Buffer.byteLength(encoded);
}

interface ChunkOptions {
  /** The statement without the values: its length is taken off every piece. */
  readonly around: string;
  readonly maxBytes?: number;
  /** How often the statement says each value. Default: once. */
  readonly times?: number;
  /** Most values in a piece: as many as rows fit a page when each value gives one row. */
  readonly maxValues?: number;
}

/**
 * Splits values so that each piece, printed into `IN (…)` of the statement, stays within the
 * limits. Order is kept; a value too long for a piece of its own gets one all the same, and the
 * CRM says what it thinks of it.
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
