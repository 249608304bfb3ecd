/** Answers that hold fewer rows than they announce: whatever a question loses by them is said at its path. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { type GraphAnswer, openWorld, today, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Path = readonly (string | number)[];

/** Where two answers differ, as deep as can be told. */
function differences(left: unknown, right: unknown, path: Path = []): Path[] {
  if (Object.is(left, right)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(left) || !isObject(right)) return [path];
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return [path];
  return Object.keys(left).flatMap((key) =>
    differences(left[key], right[key], [...path, Array.isArray(left) ? Number(key) : key]),
  );
}

/** Whether the answer says that something is wrong there, above it, or in what it holds. */
function says({ errors = [], extensions }: GraphAnswer, path: Path): boolean {
  const incomplete = (extensions?.incomplete as { path: Path }[] | undefined) ?? [];
  return [...errors, ...incomplete].some(({ path: at = [] }) =>
    at.every((key, i) => i >= path.length || key === path[i]),
  );
}

/** Questions, and the entities whose lists are what they need besides their own list. */
const questions: Readonly<Record<string, readonly [query: string, ...entities: string[]]>> = {
  'records by id': [
    '{ tasks(first: 40) { nodes { what { ... on Account { name } ... on Opportunity { name } } } } }',
    'accounts',
    'opportunities',
  ],
  'children counted': [
    '{ accounts(first: 15) { nodes { name contacts { totalCount } } } }',
    'contacts',
  ],
  'calls by id and their transcripts': [
    '{ answeredScorecards(first: 12) { nodes { call { title transcript { monologues { speakerId } } } } } }',
    'calls',
    'calls_extensive',
    'call_transcripts',
  ],
  'people by address': [
    '{ calls(first: 6, filter: { from: "2026-10-20T00:00:00Z" }) { nodes { parties { contact { lastName } } } } }',
    'contacts',
  ],
  'users by id': ['{ calls(first: 12) { nodes { primaryUser { firstName } } } }', 'users'],
  'reviews of many calls': [
    '{ calls(first: 30) { nodes { answeredScorecards(first: 2) { nodes { upstreamId } } } } }',
    'stats_activity_scorecards',
  ],
  'everybody who reports': [
    '{ answeredScorecards(first: 8) { nodes { reviewer { directReports(first: 5) { nodes { upstreamId } } } } } }',
    'users',
  ],
  'users by address': ['{ crmUsers(first: 9) { nodes { users { upstreamId } } } }', 'users'],
};

const faults: readonly Fault[] = [
  { kind: 'rows', change: 'short' },
  { kind: 'rows', change: 'empty', share: 0.5 },
  { kind: 'cursor', change: 'withheld' },
];

describe('what an answer lost', () => {
  const cases = Object.keys(questions).flatMap((name) =>
    faults.map((fault, seed) => [name, fault, seed] as const),
  );
  it.each(cases)('%s, under %j, is said where it is missing', async (name, fault, seed) => {
    const [query, ...entities] = questions[name]!;
    const whole = await world.ask(query);
    expect(whole.errors).toBeUndefined();
    expect(whole.extensions).not.toHaveProperty('incomplete');
    const { faults: plan } = world.service.admin;
    plan.reseed(seed + 3);
    for (const entity of entities) plan.add({ ...fault, entity });
    const answer = await world.ask(query);
    plan.clear();
    const unsaid = differences(whole.data, answer.data).filter((path) => !says(answer, path));
    expect(unsaid).toEqual([]);
  });
});

describe('the list of users', () => {
  it('is walked once in a request, whoever needs it', async () => {
    const { calls, errors } = await world.ask(`{
      answeredScorecards(first: 60) { nodes { reviewer { firstName } call { primaryUser { firstName } } } }
      users(first: 3) { nodes { directReports { totalCount } } }
      crmUsers(first: 3) { nodes { users { firstName } } }
    }`);
    expect(errors).toBeUndefined();
    const pages = calls.filter(({ entity, action }) => entity === 'users' && action === 'list');
    const all = await world.ask('{ users(first: 1) { totalCount } }');
    expect(pages.length).toBeLessThanOrEqual(Math.ceil(all.data.users.totalCount / 100));
  });
});

it('children inside their parents, whose number was lost on the way, are not called complete', async () => {
  const company = openSynthetic({ size: 'small', seed: 1, now: () => today });
  const uncounted = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const { records } = (value ?? {}) as { readonly records?: readonly Row[] };
        return [name, records === undefined ? value : { records: records.slice(1), done: true }];
      }),
    );
  const backend: Backend = {
    ...company,
    async execute(operation) {
      const answer = await company.execute(operation);
      if (answer.kind !== 'soql-page') return answer;
      return { ...answer, records: answer.records.map(uncounted) };
    },
  };
  const short = await openWorld({ backend, index: 'off' });
  onTestFinished(() => short.close());
  const { extensions } = await short.ask(
    '{ accounts(first: 2) { nodes { contacts(first: 20) { nodes { id } } } } }',
  );
  expect(extensions!.incomplete).toMatchObject(
    [0, 1].map((at) => ({
      path: ['accounts', 'nodes', at, 'contacts'],
    })),
  );
});
