import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reserveOf } from '../../../src/upstream/request-allowance.ts';
import { roomyLimits } from '../../support/small-server.ts';
import { openWorld, type World } from '../../support/world.ts';

const operations = new URL('../../../schema/operations/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, operations), 'utf8');
let world: World;
beforeAll(async () => {
  world = await openWorld({ trackers: true });
  // How many users there are is known from the first list of them on.
  await world.ask('{ users(first: 1) { nodes { id } } }');
});
afterAll(() => world.close());

interface Cost {
  readonly requested: number;
  readonly actual: number;
}

/** What was reckoned from the query, without the reserve that is granted beside it. */
function reckonedOf(requested: number): number {
  let reckoned = 0;
  while (reckoned + reserveOf(reckoned) < requested) reckoned += 1;
  expect(reckoned + reserveOf(reckoned)).toBe(requested);
  return reckoned;
}

async function costOf(query: string) {
  const { extensions, calls, errors } = await world.ask(query);
  const cost = extensions?.cost as Cost | undefined;
  expect(cost, `${query}\n${JSON.stringify(errors)}`).toBeDefined();
  return { ...cost!, reckoned: reckonedOf(cost!.requested), made: calls.length };
}

/** What may be needed beyond what the company of the tests makes necessary. */
const reserves: Readonly<Record<string, readonly [beyond: number, why: string]>> = {
  'competitor-mentions.graphql': [
    5,
    'calls may be linked to more accounts, and have parties that the CRM has not',
  ],
  'contact-timeline.graphql': [1, 'owners of tasks are users or queues'],
  'deal-review.graphql': [
    3,
    'fifteen calls may have three pages of reviews, and users asked for at two moments',
  ],
  'library-tour.graphql': [6, 'every folder may have children'],
  'quiet-accounts.graphql': [13, 'a list of which few are kept is read on'],
  'recent-calls.graphql': [6, 'calls may have fifty parties each'],
  'rep-coaching.graphql': [11, 'the same of users, whose managers may be yet others'],
  'scorecard-results.graphql': [4, 'a page of reviews may be full of those of one scorecard'],
};

describe('the cost of a query', () => {
  it.each(readdirSync(operations).filter((file) => file.endsWith('.graphql')))(
    'of %s is what it turns out to be, and what may be needed besides',
    async (file) => {
      const { reckoned, actual, made } = await costOf(read(file));
      const [beyond] = reserves[file] ?? [0];
      expect(actual).toBe(made);
      expect({ reckoned }).toEqual({ reckoned: actual + beyond });
    },
  );

  it('holds two calls and a tenth of what was reckoned ready for pages that end early', async () => {
    const requested = async (query: string) => (await costOf(query)).requested;
    expect(await requested('{ __typename }')).toBe(0);
    expect(await requested('{ accounts(first: 5) { nodes { name } } }')).toBe(1 + 2);
    const lists = Array.from(
      { length: 30 },
      (_, at) => `a${at}: accounts(first: 5) { nodes { id } }`,
    );
    expect(await requested(`{ ${lists.join(' ')} }`)).toBe(30 + 2 + 3);
  });

  it('multiplies where calls do, and a limit is named with the figure', async () => {
    const { errors, calls, data } = await world.ask(
      '{ users(first: 100) { nodes { a: directReports(first: 100) { nodes { coaching(workspace: "1", first: 1) { nodes { callsListened } } } } } } }',
    );
    expect(data).toBeUndefined();
    expect(calls).toEqual([]);
    expect(errors![0]!.extensions.code).toBe('QUERY_TOO_COSTLY');
    expect(errors![0]!.message).toMatch(
      /^Expected a query of at most 1000 upstream calls at worst; got one of 11004\./,
    );
    expect(errors![0]!.message).toContain(
      'Most of it: users.nodes.a.nodes.coaching (10000), users (1), users.nodes.a (1).',
    );
  });

  it('does not multiply where a statement brings the rows of many', async () => {
    const query =
      '{ accounts(first: 100) { nodes { contacts(first: 100) { nodes { name account { name } } } cases(first: 50) { nodes { subject } } } } }';
    expect(await costOf(query)).toMatchObject({ reckoned: 1, actual: 1 });
  });

  it('of absurd pages is refused before anything is asked', async () => {
    const first = 'first: 2147483647';
    const { errors, calls } = await world.ask(
      `{ calls(${first}) { nodes { parties { contact { relatedCalls(${first}) { nodes { id parties { contact { tasks(${first}) { nodes { id } } } } } } } } } } }`,
    );
    expect(errors).toMatchObject([{ path: ['calls'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(calls).toEqual([]);
  });

  it('counts fragments where they are spread, and nothing that is skipped', async () => {
    const { reckoned: plain } = await costOf('{ accounts(first: 5) { nodes { name } } }');
    const { reckoned: spread } = await costOf(
      '{ a: accounts(first: 5) { ...F } b: accounts(first: 5) { ...F } } fragment F on AccountConnection { nodes { name } }',
    );
    const { reckoned: skipped } = await costOf(
      '{ accounts(first: 5) { nodes { name contacts @skip(if: true) { nodes { tasks { nodes { subject } } } } } } }',
    );
    expect(spread).toBe(2 * plain);
    expect(skipped).toBe(plain);
  });

  it('counts each object a reference can lead to, and none of which nothing is selected', async () => {
    const ask = (what: string) =>
      costOf(`{ tasks(first: 5) { nodes { owner { ${what} } what { id } } } }`);
    expect(await ask('id')).toMatchObject({ reckoned: 1, actual: 1 });
    expect(await ask('recordName')).toMatchObject({ reckoned: 3 });
    expect(await ask('... on CrmUser { name }')).toMatchObject({ reckoned: 2, actual: 2 });
  });

  it('holds a walk for time that the index does not know, where a question names it', async () => {
    const young = await openWorld({
      index: (syncer) =>
        syncer.fill(
          { from: Date.parse('2026-10-01T00:00:00Z'), to: Date.parse('2026-10-28T00:00:00Z') },
          {},
          { walk: 'people' },
        ),
    });
    onTestFinished(() => young.close());
    const requested = async (asked: World, args: string): Promise<number> => {
      const { extensions } = await asked.ask(
        `{ contacts(first: 2) { nodes { relatedCalls(first: 2${args}) { totalCount } } } }`,
      );
      return (extensions!.cost as Cost).requested;
    };
    const from = ', from: "2026-10-27T00:00:00Z"';
    const whole = await requested(world, '');
    expect(await requested(young, '')).toBe(whole);
    expect(await requested(young, from)).toBeGreaterThan(80);
    expect(await requested(young, `${from}, to: "2026-10-27T12:00:00Z"`)).toBe(whole);
  });

  it('of questions that a complete index answers is none, however many', async () => {
    const periods = Array.from(
      { length: 10 },
      (_, at) =>
        `p${at}: callsPerPeriod(bucket: WEEK, from: "2026-0${Math.min(7, at + 1)}-01T00:00:00Z") { periods { calls } }`,
    );
    const fresh = await openWorld({ server: { limits: { ...roomyLimits, cost: 10 } } });
    onTestFinished(() => fresh.close());
    const { errors, extensions } = await fresh.ask(
      `{ contacts(first: 1) { nodes { ${periods.join(' ')} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(extensions?.cost).toMatchObject({ requested: 3, actual: 1 });
  });

  it('is reckoned where one lookup is shared and what it lacks comes by id', async () => {
    const { reckoned, actual } = await costOf(
      '{ calls(first: 60) { nodes { contacts { record { name } } accounts { record { name } } parties { contact { email } } } } }',
    );
    expect(reckoned).toBeGreaterThanOrEqual(actual);
  });

  it('does not count what is already known, and does count what is asked anew', async () => {
    const kept = await openWorld({ cache: true });
    const query = '{ accounts(first: 3) { nodes { name } } }';
    const first = (await kept.ask(query)).extensions!.cost;
    const second = (await kept.ask(query)).extensions!.cost;
    await kept.close();
    expect(first).toMatchObject({ requested: 3, actual: 1 });
    expect(second).toMatchObject({ requested: 3, actual: 0 });
  });

  it('tells what is left of both budgets', async () => {
    const { extensions } = await world.ask('{ accounts(first: 1) { nodes { id } } }');
    expect(extensions!.cost).toHaveProperty('budget');
  });
});
