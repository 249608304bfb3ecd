/** The version of the index: raised whenever rows or claims change, by whomever, and by nothing else. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { sqliteDialect } from '../../src/participants/store/sqlite.ts';
import {
  type SupervisedStore,
  superviseStore,
} from '../../src/participants/store/supervised-database.ts';
import { readVersions } from '../../src/participants/store/tenant-number.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { until } from '../support/connect.ts';
import { now } from './company.ts';
import { fakePlatform } from './platform.ts';
import { company, hourMs, setUp, syncerOn, walksOf } from './syncing.ts';

function supervised(open: () => Promise<Database>): { store: SupervisedStore; clock: ManualClock } {
  const clock = manualClock(now);
  const store = superviseStore(open, { dialect: sqliteDialect, clock, readMs: 24 * hourMs });
  onTestFinished(() => store.close());
  return { store, clock };
}

/** What is stored, as a count of raises. */
const stored = async (database: Database): Promise<number> =>
  (await readVersions(database)).get('acme') ?? 0;

/** Lets seconds go by until something has happened. */
async function passing(clock: ManualClock, happened: () => boolean): Promise<void> {
  for (const end = performance.now() + 15_000; !happened(); await clock.advance(100))
    if (performance.now() > end) throw new Error('Waited in vain');
}

it('rises with rows and claims, once a walk and not once a page', async () => {
  const { database, syncer, platform, clock } = await setUp({ parallel: 1 });
  let before = await stored(database);
  const rises = async (run: () => Promise<unknown>): Promise<number> => {
    await run();
    const after = await stored(database);
    const risen = after - before;
    before = after;
    return risen;
  };
  expect(await rises(() => syncer.run())).toBeGreaterThan(0);

  // Everything is walked again, and nothing has changed but when that was.
  clock.jump(hourMs);
  const from = platform.sent.length;
  const again = await rises(() => syncer.run({ reconcile: 'all' }));
  const sent = platform.sent.slice(from);
  const pages = sent.filter(({ entity }) => entity === 'calls_extensive').length;
  expect(again).toBe(walksOf(sent).length);
  expect(pages).toBeGreaterThan(again);

  // Nothing is due: nothing is claimed anew.
  const idle = syncerOn(database, platform, clock, { parallel: 1, recentEveryMs: hourMs });
  expect(await rises(() => idle.run())).toBe(0);

  // A call that changed, one that went, and another name of a user.
  const [changed, gone, ...rest] = company.calls;
  const host = { ...changed!, started: changed!.started + 1 };
  platform.calls = [host, ...rest];
  expect(gone).toBeDefined();
  const walks = platform.sent.length;
  const raised = await rises(() => syncer.run({ reconcile: 'all' }));
  // One page with a row that differs, one removal, and each walk's claim.
  expect(raised).toBe(walksOf(platform.sent.slice(walks)).length + 2);
});

it('is seen at once where it was written, and within a look elsewhere', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'index-version-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const here = supervised(() => openStore({ directory, thread: true }));
  const connector = fakePlatform(company.calls, company.users);
  const clock = manualClock(now);
  const syncer = new Syncer({ tenant: 'acme', database: here.store.database, connector, clock });
  expect(here.store.versions.get('acme')).toBeUndefined();
  await syncer.run();
  await until(() => here.store.versions.has('acme'));
  const there = supervised(() => openStore({ directory, thread: true }));

  await passing(there.clock, () => there.store.versions.has('acme'));
  const seen = there.store.versions.get('acme')!;
  await there.clock.advance(10_000);
  expect(there.store.versions.get('acme')).toBe(seen);

  const first = here.store.versions.get('acme')!;
  clock.jump(hourMs);
  await syncer.run();
  await until(() => here.store.versions.get('acme')! > first);
  expect(there.store.versions.get('acme')).toBe(seen);
  await passing(there.clock, () => there.store.versions.get('acme')! > seen);
});

it('is unknown while the database is away, and never comes a second time', async () => {
  let open: () => Promise<Database> = () => openStore({});
  const databases: Database[] = [];
  const { store, clock } = supervised(async () => {
    const database = await open();
    databases.push(database);
    await database.write([
      { sql: "INSERT INTO tenant (name, walk, version) VALUES ('acme', 0, 7)", params: [] },
    ]);
    return database;
  });
  await until(() => store.versions.has('acme'));
  const first = store.versions.get('acme')!;
  open = () => Promise.reject(new Error('gone'));
  await databases[0]!.close();
  await clock.advance(1_000);
  await until(() => store.state() === 'down');
  expect(store.versions.get('acme')).toBeUndefined();
  await expect(store.database.read('SELECT 1')).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  });
  // Another database, which has counted as far as the one before.
  open = () => openStore({});
  await passing(clock, () => store.state() === 'ok');
  expect(store.versions.get('acme')).toBeGreaterThan(first);
});

it('is unknown where a table is gone that questions need', async () => {
  const { store } = supervised(async () => {
    const database = await openStore({});
    await database.write([
      { sql: "INSERT INTO tenant (name, walk, version) VALUES ('acme', 0, 7)", params: [] },
    ]);
    return database;
  });
  await until(() => store.versions.has('acme'));
  await store.database.write([{ sql: 'ALTER TABLE participation RENAME TO lost', params: [] }]);
  await until(() => store.state() === 'down');
  expect(store.versions.get('acme')).toBeUndefined();
});

it('a store that is closed while it opens closes what it has opened, and opens nothing more', async () => {
  const gate = Promise.withResolvers<void>();
  let [opened, closed] = [0, 0];
  const { store } = supervised(async () => {
    opened += 1;
    await gate.promise;
    const database = await openStore({});
    const close = (): Promise<void> => {
      closed += 1;
      return database.close();
    };
    return { ...database, close };
  });
  await until(() => opened > 0);
  const closing = store.close();
  gate.resolve();
  await closing;
  await store.close();
  expect([opened, closed]).toEqual([1, 1]);
});

it.each([true, false])(
  'of an index is read again behind a slow statement; in memory: %s',
  async (isInMemory) => {
    const readMs = 5_000;
    const clock = manualClock(now);
    let opened = 0;
    let thread: Promise<unknown> = Promise.resolve();
    const store = superviseStore(
      async () => {
        opened += 1;
        const database = await openStore({});
        // As a thread does: one statement after the other.
        const read: Database['read'] = async (...statement) => {
          await thread;
          return database.read(...statement);
        };
        return { ...database, read };
      },
      { dialect: sqliteDialect, clock, readMs, isInMemory },
    );
    onTestFinished(() => store.close());
    await until(() => store.state() === 'ok');
    const slow = Promise.withResolvers<void>();
    thread = slow.promise;
    const waiting = store.database.read('SELECT 1', []);
    const told = expect(waiting).rejects.toThrow();
    await passing(clock, () => clock.now() > now + 3 * readMs);
    await told;
    thread = Promise.resolve();
    slow.resolve();
    // What is in memory ends with its connection: the fill would begin anew.
    if (!isInMemory) await passing(clock, () => store.state() === 'ok');
    expect(await store.database.read('SELECT 1', [])).toEqual([[1]]);
    expect(opened === 1).toBe(isInMemory);
  },
);
