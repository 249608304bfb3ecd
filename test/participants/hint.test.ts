/** What the platform says of single calls: followed by id, believed never. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import { acquireLease, releaseLease } from '../../src/participants/store/lease.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import { CallHints } from '../../src/participants/sync/call-hint.ts';
import { manualClock } from '../support/clock.ts';
import { now } from './company.ts';
import type { FakePlatform } from './platform.ts';
import { company, differences, hourMs, indexed, setUp, syncerOn } from './syncing.ts';

const site = { service: 'call-analytics', entity: 'calls_extensive', action: 'list' } as const;
const never = new AbortController().signal;

describe('calls read by id', () => {
  it('are in the index after one call upstream, without a claim of any time', async () => {
    const { syncer, platform, database } = await setUp();
    const ids = company.calls.slice(0, 100).map(({ id }) => id);
    expect(await syncer.read(ids, never)).toEqual([]);
    expect(platform.sent.map(({ params }) => params.filter)).toEqual([{ callIds: ids }]);
    expect(platform.sent[0]!.options).toMatchObject({ priority: 'background', cache: 'off' });
    expect(await indexed(database)).toHaveLength(100);
    expect((await syncer.state(await tenantNumber(database, syncer.tenant))).spans).toEqual([]);
    await syncer.run();
    expect((await indexed(database)).length).toBe(company.calls.length);
  });

  it('of a stretch that is walked just now wait for its end', async () => {
    const { syncer, database } = await setUp();
    const [call] = company.calls;
    const tenant = await tenantNumber(database, syncer.tenant);
    const at = call!.scheduled;
    const around = { from: at - hourMs, to: at + hourMs };
    const terms = { now: syncer.clock.now(), milliseconds: 60_000 };
    const lease = await acquireLease(database, tenant, around, 'another', terms);
    expect(await syncer.read([call!.id], never)).toEqual([call!.id]);
    expect(await indexed(database)).toEqual([]);
    await releaseLease(database, lease!);
    expect(await syncer.read([call!.id], never)).toEqual([]);
    expect(await indexed(database)).toEqual([call!.id]);
  });

  it('give way to what others have written since they were read', async () => {
    const { syncer, platform, database } = await setUp();
    const other = syncerOn(database, platform, manualClock(now), {});
    const [call, gone, added] = company.calls.slice(0, 3);
    platform.calls = platform.calls.filter(({ id }) => id !== added!.id);
    await syncer.run();
    const held = Promise.withResolvers<void>();
    const late: FakePlatform = {
      ...platform,
      async execute(...read) {
        const answer = await platform.execute(...read);
        await held.promise;
        return answer;
      },
    };
    const slow = syncerOn(database, late, manualClock(now), {});
    platform.calls.push(added!);
    const ids = [call!.id, gone!.id, added!.id];
    const reading = slow.read(ids, never);
    // Long enough that the platform has answered the slow one.
    await expect.poll(() => platform.sent.at(-1)?.params.filter).toEqual({ callIds: ids });
    const renamed = { ...call!, duration: call!.duration + 1 };
    platform.calls = [
      renamed,
      ...platform.calls.filter(({ id }) => id !== call!.id && id !== gone!.id),
    ];
    expect(await other.read(ids, never)).toEqual([]);
    held.resolve();
    expect(await reading).toEqual(ids);
    expect(await slow.read(ids, never)).toEqual([]);
    expect(await differences(database, platform)).toEqual([]);
  });

  it('are removed where the platform shows them no longer', async () => {
    const { syncer, platform, database } = await setUp();
    await syncer.run();
    const [gone] = company.calls;
    platform.calls = platform.calls.filter(({ id }) => id !== gone!.id);
    expect(await syncer.read([gone!.id], never)).toEqual([]);
    expect(await differences(database, platform)).toEqual([]);
  });

  it('that the platform does not show leave no trace', async () => {
    const { syncer, database } = await setUp();
    expect(await syncer.read(['999999999'], never)).toEqual([]);
    expect(await indexed(database)).toEqual([]);
  });
});

function hints(read: (ids: readonly string[]) => Promise<readonly string[]>) {
  const clock = manualClock();
  const forgotten: string[] = [];
  const errors: unknown[] = [];
  const all = new CallHints({
    clock,
    forget: async (ids) => void forgotten.push(...ids),
    read,
    onError: (error) => errors.push(error),
  });
  return { clock, forgotten, errors, all };
}

describe('hints', () => {
  it('that come together are one call for each hundred, each once', async () => {
    const rounds: number[] = [];
    const { clock, forgotten, all } = hints(async (ids) => {
      rounds.push(ids.length);
      return [];
    });
    for (let n = 0; n < 500; n += 1) expect(all.add(String(n % 250))).toBe(true);
    expect(rounds).toEqual([]);
    await clock.advance(10_000);
    expect(rounds).toEqual([100, 100, 50]);
    expect(new Set(forgotten).size).toBe(250);
    all.add('7');
    await clock.advance(3_000);
    expect(rounds).toEqual([100, 100, 50, 1]);
    expect(clock.pending).toBe(0);
  });

  it('are refused beyond what can wait', async () => {
    const { all } = hints(async () => []);
    for (let n = 0; n < 10_000; n += 1) all.add(String(n));
    expect(all.add('one more')).toBe(false);
    expect(all.add('17')).toBe(true);
    await all.close();
  });

  it('that fail are tried again, later as the platform asks, and left to the walk in the end', async () => {
    let tries = 0;
    const { clock, errors, all } = hints(async () => {
      tries += 1;
      throw new UpstreamError('RATE_LIMITED', 'later', site, { retryAfterMs: 60_000 });
    });
    all.add('1');
    await clock.advance(2_000);
    expect(tries).toBe(1);
    await clock.advance(59_000);
    expect(tries).toBe(1);
    await clock.advance(3_600_000);
    expect([tries, errors.length, clock.pending]).toEqual([5, 5, 0]);
  });
});
