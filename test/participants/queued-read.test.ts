/** Reads of a database that answers one after the other: each has its own time, and none is late for those before it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { sqliteDialect } from '../../src/participants/store/sqlite.ts';
import { superviseStore } from '../../src/participants/store/supervised-database.ts';
import { manualClock } from '../support/clock.ts';
import { until } from '../support/connect.ts';
import { now } from './company.ts';

const readMs = 5_000;

/** A store of a database that answers as a thread does; reads of a number take so many milliseconds. */
async function open({ threads = 1 }: { threads?: 1 | 2 } = {}) {
  const clock = manualClock(now);
  const ran: string[] = [];
  const opened: Database[] = [];
  const store = superviseStore(
    async () => {
      const database = await openStore({});
      opened.push(database);
      /** The last read of each thread. */
      const last: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
      const run: Database['read'] = async (sql, params) => {
        const [, ms] = /^SELECT (\d+)$/.exec(sql) ?? [];
        if (ms === undefined) return await database.read(sql, params);
        ran.push(ms);
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, Number(ms)));
        return await database.read(sql, params);
      };
      const read: Database['read'] = async (sql, params, options) => {
        const thread = threads === 1 || options?.rank === undefined ? 0 : 1;
        const next = last[thread]!.then(() => run(sql, params));
        last[thread] = next.catch(() => {});
        return await next;
      };
      return { ...database, threads, read };
    },
    { dialect: sqliteDialect, clock, readMs },
  );
  onTestFinished(() => store.close());
  await until(() => store.state() === 'ok');
  /** What becomes of a read, by the time at which it is known. */
  const read = async (ms: number, rank?: number): Promise<readonly [string, number]> => {
    const from = clock.now();
    const how = await store.database
      .read(`SELECT ${ms}`, [], rank === undefined ? {} : { rank })
      .then(
        () => 'answered',
        ({ isLate }) => (isLate === true ? 'late' : 'failed'),
      );
    return [how, (clock.now() - from) / 1_000];
  };
  const pass = async (seconds: number): Promise<void> => {
    for (let tenth = 0; tenth < 10 * seconds; tenth += 1) await clock.advance(100);
  };
  return { store, ran, opened, read, pass };
}

it('are all answered where together they take longer than one may, and the database is never away', async () => {
  const { store, opened, read, pass } = await open();
  const reads = Promise.all([4_000, 4_000, 4_000].map((ms) => read(ms)));
  const states = new Set<string>();
  for (let second = 0; second < 13; second += 1) {
    await pass(1);
    states.add(store.state());
  }
  expect((await reads).map(([how]) => how)).toEqual(['answered', 'answered', 'answered']);
  expect([...states]).toEqual(['ok']);
  expect(opened).toHaveLength(1);
});

it('are late by their own time alone', async () => {
  const { store, opened, read, pass } = await open();
  const reads = Promise.all([4_000, 7_000, 1_000].map((ms) => read(ms)));
  await pass(15);
  const [first, second, third] = await reads;
  expect([first![0], second![0], third![0]]).toEqual(['answered', 'late', 'answered']);
  expect(second![1]).toBeGreaterThanOrEqual(9);
  expect(third![1]).toBeGreaterThanOrEqual(12);
  expect(store.state()).toBe('ok');
  expect(opened).toHaveLength(1);
});

it('are not run where nobody waits for them any more, and a thread that hangs is opened anew', async () => {
  const { store, ran, opened, read, pass } = await open();
  const reads = Promise.all([3_600_000, 1_000, 2_000].map((ms) => read(ms)));
  const states = new Set<string>();
  for (let second = 0; second < 20; second += 1) {
    await pass(1);
    states.add(store.state());
  }
  expect((await reads).map(([how]) => how)).toEqual(['late', 'failed', 'failed']);
  expect(states).toContain('down');
  expect(store.state()).toBe('ok');
  expect(opened).toHaveLength(2);
  expect(ran).toEqual(['3600000']);
  const again = read(1_000);
  await pass(2);
  expect((await again)[0]).toBe('answered');
});

it('are run before those of all calls of a time that wait, and these in the order of their questions', async () => {
  const { ran, read, pass } = await open();
  const reads = Promise.all([
    ...[3_002, 3_000, 3_001].map((ms) => read(ms, ms)),
    ...[10, 11].map((ms) => read(ms)),
  ]);
  await until(() => ran.length > 0);
  await pass(12);
  expect((await reads).map(([how]) => how)).toEqual(Array.from({ length: 5 }, () => 'answered'));
  expect(ran).toEqual(['10', '11', '3000', '3001', '3002']);
});

it('do not wait for those of all calls of a time where these have a thread of their own', async () => {
  const { ran, read, pass } = await open({ threads: 2 });
  const figures = [4_000, 3_000].map((ms) => read(ms, ms));
  await until(() => ran.length > 0);
  const list = read(10);
  await pass(1);
  expect(await list).toEqual(['answered', expect.any(Number)]);
  await pass(8);
  expect((await Promise.all(figures)).map(([how]) => how)).toEqual(['answered', 'answered']);
  expect(ran).toEqual(['3000', '10', '4000']);
});

it('are those of the threads that an index has, and a list of a file ends before figures that began earlier', async () => {
  const memory = await openStore({ thread: true });
  onTestFinished(() => memory.close());
  expect(memory.threads).toBe(1);

  const folder = mkdtempSync(join(tmpdir(), 'queued-read-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = await openStore({ directory: folder, thread: true });
  onTestFinished(() => file.close());
  expect(file.threads).toBe(2);
  const ended: string[] = [];
  const count = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n`;
  const figures = file.read(count, [], { rank: 1 }).then((rows) => {
    ended.push('figures');
    return rows;
  });
  await file.write([{ sql: `INSERT INTO tenant (name, walk) VALUES ('acme', 1)`, params: [] }]);
  const list = await file.read('SELECT name FROM tenant');
  ended.push('list');
  expect([list, await figures]).toEqual([[['acme']], [[3_000_000]]]);
  expect(ended).toEqual(['list', 'figures']);
});
