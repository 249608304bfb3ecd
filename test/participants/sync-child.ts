/** A process that synchronises into a file and is killed on the way: `node sync-child.ts DIRECTORY SEED STATEMENT`. */

import { openStore } from '../../src/participants/store/migration.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { manualClock } from '../support/clock.ts';
import { now } from './company.ts';
import { changedCompany, killSettings } from './kill-company.ts';
import { fakePlatform } from './platform.ts';

const [directory, seed, statement] = process.argv.slice(2);
let left = Number(statement);

const database = await openStore({
  directory,
  // No handler, no flush, no farewell: the process is gone before the statement.
  onStatement() {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
  },
});
const { calls, users } = changedCompany(Number(seed));
const syncer = new Syncer({
  tenant: 'acme',
  database,
  connector: fakePlatform(calls, users),
  clock: manualClock(now),
  settings: killSettings,
});
await syncer.run({ reconcile: 'all' });
await database.close();
process.stdout.write('complete');
