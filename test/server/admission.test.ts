import { describe, expect, it } from 'vitest';
import { Admission } from '../../src/server/admission.ts';
import { beginRequest, type RequestRecord } from '../../src/server/request.ts';

/** Requests that are given turns, named by the order in which they came. */
function arrivals(admission: Admission) {
  const begun: number[] = [];
  const records: RequestRecord[] = [];
  const arrive = async (): Promise<void> => {
    const record = beginRequest(`request-${records.length}`);
    const n = records.push(record);
    await admission.enter(record);
    begun.push(n);
  };
  return { begun, records, arrive, leave: (n: number) => admission.leave(records[n - 1]!) };
}

const turns = () => new Promise((done) => setImmediate(done));

describe('admission', () => {
  it('runs so many, queues so many in their order, and refuses the rest at once', async () => {
    const admission = new Admission({ maxConcurrent: 2, maxQueued: 2, retryAfterMs: 700 });
    const { begun, arrive, leave } = arrivals(admission);
    const all = [arrive(), arrive(), arrive(), arrive()];
    await expect(arrive()).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterMs: 700 });
    expect(begun).toEqual([1, 2]);
    leave(2);
    await turns();
    expect(begun).toEqual([1, 2, 3]);
    leave(1);
    await Promise.all(all);
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('gives the place in the queue back at once when its caller leaves', async () => {
    const admission = new Admission({ maxConcurrent: 1, maxQueued: 1 });
    const { begun, records, arrive, leave } = arrivals(admission);
    await arrive();
    const second = arrive();
    records[1]!.stop();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(() => admission.enter(records[1]!)).toThrow('The caller left');
    const third = arrive();
    leave(1);
    await third;
    expect(begun).toEqual([1, 3]);
  });

  it('gives a turn once, however often it is handed back', async () => {
    const admission = new Admission({ maxConcurrent: 1, maxQueued: 2 });
    const { begun, arrive, leave } = arrivals(admission);
    await arrive();
    const waiting = [arrive(), arrive()];
    leave(1);
    leave(1);
    await waiting[0];
    await turns();
    expect(begun).toEqual([1, 2]);
    leave(2);
    await waiting[1];
  });
});
