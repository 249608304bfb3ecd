import { describe, expect, it } from 'vitest';
import { Admission, Quota } from '../../../src/server/limit/admission.ts';
import { RequestRecord } from '../../../src/server/request-record.ts';
import { RowScope } from '../../../src/upstream/row-scope.ts';

/** Requests that are given turns, named by the order in which they came. */
function arrivals(admission: Admission) {
  const begun: number[] = [];
  const records: RequestRecord[] = [];
  const arrive = async (): Promise<void> => {
    const record = new RequestRecord(`request-${records.length}`);
    const n = records.push(record);
    await admission.enter(record);
    begun.push(n);
  };
  return { begun, records, arrive, leave: (n: number) => admission.leave(records[n - 1]!) };
}

const turns = () => new Promise((done) => setImmediate(done));

describe('admission', () => {
  it('runs so many, queues so many in their order, and refuses the rest at once', async () => {
    const admission = new Admission({ maxConcurrent: 2, maxQueued: 2 });
    const { begun, arrive, leave } = arrivals(admission);
    const all = [arrive(), arrive(), arrive(), arrive()];
    await expect(arrive()).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterMs: 1_000 });
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

const client = (name: string, requestsPerMinute: number | null = null) => ({
  tenant: 'acme',
  rowScope: RowScope.ofConnectedUser('acme'),
  client: name,
  permissions: new Set<never>(),
  requestsPerMinute,
});

describe('a quota in this process', () => {
  it('counts each client for itself, from its first request on for a minute', () => {
    let now = 5;
    const quota = new Quota({ requestsPerMinute: 2, monotonic: () => now });
    const spend = (name: string) => () => quota.spend(client(name));
    expect([spend('ana')(), spend('ana')()]).toEqual([null, null]);
    now += 59_000;
    expect(spend('ana')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', retryAfterMs: 1_000 }),
    );
    expect(spend('ben')()).toBeNull();
    now += 1_000;
    // A refused request doesn't lengthen the minute; the other client's goes on.
    expect([spend('ana')(), spend('ana')(), spend('ben')()]).toEqual([null, null, null]);
    expect(spend('ana')).toThrow();
    expect(spend('ben')).toThrow();
  });

  it('takes a quota of the client’s own in place of the general one; 0 is none', () => {
    const quota = new Quota({ requestsPerMinute: 1, monotonic: () => 0 });
    const own = client('own', 3);
    for (let n = 0; n < 3; n += 1) expect(quota.spend(own)).toBeNull();
    expect(() => quota.spend(own)).toThrow();
    for (let n = 0; n < 9; n += 1) expect(quota.spend(client('free', 0))).toBeNull();
  });
});
