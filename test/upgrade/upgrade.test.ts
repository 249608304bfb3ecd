/**
 * Upgrades: what each version since 0.1.0 stored and handed out is opened by the code at hand, and what a newer one
 * stored is refused in a sentence. `MAKE_STORED=1.2.0 npx vitest run test/upgrade` in a checkout of that version
 * writes its folder here, which is never written again.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInstanceStore } from '../../src/connector-service/instance/store.ts';
import { openTokenStore } from '../../src/connector-service/vendor/sign-in/token-store.ts';
import { StoredFileError } from '../../src/storage/private-file.ts';
import { openWorld, type World } from '../support/world.ts';
import {
  accountsFile,
  cursorsFile,
  indexFile,
  makeAccounts,
  makeIndex,
  makeStored,
  readAccounts,
  readIndex,
  readPages,
} from './stored.ts';

const folder = import.meta.dirname;
const versions = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const work = mkdtempSync(join(tmpdir(), 'upgrade-'));
let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
});
afterAll(async () => {
  await world.close();
  rmSync(work, { recursive: true });
});

const making = process.env.MAKE_STORED;
it.runIf(making !== undefined)('is stored by this version', async () => {
  const target = join(folder, making!);
  expect(existsSync(target), target).toBe(false);
  const directory = mkdtempSync(join(work, 'made-'));
  const cursors = await makeStored(directory, world);
  mkdirSync(target);
  writeFileSync(join(target, cursorsFile), `${JSON.stringify(cursors, null, 2)}\n`);
  for (const name of [indexFile, accountsFile])
    writeFileSync(
      join(target, `${name}.gz`),
      gzipSync(readFileSync(join(directory, name)), { level: 9 }),
    );
});

it('knows the version from which on nothing stored is lost', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('of version %s', (version) => {
  const directory = mkdtempSync(join(work, 'old-'));
  for (const name of [indexFile, accountsFile])
    writeFileSync(
      join(directory, name),
      gunzipSync(readFileSync(join(folder, version, `${name}.gz`))),
      { mode: 0o600 },
    );

  it('an index answers as one that is made today', async () => {
    const fresh = mkdtempSync(join(work, 'new-'));
    await makeIndex(fresh);
    expect(await readIndex(directory)).toEqual(await readIndex(fresh));
  });

  it('stored tokens, instances and reviews are what was stored', async () => {
    const fresh = join(work, 'fresh.db');
    await makeAccounts(fresh);
    expect(await readAccounts(join(directory, accountsFile))).toEqual(await readAccounts(fresh));
  });

  it('cursors of every kind of list lead to the pages behind them', async () => {
    const cursors = JSON.parse(readFileSync(join(folder, version, cursorsFile), 'utf8'));
    const first = await readPages(world, {});
    const today = Object.fromEntries(
      Object.entries(first).map(([name, page]) => [name, page.endCursor]),
    );
    const pages = await readPages(world, cursors);
    expect(pages).toEqual(await readPages(world, today));
    for (const { ids } of Object.values(pages)) expect(ids).not.toEqual([]);
  });
});

describe('of a version that is newer', () => {
  it('tokens and instances are refused, and left as they are', async () => {
    const file = join(work, 'newer.db');
    await makeAccounts(file);
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 7');
    database.close();
    const before = readFileSync(file);
    const key = Buffer.alloc(32, 9);
    const message = `Expected a database of version 0 in ${file}; got version 7. A newer Switchboard made it; it was left as it is: use that version, or put back a copy from before.`;
    for (const open of [
      () => openTokenStore({ file, key }),
      () => openInstanceStore({ file, key, clock: Date.now }),
    ]) {
      expect(open).toThrow(StoredFileError);
      expect(open).toThrow(message);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('cursors are refused by their version', async () => {
    const { calls } = await readPages(world, {});
    const bytes = Buffer.from(calls!.endCursor!, 'base64url');
    bytes[0] = 2;
    await expect(readPages(world, { calls: bytes.toString('base64url') })).rejects.toThrow(
      'was made by another version of this server; start from the first page',
    );
  });
});
