/** An index made before what was said belonged to it: it goes on answering, and says of new questions what it does not know yet. */

import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import { postgresDialect } from '../../src/participants/store/database.ts';
import { migrations, openStore, sqliteFileName } from '../../src/participants/store/migration.ts';
import { listSpans } from '../../src/participants/store/span.ts';
import { sqliteDialect } from '../../src/participants/store/sqlite.ts';
import { nextTranscripts, transcriptFacts } from '../../src/participants/store/transcript-queue.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { verifyIndex } from '../../src/participants/verify.ts';
import { manualClock } from '../support/clock.ts';
import { accountOf, dayMs, emailOf, makeCompany, now } from './company.ts';
import { fakePlatform } from './platform.ts';

const { calls, users } = makeCompany({ calls: 250, days: 80, people: 30, seed: 9 });
const added = [
  'system',
  'language',
  'workspace',
  'title',
  'outcome',
  'people',
  'marks',
  'talk',
  'unaddressed',
];

const withoutTranscripts = ['transcript_words', 'spoken', 'turn', 'transcript', 'unread_transcript']
  .map((table) => `DROP TABLE ${table}`)
  .join('; ');

/** Takes out of an index all that versions 3 to 12 brought, as if version 2 had made it. */
function makeOld(file: string): void {
  const old = new DatabaseSync(file);
  old.exec(withoutTranscripts);
  old.exec(
    'DROP TABLE mark; DROP TABLE changed_call; DROP INDEX call_started; DROP INDEX call_figures',
  );
  for (const name of added) old.exec(`ALTER TABLE call DROP COLUMN ${name}`);
  old.exec('ALTER TABLE span DROP COLUMN lacking; ALTER TABLE span DROP COLUMN pending');
  old.exec("UPDATE span SET trackers = 1; UPDATE call SET digest = 'of version 2'");
  old.exec('PRAGMA user_version = 2');
  old.close();
}

it('answers about people at once, and about what was said as its calls are read again', async () => {
  expect(migrations).toHaveLength(12);
  const directory = mkdtempSync(join(tmpdir(), 'participants-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const clock = manualClock(now);
  const connector = fakePlatform(calls, users);
  const settings = { horizonMonths: 3, walk: 'contents' as const, callsPerWalk: 100, parallel: 1 };
  const open = async () => {
    const database = await openStore({ directory });
    const syncer = new Syncer({ tenant: 'one', database, connector, clock, settings });
    const participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
    return { database, syncer, participants };
  };
  const made = await open();
  await made.syncer.run();
  await made.database.close();
  makeOld(join(directory, sqliteFileName));

  const { database, syncer, participants } = await open();
  onTestFinished(() => database.close());
  const about = { subject: { emails: [emailOf(3)] }, first: 50 };
  const said = { facets: [{ kind: 'topic', values: ['Pricing'] }] } as const;
  const look = async () => {
    const [people] = await participants.calls('one', [about]);
    const [trackers] = await participants.trackersPerPeriod('one', [{ ...about, bucket: 'week' }]);
    const [filtered] = await participants.countCalls('one', [{ ...about, filter: said }]);
    const counted = await participants.countFiltered('one', said);
    return { people: people!, trackers: trackers!, filtered: filtered!, counted };
  };
  const before = await look();
  expect(before.people.value.calls.length).toBeGreaterThan(5);
  expect(before.people.coverage.completeFrom).toBeLessThan(now - 80 * dayMs);
  expect(before.trackers.coverage).toEqual(before.people.coverage);
  expect(before.filtered.coverage.completeFrom).toBeNull();
  expect(before.counted).toMatchObject({ value: 0, coverage: { completeFrom: null } });
  expect((await participants.status('one')).complete).toBe(0);

  // Stopped after its first walks: the newest part is known, and nothing of the rest is lost.
  const controller = new AbortController();
  const stopped = syncer.run({
    signal: controller.signal,
    onProgress: ({ walksDone }) => walksDone >= 2 && controller.abort(),
  });
  await stopped.catch(() => {});
  const between = await look();
  expect(between.people.value).toEqual(before.people.value);
  expect(between.people.coverage.completeFrom).toBe(before.people.coverage.completeFrom);
  expect(between.counted.coverage.completeTo).toBe(now);
  const from = between.counted.coverage.completeFrom!;
  expect(from).toBeGreaterThan(now - 80 * dayMs);
  const heard = (call: (typeof calls)[number]): boolean =>
    call.said!.topics.some(([name, seconds]) => name === 'Pricing' && seconds > 0);
  const known = await participants.countFiltered('one', { ...said, from });
  expect(known.value).toBe(calls.filter((call) => call.started >= from && heard(call)).length);

  await syncer.run();
  const after = await look();
  expect(after.people.value).toEqual(before.people.value);
  expect(after.counted.value).toBe(calls.filter(heard).length);
  expect(after.counted.coverage.completeFrom).toBe(after.people.coverage.completeFrom);
  const report = await verifyIndex({ tenant: 'one', database, connector, clock });
  expect(report).toMatchObject({ calls: 250, missing: 0, extra: 0, different: 0 });
});

it.each(['skipped', 'lacking'])('keeps what is known where version 6 says %s', async (column) => {
  const directory = mkdtempSync(join(tmpdir(), 'participants-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await (await openStore({ directory })).close();
  const file = join(directory, sqliteFileName);
  const old = new DatabaseSync(file);
  old.exec(`${withoutTranscripts}; ALTER TABLE call DROP COLUMN unaddressed; ALTER TABLE span DROP COLUMN pending;
    ALTER TABLE span RENAME COLUMN lacking TO ${column}; PRAGMA user_version = 6;
    INSERT INTO tenant (no, name, walk) VALUES (1, 'one', 2);
    INSERT INTO span VALUES (1, 100, 200, 300, 2, 7, 3), (1, 200, 250, 310, 1, 0, 0)`);
  old.close();
  const database = await openStore({ directory });
  onTestFinished(() => database.close());
  expect(await listSpans(database, 1)).toEqual([
    {
      from: 100,
      to: 200,
      walkedAt: 300,
      walk: 'contents',
      calls: 7,
      lacking: 3,
      pending: 0,
    },
    {
      from: 200,
      to: 250,
      walkedAt: 310,
      walk: 'counted',
      calls: 0,
      lacking: 0,
      pending: 0,
    },
  ]);
});

it('reads transcripts again whose words version 9 kept by turns alone, and says so until then', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'participants-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const clock = manualClock(now);
  const connector = fakePlatform(calls, users);
  const made = await openStore({ directory });
  const settings = { horizonMonths: 3, walk: 'contents' as const };
  await new Syncer({ tenant: 'one', database: made, connector, clock, settings }).run();
  const some = calls.slice(0, 2).map(({ id, started }) => [id.padStart(20, '0'), started]);
  for (const [id, started] of some)
    await made.write([
      {
        sql: `INSERT INTO transcript (no, tenant, call, started, turns, due_at)
          VALUES ($1 / 1000 * 32768, 1, $2, $1, 0, 9e15)`,
        params: [started!, id!],
      },
    ]);
  await made.close();
  const old = new DatabaseSync(join(directory, sqliteFileName));
  old.exec(
    `DROP TABLE transcript_words; ALTER TABLE transcript DROP COLUMN digest;
      ALTER TABLE transcript DROP COLUMN speakers; ALTER TABLE call DROP COLUMN unaddressed; PRAGMA user_version = 9`,
  );
  old.close();
  const database = await openStore({ directory });
  onTestFinished(() => database.close());
  const next = await nextTranscripts(database, 1, { limit: 9, now });
  expect(next.map(({ startedAt }) => startedAt).sort()).toEqual(
    some.map(([, started]) => started).sort(),
  );
  expect(await transcriptFacts(database, 1)).toMatchObject({ unread: 2, read: 2 });
});

it('is made by steps that never change: those of before are behind it', () => {
  const digests = migrations.map((step) => {
    const text = [sqliteDialect, postgresDialect].flatMap((dialect) => step(dialect)).join();
    return hash('sha256', text).slice(0, 8);
  });
  expect(digests).toEqual(
    '8fe99a96 891c29ef e2c99376 f892a1ef 85d357e2 35bdde63 13483ba9 f427342b f67e8828 82aa2d9b f9af1856 7e535c62'.split(
      ' ',
    ),
  );
});

it('counts parties without an address once the calls of version 11 are read again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'participants-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const clock = manualClock(now);
  const connector = fakePlatform(calls, users);
  const settings = { horizonMonths: 3, walk: 'contents' as const };
  const open = async () => {
    const database = await openStore({ directory });
    const syncer = new Syncer({ tenant: 'one', database, connector, clock, settings });
    const participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
    return { database, syncer, participants };
  };
  const made = await open();
  await made.syncer.run();
  await made.database.close();
  const old = new DatabaseSync(join(directory, sqliteFileName));
  old.exec(
    "ALTER TABLE call DROP COLUMN unaddressed; UPDATE call SET digest = 'of version 11'; PRAGMA user_version = 11",
  );
  old.close();
  const { database, syncer, participants } = await open();
  onTestFinished(() => database.close());
  const look = {
    ...{ choice: {}, heard: [], people: true, talk: false, length: false, unaddressed: true },
  };
  const query = { recordId: accountOf(1), from: null, to: now, look };
  const [before] = await participants.ownCalls('one', [query]);
  expect(before!.value.calls).toBeGreaterThan(1);
  expect(before!.value.unaddressed).toBeNull();
  await syncer.run({ reconcile: 'all' });
  const [after] = await participants.ownCalls('one', [query]);
  expect(after!.value).toEqual({ ...before!.value, unaddressed: expect.any(Number) });
});

it('finds titles that were kept with their accents until their calls are read again', async () => {
  const database = await openStore({});
  onTestFinished(() => database.close());
  const connector = fakePlatform(calls, users);
  const settings = { horizonMonths: 3, walk: 'contents' as const };
  const clock = manualClock(now);
  const syncer = new Syncer({ tenant: 'one', database, connector, clock, settings });
  await syncer.run();
  const participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
  const found = async (title: string): Promise<number> =>
    (await participants.countFiltered('one', { title })).value;
  const expected = calls.filter(({ said }) => said!.title === 'Überprüfung').length;
  expect(await found('UBERPRUFUNG')).toBe(expected);
  const sql = "UPDATE call SET title = 'überprüfung' WHERE title = 'uberprufung'";
  await database.write([{ sql, params: [] }]);
  expect(await found('Überprüfung')).toBe(expected);
  expect(await found('review')).toBe(
    calls.filter(({ said }) => /review/i.test(said!.title ?? '')).length,
  );
});
