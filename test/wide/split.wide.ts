/** Somebody whose rows hang on more accounts and deals than one statement names: every list, and random questions, are answered as by a company without the hidden rows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMatrix } from '../support/cases.ts';
import { Oracle, openTables } from '../support/row-access/oracle.ts';
import { Questions } from '../support/row-access/question.ts';
import { openReduced } from '../support/row-access/reduced-company.ts';
import { type Person, Tally, tryQuestion, tryWalks } from '../support/row-access/trial.ts';
import { fixedViewer } from '../support/row-access/viewer.ts';
import { seed } from '../support/seed.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let oracle: Oracle;
beforeAll(async () => {
  oracle = new Oracle(await openTables(backend));
});
afterAll(() => backend.close());

/** What is about rows of the CRM alone: without people of the platform no call is visible. */
const kinds = new Set(['list', 'aggregate', 'record', 'search', 'soql', 'entities']);
const ofCalls = /[cC]all|spoken|trackersOver|parties|answered|scorecards/;

describe.each([
  { count: 600, people: 2, accounts: 0.5 },
  { count: 4_000, people: 14, accounts: 0.02 },
  { count: 9_999, people: 1, accounts: 0.5 },
])('of $count anchors and $people people', (plan) => {
  let person: Person;
  let world: World;
  beforeAll(async () => {
    const { visible, rowAccess } = fixedViewer(oracle, plan);
    world = await openWorld({ backend, index: false, cache: true, context: { rowAccess } });
    const reduced = await openWorld({
      backend: openReduced(backend.file, visible),
      ...{ index: false, cache: true },
    });
    const viewer = { level: 'team', person: '' } as const;
    person = { name: `${plan.count} anchors`, viewer, visible, reduced };
  });
  afterAll(async () => {
    await Promise.all([world.close(), person.reduced.close()]);
  });

  const report = (tally: Tally): void => {
    process.stderr.write(`${plan.count} anchors, TEST_SEED=${seed}: ${tally}\n`);
    expect([...tally.words.keys()].filter((word) => /^(INTERNAL|SCAN)/.test(word))).toEqual([]);
    expect(tally.defects.slice(0, 20), `TEST_SEED=${seed}`).toEqual([]);
  };

  it.skipIf(plan.count > 600 && !isMatrix)('whole lists are those of the loops', async () => {
    const tally = new Tally();
    await tryWalks(world, person, oracle, tally);
    report(tally);
  });

  it('random questions are answered as by a company without the hidden rows', async () => {
    const tally = new Tally();
    const questions = new Questions(seed, oracle);
    for (let count = isMatrix ? 1_000 : 25; count > 0; ) {
      const question = questions.next();
      if (!kinds.has(question.kind) || ofCalls.test(question.query)) continue;
      count -= 1;
      await tryQuestion(world, [person], question, tally);
    }
    report(tally);
  });
});
