/** Synchronising: what is asked of the platform, what survives its failures, and who may write. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import { createIndexParticipants } from '../../src/participants/index-participants.ts';
import type { Coverage } from '../../src/participants/question.ts';
import { readContents } from '../../src/participants/store/contents.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/open.ts';
import { listSpans } from '../../src/participants/store/span.ts';
import type { Progress } from '../../src/participants/sync/progress.ts';
import type { SyncSettings } from '../../src/participants/sync/setting.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { dayMs, makeCompany, now } from './company.ts';
import { type FakeCall, type FakePlatform, fakePlatform, type SentCall } from './platform.ts';

const hourMs = 3_600_000;
const company = makeCompany({ calls: 1_500, days: 80, people: 100 });

interface Setup {
  readonly database: Database;
  readonly platform: FakePlatform;
  readonly clock: ManualClock;
  readonly syncer: Syncer;
}

async function setUp(
  settings: Partial<SyncSettings> = {},
  calls: readonly FakeCall[] = company.calls,
): Promise<Setup> {
  const database = await openStore({});
  const platform = fakePlatform(calls, company.users);
  const clock = manualClock(now);
  const syncer = syncerOn(database, platform, clock, settings);
  return { database, platform, clock, syncer };
}

const syncerOn = (
  database: Database,
  connector: FakePlatform,
  clock: ManualClock,
  settings: Partial<SyncSettings> = {},
): Syncer =>
  new Syncer({
    tenant: 'acme',
    database,
    connector,
    clock,
    settings: { horizonMonths: 3, callsPerWalk: 200, ...settings },
  });

/** Ids in the index. */
async function indexed(database: Database): Promise<string[]> {
  const rows = await database.read('SELECT substr(id, 2) FROM call ORDER BY id');
  return rows.map(([id]) => String(id));
}

const idsOf = (calls: readonly FakeCall[]): string[] =>
  calls.map(({ id }) => id).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

const coverageIn = async ({ syncer }: Setup, from?: number, to?: number): Promise<Coverage> => {
  const participants = createIndexParticipants(new Map([['acme', syncer]]), { longestMs: 0 });
  const [answer] = await participants.calls('acme', [
    { subject: { emails: ['a@b.example'] }, filter: { from, to }, first: 1 },
  ]);
  return answer!.coverage;
};

const walksOf = (sent: readonly SentCall[]): { from: number; to: number }[] =>
  sent
    .filter(({ entity, params }) => entity === 'calls_extensive' && params.cursor === undefined)
    .map(({ params }) => params.filter as { fromDateTime?: string; toDateTime?: string })
    .filter(({ fromDateTime }) => fromDateTime !== undefined)
    .map(({ fromDateTime, toDateTime }) => ({
      from: Date.parse(fromDateTime!),
      to: Date.parse(toDateTime!),
    }));

describe('a first synchronisation', () => {
  it('walks back from now to the horizon, in the background, past the cache, nothing twice', async () => {
    const setup = await setUp({ parallel: 1 });
    const report = await setup.syncer.run();
    expect(report).toMatchObject({ calls: 1_500, written: 1_500, removed: 0, complete: 1 });
    expect(await indexed(setup.database)).toEqual(idsOf(company.calls));
    const { sent } = setup.platform;
    for (const { entity, params, options } of sent) {
      expect(options).toMatchObject({ priority: 'background', cache: 'off' });
      if (entity === 'calls_extensive')
        expect(params.contentSelector).toEqual({
          context: 'Extended',
          exposedFields: { parties: true },
        });
    }
    const walks = walksOf(sent);
    expect(walks.length).toBeGreaterThan(6);
    expect(walks[0]!.to).toBeGreaterThan(now);
    for (const [i, walk] of walks.entries()) if (i > 0) expect(walk.to).toBe(walks[i - 1]!.from);
    expect(walks.at(-1)!.from).toBeLessThanOrEqual(Date.UTC(2026, 6, 15, 6));
    // A page is asked for once, and each walk ends with its last page.
    const pages = sent.filter(({ entity }) => entity === 'calls_extensive').length;
    expect(pages).toBe(report.pages);
    expect(pages).toBeLessThan(1_500 / 100 + walks.length + 1);
  });

  it('asks for trackers only when they are wanted', async () => {
    const { syncer, platform, database } = await setUp(
      { trackers: true },
      company.calls.slice(0, 50),
    );
    await syncer.run();
    expect(platform.sent.at(-1)!.params.contentSelector).toEqual({
      context: 'Extended',
      exposedFields: { parties: true, content: { trackers: true } },
    });
    const [[heard] = []] = await database.read("SELECT count(*) FROM call WHERE trackers <> '[]'");
    expect(heard).toBeGreaterThan(0);
  });

  it('shows how far it is', async () => {
    const { syncer } = await setUp();
    const seen: Progress[] = [];
    await syncer.run({ onProgress: (progress) => seen.push(progress) });
    const shares = seen.map(({ complete }) => complete);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ complete: 1, calls: 1_500 });
    expect(seen.at(-1)!.walksDone).toBe(seen.at(-1)!.walksTotal);
  });

  it('claims what it walked and nothing more', async () => {
    const setup = await setUp();
    expect(await coverageIn(setup)).toEqual({
      completeFrom: null,
      completeTo: null,
      syncedAt: null,
      reconciledAt: null,
    });
    await setup.syncer.run();
    const coverage = await coverageIn(setup);
    expect(coverage.completeFrom).toBeLessThanOrEqual(setup.syncer.horizon);
    expect(coverage).toMatchObject({ completeTo: now, syncedAt: now, reconciledAt: now });
    expect(await coverageIn(setup, 0, Date.UTC(2020, 0))).toMatchObject({ completeFrom: null });
  });

  it('leaves out rows that can’t be placed, counts them, and takes the rest of odd ones', async () => {
    const setup = await setUp();
    setup.platform.oddRows = [
      {},
      { metaData: null },
      { metaData: { id: 'x' } },
      { metaData: { id: '', started: '2026-10-10T10:00:00Z' } },
      { metaData: { id: '77', started: 'yesterday' } },
    ];
    await setup.syncer.run();
    expect(await indexed(setup.database)).toEqual(idsOf(company.calls));
    const participants = createIndexParticipants(new Map([['acme', setup.syncer]]));
    const status = await participants.status('acme');
    expect(status).toMatchObject({ state: 'idle', calls: 1_500, complete: 1, lastError: null });
    expect(status.skippedRows).toBeGreaterThan(0);
  });

  it('keeps what is strange but usable', async () => {
    const { syncer, platform, database } = await setUp({}, []);
    platform.oddRows = [
      {
        metaData: { id: '18446744073709551617', started: '2026-10-10T10:00:00.123456+02:00' },
        parties: [
          { id: '1', emailAddress: 'A@B.example', methods: 'Attendee' },
          { id: '2', emailAddress: 'a@b.example', methods: ['Attendee', 'Somehow'] },
          { id: '3', emailAddress: 'bad\ud800\0@x.example' },
          { emailAddress: 7 },
          null,
          'party',
        ],
        context: [{ objects: null }, { objects: [{ objectId: 5 }, { objectId: ' 001x ' }] }],
        surprise: { from: 'the future' },
      },
    ];
    await syncer.run();
    const contents = await readContents(database, 1, ['18446744073709551617']);
    expect(contents.get('18446744073709551617')).toMatchObject({
      startedAt: Date.UTC(2026, 9, 10, 8, 0, 0, 123),
      durationSeconds: null,
      direction: null,
      primaryUserId: null,
    });
    const keys = contents.get('18446744073709551617')!.keys;
    expect(keys.map(({ kind, value, parts }) => [kind, value, parts.length]).sort()).toEqual([
      ['crm', '001x', 1],
      ['email', 'a@b.example', 2],
      ['email', 'bad\ufffd@x.example', 1],
    ]);
  });
});

describe('the next synchronisations', () => {
  it('walk the newest hours each time, the last days each hour, and find calls that come late', async () => {
    const setup = await setUp({ parallel: 1 });
    const { syncer, platform, clock } = setup;
    await syncer.run();
    const run = async (): Promise<number[]> => {
      platform.sent.length = 0;
      await syncer.run();
      return walksOf(platform.sent).map(({ from }) => Math.round((clock.now() - from) / hourMs));
    };
    clock.jump(5 * 60_000);
    expect(await run()).toEqual([12]);
    const late = {
      ...company.calls[0]!,
      id: '5',
      scheduled: now - 50 * hourMs,
      started: now - 50 * hourMs,
    };
    platform.calls.push(late);
    clock.jump(hourMs);
    expect((await run())[0]).toBeGreaterThanOrEqual(72);
    expect(await indexed(setup.database)).toContain('5');
    clock.jump(5 * 60_000);
    expect(await run()).toEqual([12]);
  });

  it('fill the gap after a pause of days', async () => {
    const setup = await setUp();
    await setup.syncer.run();
    setup.clock.jump(20 * dayMs);
    const missed = company.calls.slice(0, 40).map((call, i) => {
      const at = now + i * 12 * hourMs;
      return { ...call, id: String(i + 1), scheduled: at, started: at };
    });
    setup.platform.calls.push(...missed);
    const between = await coverageIn(setup);
    expect(between).toMatchObject({ completeTo: now });
    await setup.syncer.run();
    expect(await indexed(setup.database)).toEqual(expect.arrayContaining(idsOf(missed)));
    expect(await coverageIn(setup)).toMatchObject({ completeTo: setup.clock.now() });
  });

  it('write nothing that has not changed', async () => {
    const { syncer, clock } = await setUp();
    await syncer.run();
    clock.jump(2 * hourMs);
    expect(await syncer.run()).toMatchObject({ written: 0, removed: 0 });
  });

  it('compare one old stretch at a time, when it is a week old', async () => {
    const setup = await setUp({ parallel: 1 });
    const { syncer, platform, clock, database } = setup;
    await syncer.run();
    const old = company.calls.filter(({ scheduled }) => scheduled < now - 20 * dayMs);
    const gone = new Set(idsOf(old.slice(0, 30)));
    platform.calls = platform.calls.filter(({ id }) => !gone.has(id));
    const runs: number[] = [];
    for (let i = 0; i < 60; i++) {
      clock.jump(6 * hourMs);
      platform.sent.length = 0;
      runs.push((await syncer.run()).walks);
    }
    expect(Math.max(...runs)).toBe(2);
    const horizon = syncer.horizon;
    const left = platform.calls.filter(({ scheduled }) => scheduled > horizon);
    expect(await indexed(database)).toEqual(expect.arrayContaining(idsOf(left)));
    expect((await indexed(database)).filter((id) => gone.has(id))).toEqual([]);
  });

  it('take a call out only after asking for it by id', async () => {
    const setup = await setUp({ parallel: 1 });
    const { syncer, platform, database } = setup;
    await syncer.run();
    const [slid, deleted] = company.calls;
    platform.calls = platform.calls.filter(({ id }) => id !== deleted!.id);
    // The list leaves one out, as a page that slid under the walk does.
    const all = platform.calls;
    platform.before = ({ params }) => {
      const { callIds } = (params.filter ?? {}) as { callIds?: string[] };
      platform.calls = callIds ? all : all.filter(({ id }) => id !== slid!.id);
    };
    platform.sent.length = 0;
    expect(await syncer.run({ reconcile: 'all' })).toMatchObject({ removed: 1 });
    const ids = await indexed(database);
    expect(ids).toContain(slid!.id);
    expect(ids).not.toContain(deleted!.id);
    const asked = platform.sent
      .map(({ params }) => (params.filter as { callIds?: string[] } | undefined)?.callIds)
      .filter((each) => each !== undefined);
    expect(asked.flat().sort()).toEqual([slid!.id, deleted!.id].sort());
  });

  it('forget what is beyond the horizon', async () => {
    const setup = await setUp();
    await setup.syncer.run();
    setup.clock.jump(30 * dayMs);
    await setup.syncer.run();
    const left = company.calls.filter(
      ({ scheduled }) => scheduled >= setup.syncer.horizon - 3 * dayMs,
    );
    expect(left.length).toBeLessThan(1_500);
    expect(await indexed(setup.database)).toEqual(idsOf(left));
    const [first] = await listSpans(setup.database, 1);
    expect(first!.from).toBe(setup.syncer.horizon - 3 * dayMs);
  });
});

describe('a platform that says too little', () => {
  it.each(['withheld', 'withheld without a total'])(
    'loses no call where cursors are %s',
    async (how) => {
      const setup = await setUp({ parallel: 1, callsPerWalk: 400 });
      const { execute } = setup.platform;
      setup.platform.execute = async (...args) => {
        const answer = await execute(...args);
        const total = how === 'withheld' ? answer.page.total : null;
        return { ...answer, page: { ...answer.page, cursor: null, done: true, total } };
      };
      expect((await setup.syncer.run()).complete).toBe(1);
      expect(await indexed(setup.database)).toEqual(idsOf(company.calls));
    },
  );

  it('is not asked for ever about calls that it counts and hides', async () => {
    const setup = await setUp({ parallel: 1 });
    const { execute } = setup.platform;
    setup.platform.execute = async (...args) => {
      const answer = await execute(...args);
      const shown = answer.rows.filter(
        (row) => (row.metaData as { isPrivate?: boolean } | undefined)?.isPrivate !== true,
      );
      return { ...answer, rows: shown };
    };
    const report = await setup.syncer.run();
    const shown = company.calls.filter(({ isPrivate }) => !isPrivate);
    expect(await indexed(setup.database)).toEqual(idsOf(shown));
    expect(report.complete).toBe(1);
    expect(setup.platform.sent.length).toBeLessThan(60);
  });
});

describe('when the platform fails', () => {
  const site = { service: 'call-analytics', entity: 'calls_extensive', action: 'list' } as const;

  it('keeps what is complete, claims nothing else, and goes on there next time', async () => {
    const setup = await setUp({ parallel: 1, attempts: 1 });
    const { syncer, platform, database } = setup;
    platform.before = (_, i) => {
      if (i >= 9) throw new UpstreamError('UPSTREAM_UNAVAILABLE', 'gone', site);
    };
    await expect(syncer.run()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    const spans = await listSpans(database, 1);
    const complete = company.calls.filter(
      ({ scheduled }) => scheduled >= spans[0]!.from && scheduled < now,
    );
    expect(await indexed(database)).toEqual(expect.arrayContaining(idsOf(complete)));
    expect(spans[0]!.from).toBeGreaterThan(syncer.horizon);
    const participants = createIndexParticipants(new Map([['acme', syncer]]));
    expect(await participants.status('acme')).toMatchObject({ lastError: 'UPSTREAM_UNAVAILABLE' });
    platform.before = () => {};
    platform.sent.length = 0;
    expect((await syncer.run()).complete).toBe(1);
    for (const { to } of walksOf(platform.sent).slice(1))
      expect(to).toBeLessThanOrEqual(spans[0]!.from);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
    expect((await participants.status('acme')).lastError).toBeNull();
  });

  it('waits for a short refusal and goes on with the same page', async () => {
    const setup = await setUp({ parallel: 1 });
    const { syncer, platform, clock } = setup;
    let refused = 0;
    platform.before = (_, i) => {
      if (i === 4 || i === 5) {
        refused++;
        throw new UpstreamError('RATE_LIMITED', 'later', site, { retryAfterMs: 20_000 });
      }
    };
    const run = syncer.run();
    await clock.advance(60_000);
    expect((await run).complete).toBe(1);
    expect(refused).toBe(2);
    expect(platform.sent[4]!.params).toEqual(platform.sent[6]!.params);
  });

  it('ends at a refusal of hours without waiting', async () => {
    const { syncer, platform, clock } = await setUp({ parallel: 1 });
    platform.before = (_, i) => {
      if (i >= 3)
        throw new UpstreamError('RATE_LIMITED', 'tomorrow', site, { retryAfterMs: 9 * hourMs });
    };
    await expect(syncer.run()).rejects.toMatchObject({ retryAfterMs: 9 * hourMs });
    expect(clock.pending).toBe(0);
  });

  it('stops when it is told to', async () => {
    const { syncer, platform, database, clock } = await setUp({ parallel: 1 });
    const controller = new AbortController();
    platform.before = (_, i) => {
      if (i === 6) controller.abort();
    };
    await expect(syncer.run({ signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(platform.sent.length).toBe(7);
    expect(await database.read('SELECT * FROM lease')).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});

describe('several gateways', () => {
  it('never walk the same time at once, and together leave nothing out', async () => {
    const { database, platform, clock } = await setUp();
    const open: { from: number; to: number }[] = [];
    let turn = 0;
    const watched = (): FakePlatform => {
      const own = fakePlatform(company.calls, company.users);
      own.before = async (call) => {
        const [range] = walksOf([call]);
        if (range === undefined) return;
        const clash = open.filter((each) => each.from < range.to && each.to > range.from);
        expect(clash).toEqual([]);
        open.push(range);
        // Lets the others come in between.
        for (let i = 0; i < 1 + (turn++ % 5); i++) await new Promise(setImmediate);
        open.splice(open.indexOf(range), 1);
      };
      return own;
    };
    const platforms = [watched(), watched(), watched()];
    const reports = await Promise.all(
      platforms.map((each) => syncerOn(database, each, clock).run()),
    );
    expect(await indexed(database)).toEqual(idsOf(company.calls));
    expect(reports.filter(({ walks }) => walks > 2).length).toBeGreaterThan(1);
    const walked = reports.reduce((sum, { written }) => sum + written, 0);
    expect(walked).toBe(1_500);
    void platform;
  });

  it('take over from one that hangs, whose late writes are refused', async () => {
    const { database, platform, clock, syncer } = await setUp({ parallel: 1 });
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The process is stopped: neither its timers nor its requests go on.
    platform.before = async (_, i) => {
      if (i === 1) await hanging;
    };
    const stopped = manualClock(now);
    const sleeper = syncerOn(database, platform, stopped, { parallel: 1 });
    const asleep = sleeper.run();
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    const other = fakePlatform(company.calls.slice(5), company.users);
    const busy = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(busy.complete).toBeLessThan(1);
    clock.jump(3 * 60_000);
    const taken = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(taken.complete).toBe(1);
    const before = await indexed(database);
    expect(before).toEqual(idsOf(company.calls.slice(5)));
    // It still holds a page with calls that were deleted since.
    platform.before = (_, i) => {
      if (i > 1)
        throw new UpstreamError('CANCELLED', 'enough', {
          service: 'call-analytics',
          entity: 'calls_extensive',
          action: 'list',
        });
    };
    release();
    await asleep.catch(() => {});
    expect(await indexed(database)).toEqual(before);
    void syncer;
  });

  it('renew a lease while a page is waited for', async () => {
    const { database, platform, clock, syncer } = await setUp({ parallel: 1 });
    let release = (): void => {};
    platform.before = (_, i) =>
      i === 1
        ? new Promise<void>((resolve) => {
            release = resolve;
          })
        : undefined;
    const run = syncer.run();
    await clock.advance(30 * 60_000);
    const other = fakePlatform(company.calls, company.users);
    const rest = await syncerOn(database, other, clock, { parallel: 1 }).run();
    expect(rest.complete).toBeLessThan(1);
    release();
    expect((await run).complete).toBe(1);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
  });
});

describe('clocks that jump', () => {
  it.each([hourMs, -hourMs, 9 * dayMs, -9 * dayMs])(
    'lose no call and claim no future (a jump of %d ms during a walk and back)',
    async (jump) => {
      const setup = await setUp({ parallel: 2 });
      const { syncer, platform, clock, database } = setup;
      let jumped = false;
      platform.before = (_, i) => {
        if (i === 3) clock.jump(jump);
        if (i === 8) clock.jump(-jump);
        jumped ||= i > 8;
      };
      await syncer.run().catch(() => {});
      expect(jumped).toBe(true);
      const coverage = await coverageIn(setup);
      expect(coverage.completeTo ?? 0).toBeLessThanOrEqual(clock.now());
      // Calls of the hour that the clock had been ahead by.
      const later = company.calls.slice(0, 20).map((call, i) => {
        const at = now + i * 3 * 60_000;
        return { ...call, id: String(i + 1), scheduled: at, started: at };
      });
      platform.calls.push(...later);
      clock.jump(hourMs + 60_000);
      for (let i = 0; i < 3; i++) await syncer.run();
      expect(await indexed(database)).toEqual(idsOf([...company.calls, ...later]));
      expect(await coverageIn(setup)).toMatchObject({ completeTo: clock.now() });
      expect(await database.read('SELECT * FROM lease')).toEqual([]);
    },
  );

  it('don’t empty the index when they are years ahead', async () => {
    const { database, clock, syncer } = await setUp();
    await syncer.run();
    clock.jump(5 * 365 * dayMs);
    await syncer.run();
    expect((await indexed(database)).length).toBeGreaterThan(800);
    clock.jump(-5 * 365 * dayMs);
    expect((await syncer.run()).complete).toBe(1);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
  });

  it('don’t keep a lease for ever', async () => {
    const { database, platform, clock, syncer } = await setUp();
    const ahead = manualClock(now + 400 * dayMs);
    platform.before = () => new Promise(() => {});
    void syncerOn(database, platform, ahead).fill(
      { from: now - 20 * dayMs, to: now - 10 * dayMs },
      {},
      { trackers: false },
    );
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    platform.before = () => {};
    expect((await syncer.run()).complete).toBe(1);
    void clock;
  });
});
