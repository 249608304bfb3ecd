/** Two companies that differ in nothing but what private calls hide: who lacks the right to them gets the same answers of both. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RandomQuery } from '../engine/plan/random-query.ts';
import { samples } from '../engine/plan/sample.ts';
import { isMatrix } from '../support/cases.ts';
import { withOtherPrivateCalls } from '../support/hidden-change.ts';
import { openSynthetic } from '../support/synthetic.ts';
import {
  customSchema,
  type GraphAnswer,
  openWorld,
  schema,
  today,
  type World,
} from '../support/world.ts';

const rights = ['transcripts', 'media', 'free-soql'] as const;
let one: World;
let other: World;
let queries: RandomQuery;

beforeAll(async () => {
  const open = () => openSynthetic({ now: () => today, customSchema });
  const { backend, changed } = await withOtherPrivateCalls(open());
  expect(changed).toBeGreaterThan(50);
  one = await openWorld({ backend: open(), trackers: true, cache: true });
  other = await openWorld({ backend, trackers: true, cache: true });
  queries = new RandomQuery(schema, await filters(one), { depth: 7, fields: 2 });
  // What a question may cost depends on how many users are known to be there.
  await Promise.all([one, other].map((world) => world.ask('{ users(first: 1) { totalCount } }')));
});
afterAll(() => Promise.all([one.close(), other.close()]));

/** Arguments that compare calls with what private ones hide. */
async function filters(world: World): Promise<Map<string, readonly string[]>> {
  const { data } = await world.ask(`{
    trackers(first: 4) { nodes { id name } } scorecards(first: 9) { nodes { id } }
    calls(first: 60) { nodes { content { topics { name } } } }
  }`);
  const ids = (list: string): string[] =>
    data[list].nodes.map(({ id }: { id: string }) => JSON.stringify(id));
  const scorecards = ids('scorecards');
  const topics = new Set<string>(
    // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
    data.calls.nodes.flatMap((call: any) => call.content?.topics?.map((topic: any) => topic.name)),
  );
  const about = [
    ...['call', 'a', 'another'].map((text) => `{ title: "${text}" }`),
    `{ tracker: [{ id: [${ids('trackers')}] }] }`,
    `{ tracker: [{ name: [${JSON.stringify(data.trackers.nodes[0].name)}], atLeast: 2 }] }`,
    `{ topic: [{ name: [${[...topics].slice(0, 4).map((name) => JSON.stringify(name))}] }] }`,
    '{ scorecard: [{ atLeast: 2 }] }',
    ...scorecards.slice(0, 2).map((id) => `{ scorecard: [{ id: [${id}], atMost: 3 }] }`),
    '{ account: { name: { contains: "a" } } }',
    '{ opportunity: { isWon: { eq: true } } }',
  ];
  const calls = [
    ...['{ lastDays: 30 }', '{ titleContains: "a" }', '{ titleContains: "another" }'],
    ...about.map((given) => `{ about: ${given} }`),
  ];
  const records = [
    ...['{ lastCall: { none: true } }', '{ lastCall: { after: "2026-10-01T00:00:00Z" } }'],
    ...about.map((given) => `{ callCount: { atLeast: 1, about: ${given} } }`),
  ];
  const groups = [
    ...['OWNER', 'MONTH', 'OUTCOME', 'TRACKER', 'TOPIC', 'EXTERNAL_DOMAIN', 'STAGE', 'ACCOUNT'],
    ...['OPPORTUNITY', 'INDUSTRY', 'RESULT', 'DIRECTION'],
  ];
  return new Map<string, readonly string[]>([
    ...(await samples(world)),
    ['Query.calls.filter', calls],
    ['Query.callsAggregate.filter', calls],
    ['Query.callsAggregate.groupBy', groups.map((group) => `[${group}]`)],
    ['about', about],
    ['Query.answeredScorecards.filter', scorecards.map((id) => `{ scorecards: [${id}] }`)],
    ...['accounts', 'contacts', 'leads', 'opportunities'].map(
      (list) => [`Query.${list}.filter`, records] as const,
    ),
    ['role', ['[HOST]', '[INVITEE, ATTENDEE]']],
    ['viaContactRoles', ['true']],
    ['affiliations', ['["Internal"]', '["External"]']],
  ]);
}

/** Without times of synchronisation, and cursors, which hold how far the platform was read. */
function shown({ data, errors, extensions }: GraphAnswer): string {
  const faults = errors?.map(({ path, message }) => `${path?.join('.')} ${message}`).sort();
  const text = JSON.stringify({ data, faults, incomplete: extensions?.incomplete });
  return text.replaceAll(/"(?:cursor|startCursor|endCursor|syncedAt)":"[^"]*"/g, '');
}

it('whatever is asked, no answer differs, also after somebody with the right has asked the same', async () => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const query = queries.draw(g);
      asked += 1;
      if (asked % 3 === 0) await Promise.all([one.ask(query), other.ask(query)]);
      const [left, right] = await Promise.all(
        [one, other].map((world) => world.ask(query, {}, rights)),
      );
      expect(shown(right!), query).toBe(shown(left!));
    }),
    { numRuns: isMatrix ? 1_500 : 150, endOnFailure: true },
  );
});
