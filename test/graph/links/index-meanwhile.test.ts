/** Fields that ask the index several times, while the index gets to know more: they are whole, or say that they may not be. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexParticipants } from '../../../src/participants/indexed-participant-query.ts';
import type { Participants } from '../../../src/participants/participant-query.ts';
import type { Database } from '../../../src/participants/store/database.ts';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { accountsOf, rawCalls, startedAt } from './raw-call.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;
const at = (days: number): string => new Date(today.getTime() - days * dayMs).toISOString();
const time = `from: "${at(60)}", to: "${at(20)}"`;
const short = `from: "${at(21)}", to: "${at(20)}"`;

const fields = {
  'callCount, some': `accounts(first: 40, filter: { callCount: { atLeast: 3, ${time} } }) { nodes { id } }`,
  'callCount, many': `contacts(first: 30, filter: { callCount: { atLeast: 2, ${time} } }) { nodes { id } }`,
  'callCount, few': `contacts(first: 40, filter: { callCount: { atLeast: 1, ${short} } }) { nodes { id } }`,
  'callCount, none': `contacts(first: 40, filter: { callCount: { atMost: 0, ${time} } }) { nodes { id } }`,
  'callCount of a parent': `contacts(first: 40, filter: { account: { callCount: { atLeast: 1, ${short} } } }) { nodes { id } }`,
  'lastCall, within': `contacts(first: 40, filter: { lastCall: { after: "${at(21)}", before: "${at(20)}" } }) { nodes { id } }`,
  'lastCall, not since': `opportunities(first: 40, filter: { lastCall: { before: "${at(60)}" } }) { nodes { id } }`,
  'in the order of callCount': `accounts(first: 40, orderBy: [{ callCount: { ${time} } }]) { nodes { id } }`,
  'by silence': `opportunitiesBySilence(first: 40, since: "${at(60)}") { nodes { id } }`,
  'by industry': `callsAggregate(filter: { ${time} }, groupBy: [INDUSTRY]) { nodes: groups { count keys { value } } }`,
} as const;

let world: World;
let empty: World;
/** How many questions the index answers before it knows any call. */
let ignorant = 0;
let asked = 0;

beforeAll(async () => {
  empty = await openWorld({ index: false });
  const syncers = new Map([['default', empty.syncer]]);
  const unknowing = createIndexParticipants(syncers, { longestMs: 0 });
  world = await openWorld({
    shared: empty.service,
    index: 'copied',
    trackers: true,
    watch: (knowing) =>
      new Proxy(knowing, {
        get(_target, name: keyof Participants) {
          if (name === 'version' || name === 'maxRequests') return knowing[name];
          return (...question: never[]): unknown => {
            asked += 1;
            const answer = (asked > ignorant ? knowing : unknowing)[name];
            return (answer as (...question: never[]) => unknown)(...question);
          };
        },
      }),
  });
});
afterAll(async () => {
  await world.close();
  await empty.close();
});

async function ask(field: string, unknown: number) {
  ignorant = unknown;
  asked = 0;
  const { data, errors, extensions } = await world.ask(`{ field: ${field} }`);
  expect(errors).toBeUndefined();
  const incomplete = (extensions?.incomplete ?? []) as { readonly path: readonly string[] }[];
  return { nodes: data.field.nodes, isWhole: incomplete.length === 0 };
}

it.each(Object.entries(fields))('%s: whatever the index knew when', async (_name, field) => {
  const whole = await ask(field, 0);
  expect(whole.isWhole).toBe(true);
  expect(whole.nodes.length).toBeGreaterThan(0);
  const questions = asked;
  for (let unknown = 1; unknown <= questions; unknown++) {
    const answer = await ask(field, unknown);
    if (answer.isWhole) expect(answer).toEqual(whole);
  }
});

describe('a call that comes while groups are counted is in none of them, or in its own:', () => {
  const known = { from: today.getTime() - 60 * dayMs, to: today.getTime() - 40 * dayMs };

  let learning: World;
  /** Ids of calls before and after those that the index knows, each the first one of an account. */
  const earlier: string[] = [];
  const later: string[] = [];
  /** Runs before each statement that reads calls, given how many ran before. */
  let meanwhile: (before: number) => Promise<void> = async () => {};
  let statements = 0;

  beforeAll(async () => {
    learning = await openWorld({
      shared: world.service,
      trackers: true,
      index: (syncer) => syncer.fill(known, {}, { walk: 'contents' }),
    });
    const rows = await table(world, 'Account', 'Industry');
    const industries = new Map(rows.map(({ Id, Industry }) => [Id, Industry]));
    const calls = await rawCalls(world);
    const isKnown = (call: TruthRow): boolean =>
      startedAt(call) >= known.from && startedAt(call) < known.to;
    const taken = new Set(calls.filter(isKnown).flatMap(accountsOf));
    for (const call of [...calls].sort((a, b) => startedAt(b) - startedAt(a))) {
      const accounts = accountsOf(call);
      if (isKnown(call) || accounts.some((id) => taken.has(id))) continue;
      if (!accounts.some((id) => industries.get(id) != null)) continue;
      for (const id of accounts) taken.add(id);
      (startedAt(call) < known.from ? earlier : later).push(call.metaData.id);
    }
    const { database } = learning.syncer;
    const { read } = database;
    const watched: Pick<Database, 'read'> = {
      async read(...statement) {
        if (/\bcall\b/.test(statement[0])) await meanwhile(statements++);
        return await read(...statement);
      },
    };
    Object.assign(database, watched);
  });
  afterAll(() => learning.close());

  async function groupsBy(groupBy: string): Promise<unknown> {
    statements = 0;
    const { data, errors } = await learning.ask(`{ callsAggregate(groupBy: [${groupBy}],
    orderBy: [{ field: KEY }], first: 10000) { groups { keys { value } count } } }`);
    expect(errors).toBeUndefined();
    return data.callsAggregate.groups;
  }

  it.each(['DAY', 'MONTH', 'INDUSTRY', 'SEGMENT', 'MONTH, INDUSTRY'])(
    'before any statement of a question by %s',
    async (groupBy) => {
      await groupsBy(groupBy);
      const asked = statements;
      expect(asked).toBeGreaterThan(1);
      for (let at = 0; at < asked; at++)
        for (const strangers of [earlier, later]) {
          const id = strangers.pop()!;
          const before = await groupsBy(groupBy);
          meanwhile = async (ran) => {
            if (ran !== at) return;
            meanwhile = async () => {};
            expect(await learning.syncer.read([id], never)).toEqual([]);
          };
          const found = await groupsBy(groupBy);
          const after = await groupsBy(groupBy);
          expect(after).not.toEqual(before);
          expect([before, after]).toContainEqual(found);
        }
    },
  );
});
