/** Calls by the scores of their reviews, wherever calls are filtered, against plain loops over the raw reviews. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/demo/fault/fault.ts';
import { cases } from '../../support/cases.ts';
import { seed } from '../../support/seed.ts';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { rawCalls, startedAt } from './raw-call.ts';

let world: World;
let calls: readonly TruthRow[];
let reviews: readonly TruthRow[];
let scorecards: readonly TruthRow[];

beforeAll(async () => {
  world = await openWorld({ trackers: true });
  calls = await rawCalls(world);
  reviews = await truth(world, 'stats_activity_scorecards', { filter: {} });
  scorecards = await truth(world, 'settings_scorecards', {});
});
afterAll(() => world.close());

interface Bounds {
  readonly ids?: readonly string[];
  readonly atLeast?: number;
  readonly atMost?: number;
}

const passes = (call: TruthRow, { ids, atLeast = -Infinity, atMost = Infinity }: Bounds): boolean =>
  reviews.some(
    ({ callId, scorecardId, overallScore }) =>
      callId === call.metaData.id &&
      (!ids || ids.includes(scorecardId)) &&
      overallScore >= atLeast &&
      overallScore <= atMost,
  );

const argument = ({ ids, atLeast, atMost }: Bounds): TruthRow => ({
  ...(ids ? { id: ids } : {}),
  ...(atLeast === undefined ? {} : { atLeast }),
  ...(atMost === undefined ? {} : { atMost }),
});

const dayMs = 86_400_000;

describe('calls by the scores of their reviews', () => {
  it('are those of a plain loop, at the root, under a user, and counted', async () => {
    expect(reviews.length).toBeGreaterThan(50);
    let state = seed;
    const pick = (n: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    let found = 0;
    for (let n = 0; n < cases(4); n++) {
      const bounds = Array.from({ length: 1 + (pick(4) === 0 ? 1 : 0) }, (): Bounds => {
        const ids = scorecards.map((one) => one.scorecardId).filter(() => pick(2) === 0);
        const atLeast = pick(2) === 0 ? pick(50) / 10 : undefined;
        return {
          ...(pick(2) === 0 ? { ids } : {}),
          ...(atLeast === undefined ? {} : { atLeast }),
          ...(pick(2) === 0 ? { atMost: (atLeast ?? 0) + pick(40) / 10 } : {}),
        };
      });
      const from = pick(3) === 0 ? null : new Date(today.getTime() - pick(300) * dayMs);
      const passing = calls.filter(
        (call) =>
          (from === null || startedAt(call) >= from.getTime()) &&
          bounds.every((one) => passes(call, one)),
      );
      const host = calls[pick(calls.length)]!.metaData.primaryUserId;
      const scorecard = bounds.map(argument);
      const { data, errors } = await world.ask(
        `query ($scorecard: [CallScorecardFilter!], $from: DateTime, $host: ID!) {
          calls(first: 1, filter: { from: $from, about: { scorecard: $scorecard } }) { totalCount }
          callsAggregate(filter: { from: $from, about: { scorecard: $scorecard } }, groupBy: [OWNER], first: 1000) {
            groups { keys { value } count }
          }
          user(by: { upstreamId: $host }) {
            relatedCalls(first: 1, from: $from, role: [HOST], about: { scorecard: $scorecard }) { totalCount }
          }
        }`,
        { scorecard, from: from?.toISOString() ?? null, host },
      );
      const text = `seed ${seed}, case ${n}: ${JSON.stringify({ scorecard, from, host })}`;
      expect(errors, text).toBeUndefined();
      expect(data.calls.totalCount, text).toBe(passing.length);
      const byHost: Record<string, number> = {};
      for (const { metaData } of passing)
        byHost[metaData.primaryUserId] = (byHost[metaData.primaryUserId] ?? 0) + 1;
      expect(
        Object.fromEntries(
          data.callsAggregate.groups.map(({ keys, count }: TruthRow) => [keys[0].value, count]),
        ),
        text,
      ).toEqual(byHost);
      expect(data.user.relatedCalls.totalCount, text).toBe(byHost[host] ?? 0);
      found += passing.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('by name, page after page, with the reviews since the calls began asked for once', async () => {
    const [{ scorecardName, scorecardId }] = scorecards as [TruthRow];
    const from = '2026-08-10T15:00:00.000Z';
    const passing = calls.filter(
      (call) =>
        startedAt(call) >= Date.parse(from) && passes(call, { ids: [scorecardId], atLeast: 3 }),
    );
    expect(passing.length).toBeGreaterThan(3);
    const about = `about: { scorecard: [{ name: [${JSON.stringify(scorecardName)}], atLeast: 3 }] }`;
    const list = `calls(first: 3, filter: { from: "${from}", ${about} }) {
      totalCount coverage { completeTo } nodes { upstreamId } }`;
    const groups = `callsAggregate(filter: { from: "${from}", ${about} }) { groups { count } }`;
    const { data, errors, calls: sent } = await world.ask(`{ ${list} ${groups} }`);
    expect(errors).toBeUndefined();
    expect(data.calls.totalCount).toBe(passing.length);
    expect(data.calls.nodes.map((node: TruthRow) => node.upstreamId)).toEqual(
      passing
        .toSorted((a, b) => startedAt(a) - startedAt(b))
        .slice(0, 3)
        .map(({ metaData }) => metaData.id),
    );
    expect(data.calls.coverage.completeTo).not.toBeNull();
    expect(data.callsAggregate.groups[0].count).toBe(passing.length);
    expect(tally(sent)).toMatchObject({
      'settings_scorecards list': 1,
      'stats_activity_scorecards list': 1,
    });
    // A day earlier, and to no end: reviews follow their calls.
    expect(paramsOf(sent, 'stats_activity_scorecards')).toEqual([
      { filter: { fromDateTime: '2026-08-09T00:00:00.000Z', scorecardIds: [scorecardId] } },
    ]);
  });

  it('count as a condition on accounts', async () => {
    const about = 'about: { scorecard: [{ atMost: 2.5 }] }';
    const few = `accounts(first: 100, orderBy: [{ field: ID }], filter: { callCount: { atLeast: 1, ${about} } }) { nodes { upstreamId } }`;
    const all = `all: accounts(first: 100, orderBy: [{ field: ID }]) { nodes { upstreamId relatedCalls(first: 1, ${about}) { totalCount } } }`;
    const { data, errors } = await world.ask(`{ ${few} ${all} }`);
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes.length).toBeGreaterThan(0);
    const last = data.all.nodes.at(-1).upstreamId;
    const ids = (nodes: readonly TruthRow[]) => nodes.map((node) => node.upstreamId);
    expect(ids(data.accounts.nodes).filter((id) => id <= last)).toEqual(
      ids(data.all.nodes.filter(({ relatedCalls }: TruthRow) => relatedCalls.totalCount > 0)),
    );
  });

  it('leave private calls out for those who may not read them', async () => {
    const query = '{ calls(first: 1, filter: { about: { scorecard: [{}] } }) { totalCount } }';
    const few = await world.ask(query, {}, []);
    const open = calls.filter((call) => passes(call, {}) && !call.metaData.isPrivate);
    expect(few.data.calls.totalCount).toBe(open.length);
  });

  it.each<[string, Fault, string]>([
    ['come short of the announced', { kind: 'total', change: 'by', rows: 5 }, 'announced'],
    ['end too early', { kind: 'cursor', change: 'withheld' }, 'announced'],
    [
      'have a score that is none',
      { kind: 'fields', change: 'ill-typed', field: 'overallScore' },
      'number',
    ],
    ['do not come', { kind: 'status', status: 403 }, ''],
  ])('are an error of their field where the reviews %s', async (_what, fault, expected) => {
    const { faults } = world.service.admin;
    faults.add({ ...fault, entity: 'stats_activity_scorecards' } as Fault);
    const query =
      '{ calls(first: 1, filter: { about: { scorecard: [{ atLeast: 0 }] } }) { totalCount } trackers { totalCount } }';
    const { data, errors } = await world.ask(query);
    faults.clear();
    expect(data.calls).toBeNull();
    expect(data.trackers.totalCount).toBeGreaterThan(0);
    expect(errors?.[0]?.path).toEqual(['calls']);
    expect(errors?.[0]?.message).toContain(expected);
  });

  it.each([
    ['{ atLeast: 4, atMost: 2 }', '"atLeast" up to "atMost"'],
    ['{ name: ["Nonesuch"] }', 'name of a scorecard ('],
  ])('by %s are refused', async (given, expected) => {
    const { errors } = await world.ask(
      `{ calls(first: 1, filter: { about: { scorecard: [${given}] } }) { totalCount } }`,
    );
    expect(errors?.[0]?.message).toContain(expected);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
