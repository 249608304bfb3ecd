/** An index belongs to its account: another account at the platform is another index, and the log names the one that is left. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { HostedService } from '../../src/config/hosted-service.ts';
import { loadConfig } from '../../src/config.ts';
import { CompanySizes } from '../../src/engine/list-size-estimate.ts';
import { openTenants } from '../../src/main/open-tenant.ts';
import { openParticipants } from '../../src/main/start-index.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';

const serviceOf = (account: string): HostedService => ({
  baseUrl: new URL('http://127.0.0.1:1'),
  credential: { kind: 'token', token: 'token' },
  instances: { 'call-analytics': account, crm: null },
});
const { environment } = loadConfig({});
const open = (account: string, isSynthetic = false) => {
  const services = new Map([['default', { ...serviceOf(account), isSynthetic }]]);
  const tenants = openTenants(environment, null, services);
  onTestFinished(() => tenants.close());
  return tenants;
};

it('is named by tenant and account; the synthetic company, whose service has another id at every start, has one', () => {
  const names = ['one', 'two'].map((account) => open(account).indexName('default'));
  expect(names).toEqual(['default@one', 'default@two']);
  expect(['one', 'two'].map((account) => open(account, true).indexName('default'))).toEqual([
    'default',
    'default',
  ]);
});

it('a synchronisation that fails says in the log what is wrong with the database', async () => {
  const env = { ...environment, DATA_DIR: 'package.json/below' };
  const failed = await new Promise<string>((resolve) => {
    const write = (line: string): void => {
      if (line.includes('synchronisation failed')) resolve(line);
    };
    const log = pino({ level: 'warn' }, { write });
    const index = openParticipants(env, open('one'), log, new CompanySizes(), () => {});
    onTestFinished(() => index.close());
  });
  expect(JSON.parse(failed).reason).toMatch(/^Participant index package.json\/below\S*: /);
});

it('those of other accounts of its tenants are named in the log', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'index-account-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const before = await openStore({ directory });
  for (const name of ['default', 'default@former', 'default@one', 'stranger@one'])
    await tenantNumber(before, name);
  await before.close();
  const tenants = open('one');
  const env = { ...environment, DATA_DIR: directory };
  const warned = await new Promise<string>((resolve) => {
    const write = (line: string): void => {
      if (line.includes('other accounts')) resolve(line);
    };
    const log = pino({ level: 'warn' }, { write });
    const index = openParticipants(env, tenants, log, new CompanySizes(), () => {});
    onTestFinished(() => index.close());
  });
  expect(JSON.parse(warned)).toMatchObject({ others: ['default', 'default@former'] });
});
