/** Commands of the page of backups as an operator pastes them: on stores that are open meanwhile, lost, and put back. */

import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openInstanceStore } from '../../src/connector-service/instance/store.ts';
import { openTokenStore } from '../../src/connector-service/vendor/sign-in/token-store.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { commandsOf } from '../docs/command.ts';
import { now } from '../participants/company.ts';
import { fakePlatform } from '../participants/platform.ts';
import { company, idsOf, indexed, syncerOn } from '../participants/syncing.ts';
import { manualClock } from '../support/clock.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
/** The default of `DATA_DIR`, which the commands name where it is unset. */
const data = join(folder, '.switchboard');
beforeAll(() => mkdirSync(data, { mode: 0o700 }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands of the page, in its order, by what they work on. */
const commands = commandsOf('docs/operate/backup.md').map(({ text }) => text);
const isOfPostgres = (text: string): boolean => text.startsWith('pg_');
const ofFiles = commands.filter((text) => !isOfPostgres(text));
const ofPostgres = commands.filter(isOfPostgres);

async function run(lines: readonly string[], env: Readonly<Record<string, string>> = {}) {
  await promisify(execFile)('sh', ['-ec', lines.join('\n')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
}

const key = Buffer.alloc(32, 7);
const token = {
  line: 'first',
  accessToken: 'access',
  refreshToken: 'refresh',
  base: null,
  expiresAt: null,
};
const ids = idsOf(company.calls);
const fill = (database: Awaited<ReturnType<typeof openStore>>) =>
  syncerOn(database, fakePlatform(company.calls, company.users), manualClock(now)).run();

const openInstances = () =>
  openInstanceStore({
    file: join(folder, 'instances.db'),
    key: readFileSync(join(folder, 'instances.key')),
    clock: () => now,
  });

it('what SQLite and the files held is there again, and private', async () => {
  const index = await openStore({ directory: data });
  await fill(index);
  const tokens = openTokenStore({ file: join(data, 'accounts.db'), key });
  await tokens.write('crm', token);
  writeFileSync(join(data, 'signing.key'), 'first key', { mode: 0o600 });
  writeFileSync(join(folder, 'instances.key'), key, { mode: 0o600 });
  const instances = openInstances();
  const { id } = instances.create({
    system: 'crm',
    name: 'ours',
    credentials: { client_id: 'a' },
    profile: {},
  });

  const restore = ofFiles.findLastIndex((text) => text.startsWith('DATA_DIR='));
  await run(ofFiles.slice(0, restore));
  // Nobody was shut out: there is no such file, and none is made.
  expect(readdirSync(join(folder, 'backup')).sort()).toEqual([
    'accounts.db',
    'instances.db',
    'instances.key',
    'participants.db',
    'signing.key',
  ]);
  // What comes after the copy is lost, and a log beside the database as well.
  await index.write([{ sql: 'DELETE FROM call', params: [] }]);
  await index.close();
  await tokens.write('crm', { ...token, refreshToken: 'later' });
  await tokens.close();
  instances.close();
  writeFileSync(join(data, 'signing.key'), 'another');
  writeFileSync(join(data, 'participants.db-wal'), 'of the old database');
  await run(ofFiles.slice(restore));

  const restored = await openStore({ directory: data });
  expect(await indexed(restored)).toEqual(ids);
  await restored.close();
  const restoredTokens = openTokenStore({ file: join(data, 'accounts.db'), key });
  expect(await restoredTokens.read('crm')).toEqual(token);
  await restoredTokens.close();
  const restoredInstances = openInstances();
  expect(restoredInstances.credentials(id)).toEqual({ client_id: 'a' });
  restoredInstances.close();
  expect(readFileSync(join(data, 'signing.key'), 'utf8')).toBe('first key');
  for (const file of [
    '.switchboard/participants.db',
    '.switchboard/accounts.db',
    '.switchboard/signing.key',
    'instances.db',
  ])
    expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
});

it.skipIf(!hasPostgres)('what PostgreSQL held is there again', async () => {
  const url = await openDatabase(inject('runFolder'));
  const index = await openStore({ url });
  await fill(index);
  const tokens = openTokenStore({ postgresUrl: url, key });
  await tokens.write('crm', token);
  const env = { INDEX_DATABASE_URL: url };
  mkdirSync(join(folder, 'backup'), { recursive: true });
  const restore = ofPostgres.findIndex((text) => text.startsWith('pg_restore'));
  await run(ofPostgres.slice(0, restore), env);
  await index.close();
  await tokens.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('TRUNCATE switchboard_index.call CASCADE');
  await client.query('DROP TABLE switchboard_vendor_token');
  await client.end();
  await run(ofPostgres.slice(restore), env);

  const restored = await openStore({ url });
  expect(await indexed(restored)).toEqual(ids);
  await restored.close();
  const restoredTokens = openTokenStore({ postgresUrl: url, key });
  expect(await restoredTokens.read('crm')).toEqual(token);
  await restoredTokens.close();
});
