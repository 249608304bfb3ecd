/** A call that the index gets to know while it counts groups is in none of them, or in its own. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../src/participants/store/database.ts';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { accountsOf, rawCalls, startedAt } from './raw-call.ts';

const dayMs = 86_400_000;
const known = { from: today.getTime() - 60 * dayMs, to: today.getTime() - 40 * dayMs };
const never = new AbortController().signal;

let world: World;
/** Ids of calls before and after those that the index knows, each the first one of an account. */
const earlier: string[] = [];
const later: string[] = [];
/** Runs before each statement that reads calls, given how many ran before. */
let meanwhile: (before: number) => Promise<void> = async () => {};
let statements = 0;

beforeAll(async () => {
  world = await openWorld({
    trackers: true,
    index: (syncer) => syncer.fill(known, {}, { contents: true }),
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
  const { database } = world.syncer;
  const { read } = database;
  const watched: Pick<Database, 'read'> = {
    async read(...statement) {
      if (/\bcall\b/.test(statement[0])) await meanwhile(statements++);
      return await read(...statement);
    },
  };
  Object.assign(database, watched);
});
afterAll(() => world.close());

async function ask(groupBy: string): Promise<unknown> {
  statements = 0;
  const { data, errors } = await world.ask(`{ callsAggregate(groupBy: [${groupBy}],
    orderBy: [{ field: KEY }], first: 10000) { groups { keys { value } count } } }`);
  expect(errors).toBeUndefined();
  return data.callsAggregate.groups;
}

it.each(['DAY', 'MONTH', 'INDUSTRY', 'SEGMENT', 'MONTH, INDUSTRY'])(
  'before any statement of a question by %s',
  async (groupBy) => {
    await ask(groupBy);
    const asked = statements;
    expect(asked).toBeGreaterThan(1);
    for (let at = 0; at < asked; at++)
      for (const strangers of [earlier, later]) {
        const id = strangers.pop()!;
        const before = await ask(groupBy);
        meanwhile = async (ran) => {
          if (ran !== at) return;
          meanwhile = async () => {};
          expect(await world.syncer.read([id], never)).toEqual([]);
        };
        const found = await ask(groupBy);
        const after = await ask(groupBy);
        expect(after).not.toEqual(before);
        expect([before, after]).toContainEqual(found);
      }
  },
);
