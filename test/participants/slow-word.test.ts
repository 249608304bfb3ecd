/** Words that take longer to look for than a read may: the answer says so, and not that the index is away. */

import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import {
  type Database,
  postgresDialect,
  postgresSchema,
} from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { sqliteDialect } from '../../src/participants/store/sqlite.ts';
import { superviseStore } from '../../src/participants/store/supervised-database.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { until } from '../support/connect.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { makeCompany, now } from './company.ts';
import { fakePlatform } from './platform.ts';

const readMs = 5_000;
const price = { words: [{ text: 'price', isPrefix: false }], phrase: [] };
const tooSlow = {
  code: 'UPSTREAM_TIMEOUT',
  message:
    'Looking for what was said took longer than it may: expected a shorter time, fewer calls or rarer words.',
};
const isAway = {
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'The participant index is not available at the moment.',
};

async function open(postgres?: { readonly url: string; readonly readMs: number }) {
  const clock = manualClock(now);
  const database = await openStore({ ...postgres });
  onTestFinished(() => database.close());
  const { calls, users } = makeCompany({ calls: 20, days: 10, people: 9 });
  const settings = { walk: 'contents' as const };
  const connector = fakePlatform(calls, users);
  await new Syncer({ tenant: 'one', database, connector, clock, settings }).run();
  let never = (_sql: string): boolean => false;
  const slow: Database = {
    ...database,
    read: (sql, params) => (never(sql) ? new Promise(() => {}) : database.read(sql, params)),
    close: async () => {},
  };
  const dialect = postgres ? postgresDialect : sqliteDialect;
  const store = superviseStore(async () => slow, { dialect, clock, readMs });
  onTestFinished(() => store.close());
  const syncer = new Syncer({
    tenant: 'one',
    database: store.database,
    connector,
    clock,
    settings,
  });
  const participants = createIndexParticipants(new Map([['one', syncer]]), { longestMs: 0 });
  await until(() => store.versions.has('one'));
  const late = async (asked: Promise<unknown>, ms: number): Promise<unknown> => {
    const failed = asked.then(
      () => null,
      (error: unknown) => error,
    );
    await clock.advance(ms);
    return await failed;
  };
  return {
    ...{ participants, store, clock, late },
    slowFrom(slowly: typeof never) {
      never = slowly;
    },
  };
}

const isQuestion = (sql: string): boolean => sql.startsWith('WITH');

it('say so after the time of a read, and others go on', async () => {
  const { participants, store, late, slowFrom } = await open();
  slowFrom(isQuestion);
  const filter = { unsaid: [price] };
  expect(await late(participants.filteredCalls('one', { filter, first: 5 }), readMs)).toMatchObject(
    tooSlow,
  );
  expect(store.state()).toBe('degraded');
  expect(await late(participants.countFiltered('one', { title: 'a' }), readMs)).toMatchObject(
    isAway,
  );
  slowFrom(() => false);
  const { value } = await participants.filteredCalls('one', { first: 5 });
  expect(value.calls).toHaveLength(5);
  expect(store.state()).toBe('ok');
});

it('say so at the deadline of the request', async () => {
  const { participants, clock, late, slowFrom } = await open();
  slowFrom(isQuestion);
  const deadline = clock.monotonic() + 700;
  const asked = participants.countFiltered('one', { unsaid: [price] }, { deadline });
  expect(await late(asked, 700)).toMatchObject(tooSlow);
});

it('are not blamed where the database is silent', async () => {
  const { participants, clock, store, late, slowFrom } = await open();
  slowFrom(() => true);
  await clock.advance(1_000 + readMs);
  await until(() => store.state() === 'down');
  expect(await late(participants.countFiltered('one', { unsaid: [price] }), 0)).toMatchObject(
    isAway,
  );
});

it.skipIf(!hasPostgres)('say so where the server of PostgreSQL ends their statement', async () => {
  const url = await openDatabase(inject('runFolder'));
  const { participants, store } = await open({ url, readMs: 600 });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  /** Whoever reads the table waits for its lock, until the server ends the statement. */
  const lockedOut = async (table: string, ask: () => Promise<unknown>): Promise<unknown> => {
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${postgresSchema}.${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      return await ask().catch((error: unknown) => error);
    } finally {
      await holder.query('ROLLBACK');
    }
  };
  const filter = { said: [{ ...price, phrase: price.words }] };
  const askWords = () => participants.filteredCalls('one', { filter, first: 5 });
  expect(await lockedOut('turn', askWords)).toMatchObject(tooSlow);
  expect(store.state()).toBe('degraded');
  await askWords();
  expect(store.state()).toBe('ok');
  const ask = () => participants.filteredCalls('one', { first: 5 });
  expect(await lockedOut('call', ask)).toMatchObject(isAway);
});
