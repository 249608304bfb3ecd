/** What has left a map of the whole process is garbage at the next scavenge. */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { TransientMap } from '../../src/upstream/transient-map.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size;

/** Bytes that became old while large entries each came and went, of which eight were there at a time. */
function agedBytes(map: Pick<TransientMap<object, object>, 'set' | 'delete'>): number {
  const there: object[] = [];
  const come = (): void => {
    const entry = { values: Array.from({ length: 500 }, (_, n) => ({ n })) };
    map.set(entry, entry);
    there.push(entry);
    if (there.length > 8) map.delete(there.shift()!);
  };
  for (let n = 0; n < 100; n += 1) come();
  collect();
  const before = oldBytes();
  for (let n = 0; n < 800; n += 1) {
    come();
    if (n % 100 === 0) collect({ type: 'minor' });
  }
  return oldBytes() - before;
}

it('lets go what has left it, where a Map of that age takes half of it along', () => {
  const aged = agedBytes(new TransientMap());
  expect(aged).toBeLessThan(agedBytes(new Map() as unknown as TransientMap<object, object>) / 10);
});

it('keeps what is in it, in its order, however much came and went', () => {
  const map = new TransientMap<number, string>();
  for (let n = 0; n < 1_000; n += 1) {
    map.set(n, String(n));
    if (n >= 5 && n !== 100) map.delete(n - 5);
  }
  expect([...map]).toEqual([95, 995, 996, 997, 998, 999].map((n) => [n, String(n)]));
  expect([map.size, map.get(95), map.get(94), map.delete(94)]).toEqual([6, '95', undefined, false]);
});
