/** Each person sees what is theirs: random questions of eight people at once, held against the company without the rows that each may not see, and against loops over the raw tables. */

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { isMatrix } from '../support/cases.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { Questions } from '../support/row-access/question.ts';
import { Company, type Person, Tally, tryQuestion, tryWalks } from '../support/row-access/trial.ts';
import { seed } from '../support/seed.ts';
import { comparableData } from '../support/vendor-difference.ts';
import { model, type World } from '../support/world.ts';

/** The wide run asks as five of the eight: filling the index of the largest team takes as long as all else. */
const names = [
  ...['representative', 'representative by alias', 'director', 'colleague in the CRM alone'],
  ...['somebody unknown'],
];

let company: Company;
let persons: readonly Person[];
let world: World;
beforeAll(async () => {
  company = await Company.open();
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
  for (let count = isMatrix ? 3_000 : 40; count > 0; count -= 1) {
    const question = questions.next();
    if (
      process.env.CRM &&
      /[cC]all|spoken|trackersOver|parties|answered|soql|scorecards/.test(question.query)
    )
      continue;
    await tryQuestion(world, persons, question, tally);
  }
  report('Questions', tally);
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
  for (let count = isMatrix ? 200 : 12; count > 0; count -= 1) {
    const question = questions.next();
    await tryQuestion(first, persons, question, tally);
    await tryQuestion(second, persons.toReversed(), question, tally);
  }
  report('Redis', tally);
});

/** The vendor has withdrawn action items. */
const ofVendors = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(comparableData(data ?? null)), (name, value) =>
    name === 'actionItems' ? null : value,
  );

it('over the vendors’ own APIs it is the same', async () => {
  const vendors = await company.vendorWorld();
  onTestFinished(() => vendors.close());
  const tally = new Tally();
  const questions = new Questions(seed + 2, company.oracle);
  for (let count = isMatrix ? 300 : 12; count > 0; count -= 1)
    await tryQuestion(vendors, persons.slice(0, 3), questions.next(), tally, ofVendors);
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
  for (let count = isMatrix ? 300 : 10; count > 0; count -= 1)
    await tryQuestion(fresh, now, questions.next(), tally);
  report('Changes', tally);
});
