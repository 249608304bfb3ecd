/** The words of calls in the index: read a hundred a call of the platform, newest first, once, and gone as soon as their call or transcript is. */

import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { UpstreamError } from '../../src/errors.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import type { Syncer } from '../../src/participants/sync/syncer.ts';
import type { FillCost } from '../../src/participants/sync/transcript-fill.ts';
import { verifyTranscripts } from '../../src/participants/verify.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { dayMs, now } from './company.ts';
import { type FakeCall, type FakePlatform, fakePlatform, type SentCall } from './platform.ts';
import { company, hourMs, syncerOn } from './syncing.ts';

const never = new AbortController().signal;

/** Calls of 80 days, all with a transcript: of our side's one, `number` and `ours`; of theirs `theirs`. */
const calls: readonly FakeCall[] = company.calls.map((call, at) => ({
  ...call,
  parties: [
    { id: `${at}1`, affiliation: 'Internal', userId: call.primaryUserId, speakerId: `${at}1` },
    { id: `${at}2`, affiliation: 'External', speakerId: `${at}2` },
  ],
  turns: [
    [`${at}1`, `Ours is number${at}.`],
    [`${at}2`, 'And theirs?'],
  ],
}));

interface Setup {
  readonly database: Database;
  readonly platform: FakePlatform;
  readonly clock: ReturnType<typeof manualClock>;
  readonly syncer: Syncer;
  readonly costs: FillCost[];
  /** Synchronises the calls, and reads the transcripts that are due. */
  read(): Promise<unknown>;
}

async function setUp(url?: string, platform = fakePlatform(calls, company.users)): Promise<Setup> {
  const database = await openStore({ url });
  onTestFinished(() => database.close());
  return over(database, platform);
}

function over(database: Database, platform: FakePlatform, horizonMonths = 6): Setup {
  const clock = manualClock(now);
  const costs: FillCost[] = [];
  const settings = { walk: 'contents', recentEveryMs: 0 } as const;
  const transcripts = { horizonMonths, onBegin: (cost: FillCost) => void costs.push(cost) };
  const syncer = syncerOn(database, platform, clock, settings, transcripts);
  const read = async (): Promise<unknown> => {
    await syncer.run();
    return syncer.transcripts?.run();
  };
  return { database, platform, clock, syncer, costs, read };
}

/** Ids that were asked for, of each call for transcripts. */
const askedFor = (sent: readonly SentCall[]): string[][] =>
  sent
    .filter(({ entity }) => entity === 'call_transcripts')
    .map(({ params }) => (params.filter as { callIds: string[] }).callIds);

const askedById = ({ sent }: FakePlatform): number =>
  sent.filter(
    ({ entity, params }) =>
      entity === 'calls_extensive' &&
      (params.filter as { callIds?: unknown }).callIds !== undefined,
  ).length;

const newestFirst = (all: readonly FakeCall[]): string[] =>
  all
    .toSorted(
      (a, b) => b.started - a.started || b.id.length - a.id.length || (a.id < b.id ? 1 : -1),
    )
    .map(({ id }) => id);

/** Numbers of turns in which a word was said, by side. */
async function said({ database }: Setup, word: string): Promise<Record<string, number>> {
  const { dialect } = database;
  const source = dialect.turnsWith('$1');
  const rows = await database.read(
    `SELECT d.side, d.user_id, count(*) FROM ${source.tables} ${source.turn}
      WHERE ${source.where} ${source.ofTurn} GROUP BY d.side, d.user_id`,
    [dialect.wordsWanted([{ text: word, isPrefix: false }], [])],
  );
  const counts: Record<string, number> = {};
  for (const [side, user, count] of rows) {
    const name = `${['nobody', 'ours', 'theirs'][Number(side)]}${user === null ? '' : ' named'}`;
    counts[name] = (counts[name] ?? 0) + Number(count);
  }
  return counts;
}

const facts = async ({ syncer }: Setup) => {
  const { read, unread, knownFrom, lastError } = await syncer.transcripts!.status();
  return { read, unread, knownFrom, lastError };
};

describe('transcripts of indexed calls', () => {
  it('are read newest first, a hundred a call, as background work and once', async () => {
    const setup = await setUp();
    const { platform, costs } = setup;
    expect(await setup.read()).toEqual({ read: 450, absent: 0, unreadable: 0 });
    expect(askedFor(platform.sent).flat()).toEqual(newestFirst(calls));
    expect(askedFor(platform.sent).map(({ length }) => length)).toEqual([100, 100, 100, 100, 50]);
    // The walk has brought who speaks.
    expect(askedById(platform)).toBe(0);
    for (const { entity, options } of platform.sent)
      if (entity === 'call_transcripts')
        expect(options).toMatchObject({
          priority: 'background',
          client: 'transcript-index',
          cache: 'off',
        });
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 450 });
    expect(await said(setup, 'theirs')).toEqual({ theirs: 450 });
    expect(await said(setup, 'number7')).toEqual({ 'ours named': 1 });
    expect(costs).toEqual([{ transcripts: 450, requests: 5, bytes: expect.any(Number) }]);
    expect(await facts(setup)).toMatchObject({ read: 450, unread: 0, lastError: null });

    platform.sent.length = 0;
    expect(await setup.read()).toEqual({ read: 0, absent: 0, unreadable: 0 });
    expect(askedFor(platform.sent)).toEqual([]);
    expect(costs).toHaveLength(1);
  });

  it('are compared with those of the platform, a hundred at random, and read again where they are others', async () => {
    const setup = await setUp();
    const { database, platform, clock } = setup;
    const verify = () =>
      verifyTranscripts({ tenant: setup.syncer.tenant, database, connector: platform, clock });
    expect(await verify()).toEqual({ compared: 0, different: [] });
    await setup.read();
    platform.sent.length = 0;
    expect(await verify()).toEqual({ compared: 100, different: [] });
    expect(platform.sent.map(({ entity, options }) => [entity, options.priority])).toEqual([
      ['call_transcripts', 'background'],
      ['calls_extensive', 'background'],
    ]);
    platform.calls = calls.map((call) => ({
      ...call,
      turns: [[call.turns![0]![0], 'Otherwise.']],
    }));
    const { compared, different } = await verify();
    expect([compared, new Set(different).size]).toEqual([100, 100]);
    expect(await facts(setup)).toMatchObject({ read: 450, unread: 100 });
    await setup.syncer.transcripts!.run();
    expect(await facts(setup)).toMatchObject({ read: 450, unread: 0 });
    expect(await said(setup, 'otherwise')).toEqual({ 'ours named': 100 });
    expect(await said(setup, 'theirs')).toEqual({ theirs: 350 });
  });

  it('are as old as the horizon of theirs, and leave behind it', async () => {
    const setup = over(await openStore({}), fakePlatform(calls, company.users), 1);
    await setup.read();
    const young = (at: number): number =>
      calls.filter(
        ({ started }) => started >= new Date(at).setUTCMonth(new Date(at).getUTCMonth() - 1),
      ).length;
    expect(await said(setup, 'theirs')).toEqual({ theirs: young(now) });
    await setup.clock.advance(10 * dayMs);
    await setup.read();
    expect(await said(setup, 'theirs')).toEqual({ theirs: young(now + 10 * dayMs) });
    expect(young(now + 10 * dayMs)).toBeLessThan(young(now));
  });

  it('stay where the process ended, and the next one reads the others', async () => {
    const setup = await setUp();
    const { platform, database } = setup;
    await setup.syncer.run();
    platform.before = ({ entity }) => {
      if (entity === 'call_transcripts' && askedFor(platform.sent).length === 3)
        throw new UpstreamError('UPSTREAM_FORBIDDEN', 'No more', {
          service: 'call-analytics',
          entity,
          action: 'list',
        });
    };
    await expect(setup.syncer.transcripts!.run()).rejects.toThrow('No more');
    expect(await facts(setup)).toMatchObject({
      read: 200,
      unread: 250,
      lastError: 'UPSTREAM_FORBIDDEN',
    });
    const known = (await facts(setup)).knownFrom;
    expect(calls.filter(({ started }) => started >= known!).length).toBeGreaterThanOrEqual(200);
    platform.before = () => {};
    platform.sent.length = 0;
    const next = over(database, platform);
    await next.read();
    expect(askedFor(platform.sent).flat()).toEqual(newestFirst(calls).slice(200));
    expect(await facts(next)).toMatchObject({ read: 450, unread: 0, lastError: null });
  });

  it('that a killed process had claimed are read when the claim is over', async () => {
    const setup = await setUp();
    const { platform, database, clock } = setup;
    await setup.syncer.run();
    // Never answered: the process is gone.
    platform.before = ({ entity }) =>
      entity === 'call_transcripts' ? new Promise(() => {}) : undefined;
    void setup.syncer.transcripts!.run();
    await expect.poll(() => askedFor(platform.sent).length).toBe(1);
    const others = fakePlatform(calls, company.users);
    const next = over(database, others);
    await next.read();
    expect(askedFor(others.sent).flat()).toEqual(newestFirst(calls).slice(100));
    await next.clock.advance(clock.now() - next.clock.now() + 3 * 60_000);
    await next.read();
    expect(askedFor(others.sent).flat()).toHaveLength(450);
    expect(await said(next, 'theirs')).toEqual({ theirs: 450 });
  });

  it('are known of an index that was filled without them, and go with a change while they are not wanted', async () => {
    const database = await openStore({});
    const platform = fakePlatform(calls, company.users);
    const clock = manualClock(now);
    const without = syncerOn(database, platform, clock, { walk: 'contents' });
    await without.run();
    const setup = over(database, platform);
    await setup.read();
    // Nobody has kept who speaks in them.
    expect(askedById(platform)).toBe(5);
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 450 });

    const [changed, gone, ...others] = platform.calls;
    platform.calls = [{ ...changed!, duration: 1 }, ...others];
    await syncerOn(database, platform, clock, { walk: 'contents' }).run({ reconcile: 'all' });
    expect(await said(setup, 'theirs')).toEqual({ theirs: 448 });
    platform.calls.push(gone!);
    platform.sent.length = 0;
    await setup.read();
    await setup.syncer.run({ reconcile: 'all' });
    await setup.syncer.transcripts!.run();
    expect(askedFor(platform.sent).flat().sort()).toEqual([changed!.id, gone!.id].sort());
    expect(await said(setup, 'theirs')).toEqual({ theirs: 450 });
  });
});

describe('a call with words in the index', () => {
  /** A call of an hour ago, and one of a month ago. */
  const of = (id: string, age: number, more: Partial<FakeCall> = {}): FakeCall => ({
    ...calls[0]!,
    ...{ id, scheduled: now - age, started: now - age },
    ...more,
  });
  const young = of('9000000000000000001', hourMs);
  const old = of('9000000000000000002', 30 * dayMs);

  it('that changes is read again, and one that goes takes its words along', async () => {
    const setup = await setUp(undefined, fakePlatform([young, old], company.users));
    await setup.read();
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 2 });
    const { platform } = setup;
    platform.calls = [{ ...young, duration: 7, turns: [['01', 'Otherwise.']] }, old];
    await setup.clock.advance(hourMs);
    await setup.read();
    expect(await said(setup, 'otherwise')).toEqual({ 'ours named': 1 });
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 1 });
    platform.calls = [old];
    await setup.clock.advance(hourMs);
    await setup.read();
    expect(await said(setup, 'otherwise')).toEqual({});
    expect(await facts(setup)).toMatchObject({ read: 1, unread: 0 });
  });

  it('whose transcript comes later is asked for again, and after two days taken to have none', async () => {
    const { turns: _none, ...mute } = young;
    const setup = await setUp(undefined, fakePlatform([mute, old], company.users));
    const { platform, clock } = setup;
    expect(await setup.read()).toEqual({ read: 1, absent: 1, unreadable: 0 });
    expect(await facts(setup)).toMatchObject({ read: 1, unread: 1 });
    await clock.advance(hourMs);
    await setup.read();
    expect(askedFor(platform.sent).map(({ length }) => length)).toEqual([2, 1]);
    platform.calls = [young, old];
    await clock.advance(hourMs);
    await setup.read();
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 2 });

    platform.calls = [mute, old];
    await clock.advance(3 * dayMs);
    // Read once more when it has settled: it is gone, and so are its words.
    await setup.read();
    expect(await said(setup, 'ours')).toEqual({ 'ours named': 1 });
    expect(await facts(setup)).toMatchObject({ read: 2, unread: 0 });
  });

  it('is read again a week later, when the platform has corrected its transcript', async () => {
    const setup = await setUp(undefined, fakePlatform([old], company.users));
    await setup.read();
    setup.platform.calls = [{ ...old, turns: [['01', 'Corrected.']] }];
    await setup.clock.advance(6 * dayMs);
    await setup.read();
    expect(await said(setup, 'corrected')).toEqual({});
    await setup.clock.advance(dayMs + hourMs);
    await setup.read();
    expect(await said(setup, 'corrected')).toEqual({ 'ours named': 1 });
    expect(await said(setup, 'ours')).toEqual({});
    // Who speaks is kept.
    expect(askedById(setup.platform)).toBe(0);
  });

  it('is read again when the platform names other speakers', async () => {
    const setup = await setUp(undefined, fakePlatform([old], company.users));
    await setup.read();
    expect(await said(setup, 'theirs')).toEqual({ theirs: 1 });
    const [ours, theirs] = old.parties!;
    setup.platform.calls = [
      {
        ...old,
        parties: [
          { ...ours!, speakerId: theirs!.speakerId! },
          { ...theirs!, speakerId: ours!.speakerId! },
        ],
      },
    ];
    await setup.syncer.read([old.id], never);
    expect(await said(setup, 'theirs')).toEqual({ 'ours named': 1 });
    expect(askedById(setup.platform)).toBe(1);
  });

  it('of which an event tells is read at once, whether the call has changed or not', async () => {
    const setup = await setUp(undefined, fakePlatform([young, old], company.users));
    const { platform, syncer } = setup;
    await setup.read();
    platform.calls = [young, { ...old, turns: [['01', 'Corrected.']] }];
    platform.sent.length = 0;
    expect(await syncer.read([old.id, '123'], never)).toEqual([]);
    expect(platform.sent.map(({ entity }) => entity)).toEqual([
      ...['calls_extensive', 'call_transcripts'],
    ]);
    expect(askedFor(platform.sent)).toEqual([[old.id]]);
    expect(await said(setup, 'corrected')).toEqual({ 'ours named': 1 });
  });

  it('that cannot be read stays unread, and others beside it do not', async () => {
    const odd = { ...old, turns: [['01', 7 as unknown as string]] } as FakeCall;
    const setup = await setUp(undefined, fakePlatform([young, odd], company.users));
    expect(await setup.read()).toEqual({ read: 1, absent: 0, unreadable: 1 });
    expect(await facts(setup)).toMatchObject({ read: 1, unread: 1 });
    expect(await setup.read()).toEqual({ read: 0, absent: 0, unreadable: 0 });
    setup.platform.calls = [young, old];
    await setup.clock.advance(dayMs + hourMs);
    await setup.read();
    expect(await facts(setup)).toMatchObject({ read: 2, unread: 0 });
  });

  it('may be a row without its id: nobody takes it to have no transcript', async () => {
    const { turns: _none, ...mute } = old;
    const setup = await setUp(undefined, fakePlatform([mute, young], company.users));
    await setup.syncer.run();
    setup.platform.oddRows = [{ callId: null, transcript: [] }];
    expect(await setup.syncer.transcripts!.run()).toEqual({ read: 1, absent: 0, unreadable: 1 });
    expect(await facts(setup)).toMatchObject({ read: 1, unread: 1 });
  });
});

const engines = [['SQLite', null] as const, ...(hasPostgres ? [['PostgreSQL', ''] as const] : [])];

it.each(engines)('several gateways on one %s read no transcript twice', async (_name, url) => {
  const platforms = [1, 2, 3].map(() => fakePlatform(calls, company.users));
  const first = await setUp(
    url === null ? undefined : await openDatabase(inject('runFolder')),
    platforms[0],
  );
  await first.syncer.run();
  const gateways = platforms.map((platform) => over(first.database, platform));
  const fills = gateways.map(({ syncer }) => syncer.transcripts!.run());
  const read = (await Promise.all(fills)).reduce((sum, report) => sum + report.read, 0);
  expect(read).toBe(450);
  const asked = platforms.flatMap(({ sent }) => askedFor(sent).flat());
  expect(new Set(asked).size).toBe(450);
  expect(asked).toHaveLength(450);
  expect(await said(first, 'theirs')).toEqual({ theirs: 450 });
});
