/** Memory for caches follows from the heap's limit, unless it is configured. */

import { describe, expect, it } from 'vitest';
import { cacheSizes } from '../../src/main/cache-size.ts';

const MiB = 2 ** 20;
const unset = { CACHE_MAX_BYTES: undefined, ANSWER_CACHE_MAX_BYTES: undefined };
const sum = (sizes: object): number =>
  Object.values(sizes).reduce((all: number, one: number) => all + one, 0);

describe('memory for caches', () => {
  it.each([
    [384, 64],
    [512, 512 / 6],
    [768, 128],
    [4_096, 128],
  ])('is with a heap of %i MiB at most %f MiB, all of them together', (heap, most) => {
    const all = sum(cacheSizes(unset, heap * MiB));
    expect(all).toBeLessThanOrEqual(most * MiB);
    expect(all).toBeGreaterThan(most * MiB - 10);
  });

  it('is what is configured, and nothing where that is 0', () => {
    const sizes = cacheSizes({ CACHE_MAX_BYTES: 300, ANSWER_CACHE_MAX_BYTES: 0 }, 384 * MiB);
    expect(sizes).toEqual({ documents: 16 * MiB, answers: 0, rows: 100, upstream: 200 });
  });
});
