/** Whole answers made of the participant index: cached until the index changes, or the day that a period counts from ends. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/participants/store/database.ts';
import {
  readVersions,
  tenantNumber,
  writeLastError,
} from '../../src/participants/store/tenant-number.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let database: Database;
let now = new Date('2026-11-01T12:00:00Z');
/** Of the cache. */
let monotonic = 0;
let indexVersion: number | null = null;
let executed = 0;
let statements = 0;

beforeAll(async () => {
  world = await openWorld({
    cache: true,
    trackers: true,
    context: {
      get now() {
        executed += 1;
        return now;
      },
    },
    watch: (participants) => ({ ...participants, version: () => indexVersion }),
    server: {
      answers: {
        maxBytes: 2 ** 22,
        monotonic: () => monotonic,
        indexVersion: () => indexVersion,
      },
    },
  });
  ({ database } = world.syncer);
  const { read } = database;
  database.read = (sql, params) => {
    statements += 1;
    return read(sql, params);
  };
});
afterAll(() => world.close());
beforeEach(async () => {
  now = new Date('2026-11-01T12:00:00Z');
  await readVersion();
});

async function readVersion(): Promise<void> {
  indexVersion = (await readVersions(database)).get('default')!;
}

async function ask(query: string): Promise<{ data: unknown; isHit: boolean }> {
  executed = 0;
  statements = 0;
  const { data, errors, extensions, calls } = await world.ask(query);
  expect({ errors, incomplete: extensions?.incomplete }).toEqual({});
  const isHit = executed === 0;
  if (isHit) expect([statements, calls]).toEqual([0, []]);
  else expect(statements).toBeGreaterThan(0);
  return { data, isHit };
}

/** Asks until nothing of the answer is new. */
async function settle(query: string): Promise<unknown> {
  for (let n = 0; n < 3; n += 1) await ask(query);
  const { data, isHit } = await ask(query);
  expect(isHit, query).toBe(true);
  return data;
}

const groups = 'groups { keys { value } count minutes people accounts }';
const questions = {
  'figures of a period': `{ callsAggregate(filter: { during: { period: LAST_N_DAYS, n: 30 } }, groupBy: [TOPIC]) { ${groups} coverage { completeFrom } } }`,
  'figures by week of the last days': `{ callsAggregate(filter: { lastDays: 60 }, groupBy: [WEEK]) { ${groups} } }`,
  'figures of all times by month': `{ callsAggregate(groupBy: [MONTH]) { totalCount ${groups} } }`,
  'figures by a field of the CRM':
    '{ callsAggregate(groupBy: [INDUSTRY]) { groups { keys { value } count } } }',
  'calls by what was said':
    '{ calls(first: 5, filter: { about: { topic: [{ name: ["Pricing"] }] } }) { totalCount nodes { id title } } }',
  'calls of a record by what was said':
    '{ accounts(first: 3) { nodes { relatedCalls(first: 2, during: { period: LAST_N_DAYS, n: 90 }, about: { topic: [{ name: ["Pricing"] }] }) { totalCount nodes { id } } } } }',
  'records by their calls':
    '{ accounts(first: 3, filter: { callCount: { atLeast: 1, during: { period: THIS_YEAR } } }) { nodes { name } } }',
};

it.each(Object.entries(questions))(
  '%s are answered without a statement, and anew once a call more is known',
  async (name, query) => {
    const before = await settle(query);
    const [[id, windowAt] = []] = await database.read(
      `SELECT c.id, c.window_at FROM call c CROSS JOIN json_each(c.marks) x CROSS JOIN key k
        WHERE k.no = x.value->>0 AND k.kind = 'p' AND k.value = 'Pricing' AND c.started < $1 AND c.private = 0
          AND c.marks LIKE '%,%' ORDER BY c.started DESC LIMIT 1`,
      [now.getTime()],
    );
    const gone = ['participation', 'mark'].map((table) => `DELETE FROM ${table} WHERE call = $1`);
    await database.write(
      [...gone, 'DELETE FROM call WHERE id = $1', 'UPDATE tenant SET version = version + 1'].map(
        (sql, at) => ({ sql, params: at < 3 ? [id!] : [] }),
      ),
    );
    await readVersion();
    const without = await settle(query);
    const range = { from: Number(windowAt) - 1_000, to: Number(windowAt) + 1_000 };
    await world.syncer.fill(range, {}, { walk: 'contents', maxPages: 10 });
    expect((await ask(query)).isHit, 'until the gateway knows').toBe(true);
    await readVersion();
    const after = await ask(query);
    expect(after.isHit).toBe(false);
    expect(after.data).toEqual(before);
    if (name.startsWith('figures')) expect(without).not.toEqual(before);
  },
);

it.each([
  ['UTC', '2026-11-01T23:59:50Z'],
  // The day of 25 hours on which clocks go back.
  ['America/New_York', '2026-11-02T04:59:50Z'],
  ['Asia/Kathmandu', '2026-11-01T18:14:50Z'],
])('what is counted from today holds until the day ends in %s', async (timeZone, before) => {
  now = new Date(before);
  const during = `{ period: YESTERDAY, timeZone: "${timeZone}" }`;
  for (const query of [
    `{ callsAggregate(filter: { during: ${during} }, groupBy: [OWNER]) { ${groups} } }`,
    `{ calls(filter: { during: ${during}, about: { title: "e" } }) { totalCount nodes { id } } }`,
  ]) {
    now = new Date(before);
    const yesterday = await settle(query);
    monotonic += 9_000;
    expect((await ask(query)).isHit).toBe(true);
    monotonic += 2_000;
    now = new Date(now.getTime() + 11_000);
    const today = await ask(query);
    expect(today.isHit).toBe(false);
    expect(today.data).not.toEqual(yesterday);
  }
});

it('a window that is counted from now holds until the minute ends', async () => {
  now = new Date('2026-11-01T12:00:55Z');
  const query = '{ callsAggregate(filter: { lastDays: 10 }) { groups { count } } }';
  await settle(query);
  monotonic += 6_000;
  expect((await ask(query)).isHit).toBe(false);
});

it('an answer has the error of the last try to read, and is cached until that changes', async () => {
  const query =
    '{ accounts(first: 2) { nodes { relatedCalls(first: 1) { coverage { lastError } } } } }';
  const shown = async () => JSON.stringify(await settle(query)).match(/"lastError":[^}]*/g);
  const tenant = await tenantNumber(database, 'default');
  for (const code of ['', 'UPSTREAM_TIMEOUT', 'UPSTREAM_AUTH', '']) {
    await writeLastError(database, tenant, code);
    await readVersion();
    const text = `"lastError":${JSON.stringify(code || null)}`;
    expect(await shown()).toEqual([text, text]);
    const before = indexVersion;
    await writeLastError(database, tenant, code);
    await readVersion();
    expect(indexVersion).toBe(before);
  }
});
