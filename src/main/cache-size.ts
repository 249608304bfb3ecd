/** Cache sizes: the configured figure, or a share of the heap's limit. */

import { getHeapStatistics } from 'node:v8';
import type { Environment } from '../config/variable.ts';

/** Bytes. */
interface CacheSizes {
  /** Parsed and compiled documents. */
  readonly documents: number;
  /** Whole answers. */
  readonly answers: number;
  /** Rows of upstream answers. */
  readonly rows: number;
  /** Upstream answers. */
  readonly upstream: number;
}

/** A process with a small heap needs most of it for running requests. */
const heapShare = 1 / 6;
/** More memory than this answers hardly more questions; a deployment with other questions configures it. */
const mostBytes = 128 * 2 ** 20;

export function cacheSizes(
  env: Pick<Environment, 'CACHE_MAX_BYTES' | 'ANSWER_CACHE_MAX_BYTES'>,
  heapLimit = getHeapStatistics().heap_size_limit,
): CacheSizes {
  const all = Math.min(mostBytes, heapLimit * heapShare);
  const upstream = env.CACHE_MAX_BYTES ?? (all * 5) / 8;
  return {
    documents: Math.floor(all / 4),
    answers: Math.floor(env.ANSWER_CACHE_MAX_BYTES ?? all / 8),
    // Both hold the same objects, where a row came with an answer that is cached.
    rows: Math.floor(upstream / 3),
    upstream: Math.floor((upstream * 2) / 3),
  };
}
