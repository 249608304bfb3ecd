/** A synchronisation killed at any point leaves true rows and true claims, and the next one makes it whole. */

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { extractCall } from '../../src/participants/indexed-call.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { listSpans } from '../../src/participants/store/span.ts';
import { readContents } from '../../src/participants/store/stored-call.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { compiled } from '../support/process.ts';
import { bruteForce } from './brute-force.ts';
import { accountOf, emailOf, now, randomFrom, userIdOf } from './company.ts';
import { changedCompany, killSettings } from './kill-company.ts';
import { callRow, type FakeCall, fakePlatform } from './platform.ts';

const root = mkdtempSync(join(tmpdir(), 'participants-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Runs a synchronisation of the company of a seed, killed before its n-th statement; true when it came to its end. */
function runKilled(directory: string, seed: number, statement: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'sync-child.ts');
    const args = [script, directory, String(seed), String(statement)];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...compiled } });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (errors !== '' || (signal !== 'SIGKILL' && output !== 'complete'))
        reject(new Error(errors));
      else resolve(signal === null);
    });
  });
}

/** Rows of the index equal what is extracted from the calls, for these calls and no others. */
async function expectIndexOf(database: Database, calls: readonly FakeCall[]): Promise<void> {
  const ids = calls.map(({ id }) => id);
  const contents = await readContents(database, 1, ids);
  for (const call of calls) {
    const row = callRow(call, { context: 'Extended', exposedFields: { parties: true } });
    const { digest: _, speakers: _noted, ...expected } = extractCall(row)!;
    const stored = contents.get(call.id);
    expect(stored && { ...stored, keys: byValue(stored.keys) }).toEqual({
      ...expected,
      keys: byValue(expected.keys),
    });
  }
}

const byValue = <T extends { kind: string; value: string }>(keys: readonly T[]): T[] =>
  [...keys].sort((a, b) => (`${a.kind} ${a.value}` < `${b.kind} ${b.value}` ? -1 : 1));

const syncerOn = (database: Database, seed: number, clock: ManualClock): Syncer => {
  const { calls, users } = changedCompany(seed);
  const connector = fakePlatform(calls, users);
  return new Syncer({ tenant: 'acme', database, connector, clock, settings: killSettings });
};

/** What the index claims after a kill is there; what it does not claim it may have. */
async function expectHonest(database: Database, seed: number): Promise<void> {
  const { calls } = changedCompany(seed);
  for (const span of await listSpans(database, 1))
    await expectIndexOf(
      database,
      calls.filter(({ scheduled }) => scheduled >= span.from && scheduled < span.to),
    );
  const [[stray] = []] = await database.read(
    `SELECT count(*) FROM participation p LEFT JOIN call c ON c.id = p.call AND c.started = p.started
      WHERE c.id IS NULL`,
  );
  expect(stray).toBe(0);
}

async function expectWhole(database: Database, seed: number): Promise<void> {
  const { calls, users } = changedCompany(seed);
  await expectIndexOf(database, calls);
  const [[count] = []] = await database.read('SELECT count(*) FROM call');
  expect(count).toBe(calls.length);
  const brute = bruteForce(calls, users);
  const syncer = syncerOn(database, seed, manualClock(now));
  const asks = Array.from({ length: 40 }, (_, i) => ({
    subject: { emails: [emailOf(i)], crmIds: [accountOf(i)], userIds: [userIdOf(i % 12)] },
    first: 1_000,
  }));
  const answers = await createIndexParticipants(new Map([['acme', syncer]])).calls('acme', asks);
  expect(answers.map(({ value }) => value)).toEqual(asks.map((ask) => brute.window(ask)));
}

/** Statements of a run that nobody kills; enough for the seeded points below. */
const statements = 130;
const random = randomFrom(20_261_015);
const points = Array.from({ length: 3 }, () => Math.floor(random() * statements));

describe('kill -9', () => {
  it.each(points)('in a first synchronisation, before its statement %d', async (point) => {
    const directory = join(root, `first-${point}`);
    expect(await runKilled(directory, 0, point)).toBe(false);
    const database = await openStore({ directory });
    await expectHonest(database, 0);
    // The dead process' leases run out.
    const clock = manualClock(now + 5 * 60_000);
    expect((await syncerOn(database, 0, clock).run({ reconcile: 'all' })).complete).toBe(1);
    await expectWhole(database, 0);
    await database.close();
  });

  it('again and again while calls are deleted and changed', async () => {
    const base = join(root, 'base');
    expect(await runKilled(base, 0, Number.MAX_SAFE_INTEGER)).toBe(true);
    const directory = join(root, 'again');
    cpSync(base, directory, { recursive: true });
    for (const [i, point] of [17, 83].entries())
      expect(await runKilled(directory, i + 1, point)).toBe(false);
    const database = await openStore({ directory });
    const clock = manualClock(now + 5 * 60_000);
    await syncerOn(database, 2, clock).run({ reconcile: 'all' });
    await expectWhole(database, 2);
    await database.close();
  });
});
