/** Asking outside of what is known: small gaps are filled first, large ones are owned up to. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { Answered, CallWindow, IndexFilter } from '../../src/participants/call-query.ts';
import {
  createIndexParticipants,
  type FillSettings,
} from '../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../src/participants/participant-query.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { startBackgroundSync } from '../../src/participants/sync/background-sync.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { bruteForce } from './brute-force.ts';
import { dayMs, emailOf, makeCompany, now } from './company.ts';
import { type FakePlatform, fakePlatform } from './platform.ts';

const hourMs = 3_600_000;
const company = makeCompany({ calls: 900, days: 60, people: 60 });
const brute = bruteForce(company.calls, company.users);

interface Setup {
  readonly participants: Participants;
  readonly platform: FakePlatform;
  readonly clock: ManualClock;
  readonly syncer: Syncer;
  ask(person: number, filter?: IndexFilter, deadline?: number): Promise<Answered<CallWindow>>;
}

async function setUp(settings: Partial<FillSettings> = {}): Promise<Setup> {
  const platform = fakePlatform(company.calls, company.users);
  const clock = manualClock(now);
  const database = await openStore({});
  const syncer = new Syncer({
    tenant: 'acme',
    database,
    connector: platform,
    clock,
    settings: { horizonMonths: 3, callsPerWalk: 200 },
  });
  const participants = createIndexParticipants(new Map([['acme', syncer]]), settings);
  return {
    participants,
    platform,
    clock,
    syncer,
    async ask(person, filter, deadline) {
      const [answer] = await participants.calls(
        'acme',
        [{ subject: { emails: [emailOf(person)] }, filter, first: 100 }],
        { deadline },
      );
      return answer!;
    },
  };
}

const week = { from: now - 40 * dayMs, to: now - 34 * dayMs };

describe('a question about a small gap', () => {
  it('fills it first, once, however many ask', async () => {
    const { ask, platform } = await setUp();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i, week)));
    expect(answers.map(({ value }) => value.calls.map((call) => call.callId))).toEqual(
      answers.map((_, i) =>
        brute
          .window({ subject: { emails: [emailOf(i)] }, filter: week, first: 100 })
          .calls.map((call) => call.callId),
      ),
    );
    for (const { coverage } of answers) {
      expect(coverage.completeFrom).toBeLessThanOrEqual(week.from);
      expect(coverage.completeTo).toBeGreaterThanOrEqual(week.to);
      expect(coverage.syncedAt).toBe(now);
    }
    const first = platform.sent.filter(({ params }) => params.cursor === undefined);
    expect(first).toHaveLength(1);
    expect(first[0]!.options).toMatchObject({ priority: 'interactive', cache: 'off' });
    platform.sent.length = 0;
    await ask(3, week);
    expect(platform.sent).toEqual([]);
  });

  it('fills the newest part when it is older than half an hour', async () => {
    const { ask, platform, clock, syncer } = await setUp();
    await syncer.run();
    platform.sent.length = 0;
    clock.jump(20 * 60_000);
    const recent = { from: now - 2 * dayMs };
    expect((await ask(1, recent)).coverage.completeTo).toBe(now);
    expect(platform.sent).toEqual([]);
    clock.jump(20 * 60_000);
    expect((await ask(1, recent)).coverage.completeTo).toBe(clock.now());
    expect(platform.sent).toHaveLength(1);
    expect((await ask(1)).coverage.completeTo).toBe(clock.now());
  });

  it('is answered with what is there when the fill fails, and does not try again at once', async () => {
    const { ask, platform, clock } = await setUp();
    platform.before = () => {
      throw new UpstreamError('UPSTREAM_UNAVAILABLE', 'down', {
        service: 'call-analytics',
        entity: 'calls_extensive',
        action: 'list',
      });
    };
    const failed = await ask(1, week);
    expect(failed).toMatchObject({ value: { calls: [] }, coverage: { completeFrom: null } });
    platform.before = () => {};
    expect((await ask(1, week)).coverage.completeFrom).toBeNull();
    expect(platform.sent).toHaveLength(1);
    await clock.advance(31_000);
    expect((await ask(1, week)).coverage.completeFrom).not.toBeNull();
  });

  it('is answered with what is there when half its time is over, and the fill goes on for the next', async () => {
    const { ask, platform, clock } = await setUp();
    const held = Promise.withResolvers<void>();
    platform.before = () => held.promise;
    const answers = [1, 2].map((person) => ask(person, week, clock.monotonic() + 30_000));
    await expect.poll(() => platform.sent.length).toBe(1);
    await clock.advance(15_000);
    for (const { value, coverage } of await Promise.all(answers))
      expect([value.calls, coverage.completeFrom]).toEqual([[], null]);
    held.resolve();
    expect((await ask(1, week, clock.monotonic() + 30_000)).coverage.completeFrom).not.toBeNull();
    expect(platform.sent.filter(({ params }) => params.cursor === undefined)).toHaveLength(1);
  });

  it('is left to the background when it has too many calls', async () => {
    const { ask, platform, clock } = await setUp({ mostPages: 1 });
    const { coverage } = await ask(1, { from: now - 20 * dayMs, to: now - 13 * dayMs });
    expect(coverage.completeFrom).toBeNull();
    expect(platform.sent).toHaveLength(1);
    await clock.advance(120_000);
    await ask(1, { from: now - 20 * dayMs, to: now - 13 * dayMs });
    expect(platform.sent).toHaveLength(1);
  });

  it('waits for somebody else who walks the same time', async () => {
    const { ask, platform, clock, syncer } = await setUp();
    let release = (): void => {};
    platform.before = (_, i) =>
      i === 0
        ? new Promise<void>((resolve) => {
            release = resolve;
          })
        : undefined;
    const other = syncer.fill(
      { from: now - 45 * dayMs, to: now - 30 * dayMs },
      {},
      { walk: 'people' },
    );
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    const answer = ask(1, week);
    await clock.advance(500);
    release();
    await other;
    await clock.advance(500);
    expect((await answer).coverage.completeTo).toBeGreaterThanOrEqual(week.to);
    expect(platform.sent.filter(({ params }) => params.cursor === undefined)).toHaveLength(1);
  });

  it('does not wait longer than it may', async () => {
    const { ask, platform, clock, syncer } = await setUp({ patienceMs: 1_000 });
    platform.before = () => new Promise(() => {});
    void syncer.fill({ from: now - 45 * dayMs, to: now - 30 * dayMs }, {}, { walk: 'people' });
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    const answer = ask(1, week);
    await clock.advance(1_500);
    expect((await answer).coverage.completeFrom).toBeNull();
  });
});

describe('a question about a large gap', () => {
  it('is answered with what is there, and says how far that goes', async () => {
    const { ask, platform, syncer } = await setUp();
    await syncer.fill({ from: now - 20 * dayMs, to: now }, {}, { walk: 'people' });
    platform.sent.length = 0;
    for (const filter of [{}, { from: now - 50 * dayMs }, { from: now - 50 * dayMs, to: now }]) {
      const { value, coverage } = await ask(2, filter);
      expect(coverage.completeFrom).toBe(now - 20 * dayMs + 6 * hourMs);
      const known = brute.window({
        subject: { emails: [emailOf(2)] },
        filter: { from: coverage.completeFrom, to: coverage.completeTo },
        first: 100,
      });
      expect(value.calls.map((call) => call.callId)).toEqual(
        expect.arrayContaining(known.calls.map((call) => call.callId)),
      );
    }
    expect(platform.sent).toEqual([]);
  });

  it('about trackers counts only what was synchronised with them', async () => {
    const { participants, syncer, platform } = await setUp();
    await syncer.run();
    platform.sent.length = 0;
    const subject = { emails: [emailOf(2)] };
    const far = { subject, bucket: 'week' as const };
    const [without] = await participants.trackersPerPeriod('acme', [far]);
    expect(without!.coverage.completeFrom).toBeNull();
    const near = { ...far, filter: { from: now - 5 * dayMs, to: now } };
    const [filled] = await participants.trackersPerPeriod('acme', [near]);
    expect(filled!.coverage.completeTo).toBe(now);
    expect(platform.sent[0]!.params.contentSelector).toMatchObject({
      exposedFields: { content: { trackers: true } },
    });
  });
});

describe('in the background', () => {
  it('synchronises at once and in every interval, through failures, until it is stopped', async () => {
    const { syncer, platform, clock, participants } = await setUp();
    const told: string[] = [];
    const background = startBackgroundSync(syncer, {
      intervalMs: 300_000,
      onReport: ({ complete }) => told.push(`complete ${complete}`),
      onError: (error) => told.push((error as UpstreamError).code),
    });
    await clock.advance(1_000);
    for (let i = 0; i < 60 && told.length === 0; i++) await clock.advance(1);
    expect(told).toEqual(['complete 1']);
    platform.before = () => {
      throw new UpstreamError(
        'RATE_LIMITED',
        'spent',
        { service: 'call-analytics', entity: 'calls_extensive', action: 'list' },
        { retryAfterMs: 2 * hourMs },
      );
    };
    await clock.advance(300_000);
    expect(told).toEqual(['complete 1', 'RATE_LIMITED']);
    platform.before = () => {};
    await clock.advance(hourMs);
    expect(told).toHaveLength(2);
    await clock.advance(hourMs);
    for (let i = 0; i < 60 && told.length === 2; i++) await clock.advance(1);
    expect(told).toEqual(['complete 1', 'RATE_LIMITED', 'complete 1']);
    expect(await participants.status('acme')).toMatchObject({ state: 'idle', lastError: null });
    await background.stop();
    expect(clock.pending).toBe(0);
  });
});
