/** The index's file: what is wrong with it is said, and nothing is thrown away. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import { IndexStoreError } from '../../src/participants/store/database.ts';
import { openStore, sqliteFileName } from '../../src/participants/store/migration.ts';
import { listSpans } from '../../src/participants/store/span.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { emailOf, makeCompany, now } from './company.ts';
import { fakePlatform } from './platform.ts';

const root = mkdtempSync(join(tmpdir(), 'participants-file-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const folder = (): string => mkdtempSync(join(root, `${folders++}-`));

const company = makeCompany({ calls: 250, days: 60, people: 50 });

describe('a file that is no index', () => {
  it.each([
    [
      'text',
      (path: string) => writeFileSync(path, 'a diary, not a database\n'.repeat(50)),
      /got something else\. It was left as it is/,
    ],
    [
      'another program’s database',
      (path: string) => new DatabaseSync(path).exec('CREATE TABLE recipe (name TEXT)'),
      /expected an index or an empty file, got another program's database/,
    ],
  ])('is refused and left as it is: %s', async (_kind, make, message) => {
    const directory = folder();
    const path = join(directory, sqliteFileName);
    make(path);
    const before = readFileSync(path);
    for (const thread of [false, true]) {
      const opened = openStore({ directory, thread });
      await expect(opened).rejects.toBeInstanceOf(IndexStoreError);
      await expect(opened).rejects.toMatchObject({
        advice: expect.stringMatching(message),
        message: expect.not.stringContaining(directory),
      });
      await expect(opened).rejects.toHaveProperty('advice', expect.stringContaining(path));
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused when it can’t be opened at all', async () => {
    const directory = folder();
    writeFileSync(join(directory, 'file'), '');
    await expect(openStore({ directory: join(directory, 'file', 'below') })).rejects.toThrow(
      IndexStoreError,
    );
  });
});

describe('a damaged index', () => {
  it('says so when it is read, and keeps the file', async () => {
    const directory = folder();
    const path = join(directory, sqliteFileName);
    const database = await openStore({ directory });
    const connector = fakePlatform(company.calls, company.users);
    const clock = manualClock(now);
    const syncerOf = (on: typeof database) =>
      new Syncer({
        tenant: 'acme',
        database: on,
        connector,
        clock,
        settings: { horizonMonths: 3 },
      });
    await syncerOf(database).run();
    await database.close();
    const bytes = readFileSync(path);
    // The header stays whole; the pages behind the first tables do not.
    for (let at = 131_072; at < bytes.length; at += 4_096) bytes.fill(0x5a, at, at + 64);
    writeFileSync(path, bytes);
    const damaged = await openStore({ directory });
    const participants = createIndexParticipants(new Map([['acme', syncerOf(damaged)]]));
    const asks = Array.from({ length: 50 }, (_, i) => ({
      subject: { emails: [emailOf(i)] },
      first: 5,
    }));
    await expect(participants.calls('acme', asks)).rejects.toHaveProperty(
      'advice',
      expect.stringMatching(/the file is corrupt. It was left/),
    );
    await expect(syncerOf(damaged).run({ reconcile: 'all' })).rejects.toThrow(IndexStoreError);
    await damaged.close();
    expect(readFileSync(path).length).toBe(bytes.length);
  });
});

describe('a full disk', () => {
  it('ends the synchronisation; what is not complete is not claimed, and room brings it back', async () => {
    const directory = folder();
    const database = await openStore({ directory });
    const connector = fakePlatform(company.calls, company.users);
    const clock = manualClock(now);
    const settings = { horizonMonths: 3, callsPerWalk: 100, parallel: 1 };
    const syncer = new Syncer({ tenant: 'acme', database, connector, clock, settings });
    await database.read('PRAGMA max_page_count = 60');
    await expect(syncer.run()).rejects.toHaveProperty(
      'advice',
      expect.stringMatching(/disk .* is full/),
    );
    const participants = createIndexParticipants(new Map([['acme', syncer]]), { longestMs: 0 });
    expect(await participants.lastError('acme')).toBe('INDEX_FULL');
    expect(await participants.status('acme')).toMatchObject({ lastError: 'INDEX_FULL' });
    const asks = Array.from({ length: 50 }, (_, i) => ({
      subject: { emails: [emailOf(i)] },
      first: 500,
    }));
    const [partly] = await participants.calls('acme', asks);
    const spans = await listSpans(database, 1);
    const claimed = company.calls.filter(({ scheduled }) =>
      spans.some(({ from, to }) => scheduled >= from && scheduled < to),
    );
    const [[count] = []] = await database.read('SELECT count(*) FROM call');
    expect(count).toBeGreaterThanOrEqual(claimed.length);
    expect(claimed.length).toBeLessThan(company.calls.length);
    expect(partly!.coverage.completeFrom ?? now).toBeGreaterThan(syncer.horizon);
    await database.read('PRAGMA max_page_count = 1000000');
    clock.jump(5 * 60_000);
    expect((await syncer.run()).complete).toBe(1);
    const [[whole] = []] = await database.read('SELECT count(*) FROM call');
    expect(whole).toBe(company.calls.length);
    expect(await participants.lastError('acme')).toBeNull();
    await database.close();
  });
});

describe('one file in two processes', () => {
  it('is shared: what one writes the other reads', async () => {
    const directory = folder();
    const [writer, reader] = [await openStore({ directory }), await openStore({ directory })];
    const connector = fakePlatform(company.calls, company.users);
    const clock = manualClock(now);
    const syncerOf = (database: typeof writer) =>
      new Syncer({ tenant: 'acme', database, connector, clock, settings: { horizonMonths: 3 } });
    const participants = createIndexParticipants(new Map([['acme', syncerOf(reader)]]));
    expect(await participants.status('acme')).toMatchObject({ calls: 0, complete: 0 });
    await syncerOf(writer).run();
    expect(await participants.status('acme')).toMatchObject({ calls: 250, complete: 1 });
    await Promise.all([writer.close(), reader.close()]);
  });
});
