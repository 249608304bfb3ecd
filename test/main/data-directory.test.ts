/** A second gateway in one data directory says what that means, as long as the first one runs, however that ends. */

import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { enterDataDirectory } from '../../src/main/data-directory.ts';
import { greeting } from '../../src/main/startup-banner.ts';
import { startHere } from '../support/here.ts';
import { launch, type Settings } from '../support/process.ts';

const hosted = {
  CONNECTOR_BASE_URL: 'http://127.0.0.1:1',
  CONNECTOR_TOKEN: 'token',
  CALL_ANALYTICS_INSTANCE_ID: 'calls',
  CRM_INSTANCE_ID: 'crm',
  INDEX: 'on',
};

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-beside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a gateway would say, which leaves with the test. */
function besideOf(settings: Settings): string | null {
  const { beside, leave } = enterDataDirectory(loadConfig(settings));
  onTestFinished(leave);
  return beside;
}

it('says what they share, and what each counts for itself', async () => {
  const own = { ...hosted, DATA_DIR: makeFolder() };
  expect(besideOf(own)).toBeNull();
  const text = greeting(loadConfig(own), await startHere(own));
  const said = /^Beside +(.*)$/m.exec(text)?.[1];
  expect(said).toMatch(/^another gateway works in .* they share its index/);
  expect(said).toContain('Without REDIS_URL each counts the calls a second and a day');
  const redis = { ...own, REDIS_URL: 'redis://127.0.0.1:1' };
  expect(besideOf(redis)).toMatch(/^another gateway works in (?!.*Without REDIS_URL)/);
  for (const apart of [
    { ...own, DATA_DIR: makeFolder() },
    { ...own, INDEX: 'off' },
    { ...own, INDEX_DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    { DATA_DIR: own.DATA_DIR },
  ])
    expect(besideOf(apart)).toBeNull();
});

it('is alone again once the others have ended, also by a kill', async () => {
  const own = { ...hosted, DATA_DIR: makeFolder() };
  const script =
    "import('./src/storage/occupied-folder.ts').then(({ occupyFolder }) => { occupyFolder(process.env.DATA_DIR); console.log('there'); setInterval(() => {}, 1000); })";
  const { child, output } = launch(['-e', script], own);
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(output, { timeout: 10_000 }).toContain('there');
  const enter = () => enterDataDirectory(loadConfig(own));
  const second = enter();
  expect(second.beside).not.toBeNull();
  second.leave();
  child.kill('SIGKILL');
  await expect.poll(() => child.signalCode).toBe('SIGKILL');
  const third = enter();
  expect(third.beside).toBeNull();
  third.leave();
  // What was cut off is no reason not to start.
  truncateSync(join(own.DATA_DIR, 'gateway.lock'), 1);
  expect(enter().beside).toBeNull();
});
