/** Synchronising: what is asked of the platform, what follows it, and what survives its failures. */

import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import { type Database, IndexStoreError } from '../../src/participants/store/database.ts';
import { listSpans } from '../../src/participants/store/span.ts';
import { readContents } from '../../src/participants/store/stored-call.ts';
import type { Progress } from '../../src/participants/sync/sync-run.ts';
import { dayMs, now } from './company.ts';
import { type FakeCall, type FakePlatform, pageOf } from './platform.ts';
import {
  company,
  coverageIn,
  hourMs,
  idsOf,
  indexed,
  setUp,
  syncerOn,
  walksOf,
} from './syncing.ts';

const site = { service: 'call-analytics', entity: 'calls_extensive', action: 'list' } as const;

interface OddRow {
  readonly metaData: { readonly id: string };
}

describe('a first synchronisation', () => {
  it('walks back from now to the horizon, in the background, past the cache, nothing twice', async () => {
    const setup = await setUp({ parallel: 1 });
    const report = await setup.syncer.run();
    expect(report).toMatchObject({
      calls: company.calls.length,
      written: company.calls.length,
      removed: 0,
      complete: 1,
    });
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
    expect(walks.length).toBeGreaterThan(3);
    expect(walks[0]!.to).toBeGreaterThan(now);
    for (const [i, walk] of walks.entries()) if (i > 0) expect(walk.to).toBe(walks[i - 1]!.from);
    expect(walks.at(-1)!.from).toBeLessThanOrEqual(Date.UTC(2026, 6, 15, 6));
    // A page is asked for once, and each walk ends with its last page.
    const pages = sent.filter(({ entity }) => entity === 'calls_extensive').length;
    expect(pages).toBe(report.pages);
    expect(pages).toBeLessThan(company.calls.length / pageOf + walks.length + 1);
  });

  it('asks for what was said only when it is wanted', async () => {
    const { syncer, platform, database } = await setUp(
      { walk: 'contents' },
      company.calls.slice(0, 50),
    );
    await syncer.run();
    expect(platform.sent.at(-1)!.params.contentSelector).toEqual({
      context: 'Extended',
      contextTiming: ['Now', 'TimeOfCall'],
      exposedFields: {
        parties: true,
        content: { trackers: true, topics: true, callOutcome: true },
        interaction: { personInteractionStats: true },
      },
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
    expect(seen.at(-1)).toMatchObject({ complete: 1, calls: company.calls.length });
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
    expect(status).toMatchObject({
      state: 'idle',
      calls: company.calls.length,
      complete: 1,
      lastError: null,
    });
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

  it.each([
    ['with an id alone', ({ metaData: { id } }: OddRow) => ({ metaData: { id } })],
    ['without an id', () => ({ metaData: null })],
  ])(
    'keep calls whose rows come %s, and remove those that are gone once rows can be read',
    async (_form, odd) => {
      const { syncer, platform, database, clock } = await setUp();
      await syncer.run();
      const [gone, ...rest] = company.calls;
      platform.calls = rest;
      const garbled: FakePlatform = {
        ...platform,
        async execute(entity, ...read) {
          const answer = await platform.execute(entity, ...read);
          const isCalls = entity.entity === 'calls_extensive';
          return isCalls
            ? { ...answer, rows: answer.rows.map((row) => odd(row as never)) }
            : answer;
        },
      };
      const { removed, skippedRows } = await syncerOn(database, garbled, clock).run({
        reconcile: 'all',
      });
      expect(removed).toBe(0);
      expect(skippedRows).toBeGreaterThan(0);
      expect(await indexed(database)).toEqual(idsOf(company.calls));
      const ids = idsOf(company.calls).slice(0, 100);
      const signal = new AbortController().signal;
      expect(await syncerOn(database, garbled, clock).read(ids, signal)).toEqual(ids);
      expect(await indexed(database)).toEqual(idsOf(company.calls));
      await syncer.run({ reconcile: 'all' });
      expect(await indexed(database)).toEqual(idsOf(rest));
      expect(await indexed(database)).not.toContain(gone!.id);
    },
  );

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
    for (let i = 0; i < 18; i++) {
      clock.jump(20 * hourMs);
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
    expect(left.length).toBeLessThan(company.calls.length);
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

  it('is known to hide what it announces by id, also where the rest of the walk fails', async () => {
    const setup = await setUp({ parallel: 1, callsPerWalk: 1_000 });
    const { syncer, platform } = setup;
    await syncer.run();
    const { execute } = platform;
    let whole = 0;
    platform.execute = async (entity, action, params, options) => {
      const answer = await execute(entity, action, params, options);
      if (entity.entity !== 'calls_extensive') return answer;
      if (whole > 0) throw new UpstreamError('UPSTREAM_FORBIDDEN', 'no more', site);
      if ((params.filter as { callIds?: string[] }).callIds?.length === pageOf) whole += 1;
      return { ...answer, rows: [] };
    };
    await expect(syncer.run({ reconcile: 'all' })).rejects.toThrow(UpstreamError);
    const left = new Set(await indexed(setup.database));
    const old = [now - 60 * dayMs, now - 55 * dayMs] as const;
    const isOld = ({ scheduled }: FakeCall): boolean => scheduled > old[0] && scheduled < old[1];
    expect(company.calls.filter((call) => isOld(call) && left.has(call.id))).toEqual([]);
    expect(await coverageIn(setup, ...old)).toMatchObject({ lacksRows: true });
    platform.execute = execute;
    await syncer.run({ reconcile: 'all' });
    expect(await indexed(setup.database)).toEqual(idsOf(company.calls));
    expect(await coverageIn(setup, ...old)).not.toHaveProperty('lacksRows');
  });
});

describe('when the database fails', () => {
  it('goes on at once with the stretches of the walks that could not end', async () => {
    const { platform, clock, database } = await setUp();
    let isAway = false;
    const failing: Database = {
      ...database,
      async write(statements) {
        if (isAway) throw new IndexStoreError('away');
        return await database.write(statements);
      },
    };
    const syncer = syncerOn(failing, platform, clock);
    for (const pages of [2, 5]) {
      platform.before = (_, sent) => {
        isAway = sent >= pages;
      };
      platform.sent.length = 0;
      await expect(syncer.run()).rejects.toThrow(IndexStoreError);
      isAway = false;
    }
    platform.before = () => {};
    expect((await syncer.run()).complete).toBe(1);
    expect(await indexed(database)).toEqual(idsOf(company.calls));
  });
});

describe('when the platform fails', () => {
  it('keeps what is complete, claims nothing else, and goes on there next time', async () => {
    const setup = await setUp({ parallel: 1, attempts: 1 });
    const { syncer, platform, database } = setup;
    platform.before = (_, i) => {
      if (i >= 4) throw new UpstreamError('UPSTREAM_UNAVAILABLE', 'gone', site);
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
    const participants = createIndexParticipants(new Map([['acme', syncer]]));
    const lastError = async () => (await participants.status('acme')).lastError;
    const run = syncer.run();
    await clock.advance(10_000);
    expect(refused).toBe(1);
    expect(await lastError()).toBe('RATE_LIMITED');
    await clock.advance(50_000);
    expect((await run).complete).toBe(1);
    expect(refused).toBe(2);
    expect(await lastError()).toBeNull();
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
