/** The index's database in every way it can fail: its own fields say so, and nothing else notices. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createIndexParticipants } from '../../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../../src/participants/participant-query.ts';
import type { Database } from '../../../src/participants/store/database.ts';
import { dialectOf, openStore, sqliteFileName } from '../../../src/participants/store/migration.ts';
import {
  type SupervisedStore,
  superviseStore,
} from '../../../src/participants/store/supervised-database.ts';
import { Syncer } from '../../../src/participants/sync/syncer.ts';
import { participantsOf } from '../../../src/participants/viewer-participant.ts';
import { isWide, sample } from '../../support/cases.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { until } from '../../support/connect.ts';
import { hasPostgres, openDatabase } from '../../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts';
import { copySynchronised } from '../../support/synchronised.ts';
import { openWorld, today, type World } from '../../support/world.ts';

const readMs = 5_000;
/** Beyond what a test takes: a failure comes from the manual clock. */
const driverMs = 120_000;

/** What the index is asked, under the alias it has in the document. */
const questions = {
  calls: 'accounts(first: 2) { nodes { name relatedCalls(first: 2) { edges { cursor } } } }',
  countCalls: 'accounts(first: 2) { nodes { name relatedCalls { totalCount } } }',
  lastCalls: 'contacts(first: 2) { nodes { name lastCall { startedAt } } }',
  callsPerPeriod:
    'accounts(first: 2) { nodes { name callsPerPeriod(bucket: WEEK, from: "2026-09-01T00:00:00Z") { periods { calls } } } }',
  peopleSpokenWith:
    'accounts(first: 2) { nodes { name peopleSpokenWith(first: 2) { people { email } } } }',
  trackersPerPeriod:
    'accounts(first: 2) { nodes { name trackersOverTime(bucket: WEEK, from: "2026-09-01T00:00:00Z") { trackers { count } } } }',
  ownCalls: 'opportunities(first: 2) { nodes { name callFacts { calls } } }',
  filteredCalls: 'calls(first: 2, filter: { about: { title: "a" } }) { nodes { title } }',
  countFiltered: 'calls(first: 2, filter: { about: { title: "a" } }) { totalCount }',
  aggregate: 'callsAggregate(groupBy: [OWNER]) { groups { count } }',
  keepsField:
    'calls(first: 2, filter: { about: { linkedField: [{ object: "Account", field: "Type", in: ["x"] }] } }) { nodes { title } }',
  recentKeys:
    'contacts(first: 2, filter: { lastCall: { after: "2026-10-01T00:00:00Z" } }) { nodes { name } }',
  lastError: 'callsAggregate { coverage { lastError } }',
  status: 'indexStatus { calls }',
} as const;
const bystanders =
  'crm: accounts(first: 3) { nodes { name } } platform: calls(first: 3) { nodes { title } }';
const document = `{ ${bystanders} ${Object.entries(questions)
  .map(([alias, question]) => `${alias}: ${question}`)
  .join('\n')} }`;

let world: World;
let participants: Participants;
const asked = new Set<string>();

beforeAll(async () => {
  world = await openWorld({
    trackers: true,
    context: {
      get participants() {
        return participantsOf(participants, null);
      },
    },
  });
});
afterAll(() => world.close());

interface Setup {
  readonly store: SupervisedStore;
  readonly clock: ManualClock;
  readonly syncer: Syncer;
}

/** Makes the graph ask the index that `open` opens. */
function answerFrom(open: () => Promise<Database>, url?: string): Setup {
  const clock = manualClock(today.getTime());
  const store = superviseStore(open, { dialect: dialectOf(url), clock, readMs });
  onTestFinished(() => store.close());
  const { connector } = world.syncer.source({});
  const settings = { walk: 'contents' as const };
  const syncer = new Syncer({
    tenant: 'default',
    database: store.database,
    connector,
    settings,
    clock,
  });
  const syncers = new Map([[syncer.tenant, syncer]]);
  const index = createIndexParticipants(
    syncers,
    { longestMs: 0 },
    (name) => store.versions.get(name) ?? null,
  );
  participants = new Proxy(index, {
    get(target, name: keyof Participants) {
      asked.add(name);
      return target[name];
    },
  });
  return { store, clock, syncer };
}

const fill = (database: Database): Promise<unknown> => {
  const { connector } = world.syncer.source({});
  const settings = { walk: 'contents' as const };
  const clock = manualClock(today.getTime());
  return new Syncer({ tenant: 'default', database, connector, settings, clock }).run();
};

async function copy(): Promise<string> {
  const directory = await copySynchronised('trackers', fill);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

type Answer = Awaited<ReturnType<World['ask']>>;

async function expectWhole(): Promise<Answer> {
  const answer = await world.ask(document);
  expect(answer.errors).toBeUndefined();
  expect(answer.data.calls.nodes[0].relatedCalls.edges).toHaveLength(2);
  return answer;
}

/** Every question failed by itself, retryably and without a word of where the database lies; the rest is whole. */
function expectAway(
  answer: Answer,
  whole: Answer,
  kinds: readonly string[] = Object.keys(questions),
): void {
  const failed = new Set((answer.errors ?? []).map(({ path }) => String(path?.[0])));
  expect([...failed].sort()).toEqual([...kinds].sort());
  for (const { message, extensions } of answer.errors ?? []) {
    expect(extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
    expect(message).toBe('The participant index is not available at the moment.');
  }
  expect(answer.data.crm).toEqual(whole.data.crm);
  expect(answer.data.platform).toEqual(whole.data.platform);
  for (const alias of ['calls', 'countCalls', 'lastCalls', 'peopleSpokenWith'] as const)
    expect(answer.data[alias].nodes.map(({ name }: { name: string }) => name)).toEqual(
      whole.data[alias].nodes.map(({ name }: { name: string }) => name),
    );
}

/** The graph goes on answering others while questions to the index wait. */
async function expectOthersAnswered(waiting: Promise<Answer>): Promise<void> {
  let settled = false;
  void waiting.then(() => {
    settled = true;
  });
  for (let other = 0; other < 5; other += 1) {
    const { errors } = await world.ask(`{ ${bystanders} }`);
    expect(errors).toBeUndefined();
  }
  expect(settled).toBe(false);
}

it('has a question for everything the index can be asked', async () => {
  const directory = await copy();
  answerFrom(() => openStore({ directory, thread: true }));
  await expectWhole();
  const kinds = Object.keys(participants).filter(
    (name) => !['isIndexed', 'indexesWords', 'version', 'horizon', 'maxRequests'].includes(name),
  );
  expect([...kinds].sort()).toEqual(Object.keys(questions).sort());
  for (const kind of kinds) expect(asked).toContain(kind);
});

describe('a SQLite index', () => {
  const whole = async (directory: string): Promise<Answer> => {
    const { store } = answerFrom(() => openStore({ directory, thread: true }));
    const answer = await expectWhole();
    await store.close();
    return answer;
  };

  it('that another process has to itself', async () => {
    const directory = await copy();
    const before = await whole(directory);
    const other = new DatabaseSync(join(directory, sqliteFileName));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const { store, clock } = answerFrom(() => openStore({ directory, thread: true }));
    const waiting = world.ask(document);
    await expectOthersAnswered(waiting);
    await clock.advance(readMs);
    expectAway(await waiting, before);
    other.exec('COMMIT');
    other.close();
    await until(() => store.versions.has('default'));
    await expectWhole();
    expect(store.state()).toBe('ok');
  });

  it('that another process writes to is read, and nobody waits with the writer', async () => {
    const directory = await copy();
    const { syncer, store } = answerFrom(() => openStore({ directory, thread: true }));
    await expectWhole();
    const other = new DatabaseSync(join(directory, sqliteFileName));
    other.exec('BEGIN IMMEDIATE');
    let written = false;
    const writing = store.database.write([{ sql: 'UPDATE tenant SET walk = walk', params: [] }]);
    void writing.then(() => {
      written = true;
    });
    await expectWhole();
    expect(written).toBe(false);
    other.exec('COMMIT');
    other.close();
    await writing;
    expect(syncer.isRunning).toBe(false);
  });

  const damages: readonly [string, (bytes: Buffer) => Buffer][] = [
    ['is no database', (bytes) => bytes.fill('a diary, not a database\n')],
    ['has pages of noise', (bytes) => bytes.fill(0x5a, 8_192)],
    ['was cut off', (bytes) => bytes.subarray(0, 40_000)],
  ];
  it.each(sample(damages, 3, 2))('whose file %s', async (_how, damage) => {
    const directory = await copy();
    const before = await whole(directory);
    const path = join(directory, sqliteFileName);
    const sound = readFileSync(path);
    writeFileSync(path, damage(Buffer.from(sound)));
    const { store, clock } = answerFrom(() => openStore({ directory, thread: true }));
    const answer = await world.ask(document);
    expectAway(answer, before, [
      ...new Set((answer.errors ?? []).map(({ path: at }) => String(at?.[0]))),
    ]);
    expect(answer.errors?.length).toBeGreaterThan(0);
    expect(store.state()).not.toBe('ok');
    // Put right, it is opened anew by itself.
    rmSync(path);
    writeFileSync(path, sound);
    await clock.advance(8_000);
    await until(() => store.versions.has('default'));
    await expectWhole();
    expect(store.state()).toBe('ok');
  });

  it('without a table', async () => {
    const directory = await copy();
    const before = await whole(directory);
    const other = new DatabaseSync(join(directory, sqliteFileName));
    other.exec('DROP TABLE participation; DROP TABLE span');
    other.close();
    const { store } = answerFrom(() => openStore({ directory, thread: true }));
    expectAway(await world.ask(document), before);
    expect(store.state()).toBe('down');
  });

  it('on a full disk still answers', async () => {
    const directory = await copy();
    const { store } = answerFrom(() => openStore({ directory, thread: true }));
    const before = await expectWhole();
    await store.database.read('PRAGMA max_page_count = 1');
    const blob = 'x'.repeat(1_000_000);
    const write = store.database.write([
      { sql: 'INSERT INTO note (tenant, name, value) VALUES (1, $1, $1)', params: [blob] },
    ]);
    await expect(write).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      advice: expect.stringMatching(/disk .* is full/),
    });
    expect((await expectWhole()).data).toEqual(before.data);
  });
});

describe.skipIf(!hasPostgres || !isWide)('a PostgreSQL index', () => {
  let proxy: PostgresProxy;
  let before: Answer;
  beforeAll(async () => {
    proxy = await startPostgresProxy(await openDatabase(inject('runFolder')));
    const database = await openStore({ url: proxy.url });
    await fill(database);
    await database.close();
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
  });

  const open = async (): Promise<Setup> => {
    proxy.mode = 'open';
    const { url } = proxy;
    const setup = answerFrom(() => openStore({ url, readMs: driverMs }), url);
    before = await expectWhole();
    return setup;
  };
  const mend = async ({ store, clock }: Setup): Promise<void> => {
    proxy.mode = 'open';
    // Closing what hangs takes a real second.
    const later = async (): Promise<string> => {
      await clock.advance(500);
      await world.ask(`{ ${questions.status} }`);
      return store.state();
    };
    await expect.poll(later).toBe('ok');
    expect((await expectWhole()).data).toEqual(before.data);
  };

  it('that refuses', async () => {
    const setup = await open();
    proxy.mode = 'refused';
    expectAway(await world.ask(document), before);
    expect(setup.store.state()).not.toBe('ok');
    await mend(setup);
  });

  it('that is silent', async () => {
    const setup = await open();
    proxy.mode = 'silent';
    const waiting = world.ask(document);
    await expectOthersAnswered(waiting);
    await setup.clock.advance(readMs);
    expectAway(await waiting, before);
    // It is found out by looking, too; from then on nobody waits for it.
    await setup.clock.advance(1_000 + readMs);
    await until(() => setup.store.state() === 'down');
    expect(setup.store.versions.get('default')).toBeUndefined();
    expectAway(await world.ask(document), before);
    await mend(setup);
  });

  it('that breaks off in the middle of an answer', async () => {
    const setup = await open();
    proxy.mode = 'cut';
    expectAway(await world.ask(document), before);
    await mend(setup);
  });

  it('without its tables', async () => {
    const setup = await open();
    await setup.store.database.write([
      { sql: 'ALTER TABLE participation RENAME TO elsewhere', params: [] },
      { sql: 'ALTER TABLE span RENAME TO elsewhere_too', params: [] },
    ]);
    expectAway(await world.ask(document), before);
    expect(setup.store.state()).toBe('down');
    const direct = await openStore({ url: proxy.url });
    await direct.write([
      { sql: 'ALTER TABLE elsewhere RENAME TO participation', params: [] },
      { sql: 'ALTER TABLE elsewhere_too RENAME TO span', params: [] },
    ]);
    await direct.close();
    await mend(setup);
  });
});
