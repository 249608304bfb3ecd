/** Loaded into every process under test: says over the channel what it has used, and ends with its parent. */

import { getHeapStatistics } from 'node:v8';

export interface Usage {
  /** Microseconds of CPU since the start. */
  readonly cpu: number;
  /** Bytes. */
  readonly rss: number;
  readonly heap: number;
  /** Heap used and memory outside it, bytes. */
  readonly held: number;
  /** Bytes of heap handed out since the start, whether they are held or not. */
  readonly allocated: number;
  /** Most bytes the process ever held, by the kernel's count. */
  readonly peak: number;
  /** Where the program counts them: rows and windows that were known, and that were not. */
  readonly rows: RowCounts | null;
}

export interface RowCounts {
  readonly hits: number;
  readonly misses: number;
}

process.on('message', (message) => {
  const { ask, id } = message as { ask: 'usage' | 'collect'; id: number };
  if (ask === 'collect') {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const usage: Usage = {
    cpu: user + system,
    rss,
    heap: heapUsed,
    held: heapUsed + external,
    allocated: getHeapStatistics().total_allocated_bytes,
    peak: process.resourceUsage().maxRSS * 1024,
    rows: (globalThis as { benchCounts?: RowCounts }).benchCounts ?? null,
  };
  process.send?.({ id, usage });
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
