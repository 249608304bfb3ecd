/** Each person sees what is theirs: random questions of eight people at once, held against the company without the rows that each may not see, and against loops over the raw tables. */

import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { isMatrix, share } from '../support/cases.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { Questions } from '../support/row-access/question.ts';
import { StatisticQuestions, tryStatistic } from '../support/row-access/statistic.ts';
import {
  byHash,
  Company,
  type Person,
  Tally,
  tryQuestion,
  tryWalks,
} from '../support/row-access/trial.ts';
import { seed } from '../support/seed.ts';
import type { TruthRow } from '../support/truth.ts';
import { comparableData } from '../support/vendor-difference.ts';
import { model, schema, type World } from '../support/world.ts';

/** The wide run asks as five of the eight: filling the index of the largest team takes as long as all else. */
const names = [
  ...['representative', 'representative by alias', 'director', 'colleague in the CRM alone'],
  ...['somebody unknown'],
];

let company: Company;
let persons: readonly Person[];
let world: World;
beforeAll(async () => {
  // Figures of amounts are in several currencies.
  company = await Company.open('three');
  persons = await company.persons(isMatrix ? Object.keys(company.viewers) : names);
  world = await company.world();
});
afterAll(async () => {
  await Promise.all([world, ...persons.map(({ reduced }) => reduced)].map((open) => open.close()));
  company.close();
});

function report(title: string, tally: Tally): void {
  process.stderr.write(`${title}, TEST_SEED=${seed}: ${tally}\n`);
  expect(tally.defects.slice(0, 20), `TEST_SEED=${seed}`).toEqual([]);
}

it('whole lists are those of the loops', async () => {
  const tally = new Tally();
  await Promise.all(persons.map((person) => tryWalks(world, person, company.oracle, tally)));
  report('Lists', tally);
});

it('random questions are answered as by a company without the hidden rows', async () => {
  const tally = new Tally();
  const questions = new Questions(seed, company.oracle);
  for (let count = isMatrix ? 3_000 : 24; count > 0; count -= 1)
    // Some by the hash of a document, which the other persons know from the first.
    await tryQuestion(world, persons, questions.next(), tally, {
      way: count % 4 === 0 ? byHash(world) : undefined,
    });
  report('Questions', tally);
});

it('statistics and coaching are told of people within own and team', async () => {
  const tally = new Tally();
  const { data } = await world.ask('{ workspaces { nodes { upstreamId } } }');
  const ids = data.workspaces.nodes.map(({ upstreamId }: TruthRow) => upstreamId);
  const questions = new StatisticQuestions(seed, company.oracle, ids);
  for (let count = isMatrix ? 300 : 5; count > 0; count -= 1)
    await tryStatistic(world, persons, questions.next(), tally);
  report('Statistics', tally);
});

it('saved questions are answered as by a company without the hidden rows', async () => {
  const tally = new Tally();
  const saved = readQuestions('queries', schema);
  // Its figures go by user.
  const ofRows = saved.filter(({ name }) => name !== 'coaching-effect');
  for (const { query } of share(ofRows, 4))
    await tryQuestion(world, persons, { kind: 'list', query }, tally, { even: withoutCursors });
  report('Saved questions', tally);
});

/** Cursors are another text for each viewer. */
const withoutCursors = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data ?? null), (name, value) => (name === 'endCursor' ? null : value));

it('without an index nothing is shown that is hidden, and what is missing is named', async () => {
  const scanned = await company.world({ shared: world.service, index: 'off' });
  onTestFinished(() => scanned.close());
  const tally = new Tally();
  const questions = new Questions(seed + 4, company.oracle);
  for (let count = isMatrix ? 300 : 6; count > 0; count -= 1)
    await tryQuestion(scanned, persons.slice(0, 4), questions.next(), tally);
  report('Without an index', tally);
});

it.runIf(isMatrix && hasPostgres)('over an index in PostgreSQL it is the same', async () => {
  const stored = await company.world({
    shared: world.service,
    storeUrl: await openDatabase(inject('runFolder')),
  });
  onTestFinished(() => stored.close());
  const tally = new Tally();
  const questions = new Questions(seed + 5, company.oracle);
  for (let count = 300; count > 0; count -= 1)
    await tryQuestion(stored, persons, questions.next(), tally);
  report('PostgreSQL', tally);
});

it('who is below by role is shown, where that is the rule', async () => {
  const ruled = await company.world({ shared: world.service, team: 'role' });
  const boss = await company.person('by role', company.byRole);
  onTestFinished(async () => {
    await Promise.all([ruled.close(), boss.reduced.close()]);
  });
  const { crm, platform } = boss.visible.persons;
  expect([crm.size, platform.size].every((size) => size > 3)).toBe(true);
  const tally = new Tally();
  await tryWalks(ruled, boss, company.oracle, tally);
  const questions = new Questions(seed + 6, company.oracle);
  for (let count = isMatrix ? 300 : 6; count > 0; count -= 1)
    await tryQuestion(ruled, [boss, persons[0]!], questions.next(), tally);
  report('By role', tally);
});

it.skipIf(!hasRedis)('two gateways that share their caches keep rows apart', async () => {
  const redis = await startRedis();
  const [first, second] = [
    await company.sharingWorld(world, redis.url),
    await company.sharingWorld(world, redis.url),
  ];
  onTestFinished(async () => {
    await Promise.all([first, second].map((gateway) => gateway.close()));
    await redis.close();
  });
  const tally = new Tally();
  const questions = new Questions(seed + 1, company.oracle);
  for (let count = isMatrix ? 200 : 8; count > 0; count -= 1) {
    const question = questions.next();
    await tryQuestion(first, persons, question, tally);
    await tryQuestion(second, persons.toReversed(), question, tally);
  }
  report('Redis', tally);
});

/** The vendor has withdrawn action items, and has no words for the visibility of a review. */
const ofVendors = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(comparableData(data ?? null)), (name, value) =>
    name === 'actionItems' || name === 'visibility' ? null : value,
  );

it('over the vendors’ own APIs it is the same', async () => {
  const vendors = await company.vendorWorld();
  onTestFinished(() => vendors.close());
  const tally = new Tally();
  const questions = new Questions(seed + 2, company.oracle);
  for (let count = isMatrix ? 300 : 8; count > 0; count -= 1)
    await tryQuestion(vendors, persons.slice(0, 3), questions.next(), tally, {
      even: ofVendors,
    });
  report('Vendors', tally);
});

// The last: the company is another one afterwards.
it('what changes hands is seen as the new owner’s once the change is announced', async () => {
  const names = ['representative', 'representative by alias'];
  const viewers = names.map((name) => company.viewers[name]!);
  // Rows are read for each question; people and anchors are kept.
  const fresh = await company.world({ cache: false });
  onTestFinished(() => fresh.close());
  for (const viewer of viewers) await fresh.as(viewer).ask('{ accounts { totalCount } }');
  company.exchange(viewers[0]!, viewers[1]!);
  const ids = (object: string) => company.oracle.rows(object).map(({ Id }) => String(Id));
  for (const { entity, name } of model.objects) await fresh.connector.forget(entity, ids(name));
  const now = await company.persons(names);
  onTestFinished(async () => {
    await Promise.all(now.map(({ reduced }) => reduced.close()));
  });
  const tally = new Tally();
  await Promise.all(now.map((person) => tryWalks(fresh, person, company.oracle, tally)));
  const questions = new Questions(seed + 3, company.oracle);
  for (let count = isMatrix ? 300 : 8; count > 0; count -= 1)
    await tryQuestion(fresh, now, questions.next(), tally);
  report('Changes', tally);
});
