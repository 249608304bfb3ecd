import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../src/server/admission.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function works() {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const work = (n: number) => (): Promise<number> => {
    begun.push(n);
    return new Promise((resolve) => ends.push(() => resolve(n)));
  };
  return { ends, begun, work };
}

const turns = () => new Promise((done) => setImmediate(done));

describe('admission', () => {
  it('runs so many, queues so many in their order, and refuses the rest at once', async () => {
    const admission = createAdmission({ maxConcurrent: 2, maxQueued: 2, retryAfterMs: 700 });
    const { ends, begun, work } = works();
    const all = [1, 2, 3, 4].map((n) => admission.run(work(n), never));
    await expect(admission.run(work(5), never)).rejects.toMatchObject({
      code: 'OVERLOADED',
      retryAfterMs: 700,
    });
    expect(begun).toEqual([1, 2]);
    for (const [at, expected] of [
      [1, 2],
      [0, 1],
      [2, 3],
      [3, 4],
    ] as const) {
      ends[at]!();
      expect(await all[expected - 1]).toBe(expected);
      await turns();
    }
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('gives the place in the queue back at once when its caller leaves', async () => {
    const admission = createAdmission({ maxConcurrent: 1, maxQueued: 1 });
    const { ends, begun, work } = works();
    const first = admission.run(work(1), never);
    const leaver = new AbortController();
    const second = admission.run(work(2), leaver.signal);
    leaver.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(admission.run(work(3), leaver.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const fourth = admission.run(work(4), never);
    ends[0]!();
    await first;
    await turns();
    ends[1]!();
    expect(await fourth).toBe(4);
    expect(begun).toEqual([1, 4]);
  });

  it('goes on after work that fails', async () => {
    const admission = createAdmission({ maxConcurrent: 1, maxQueued: 1 });
    const failing = admission.run(() => Promise.reject(new Error('no')), never);
    const next = admission.run(async () => 'yes', never);
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
