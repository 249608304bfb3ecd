/** What the tests of synchronising share: a company, its platform, a clock that is told, and a look into the index. */

import type { Coverage } from '../../src/participants/call-query.ts';
import { createIndexParticipants } from '../../src/participants/index-participants.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import type { SyncSettings } from '../../src/participants/sync/schedule.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { makeCompany, now } from './company.ts';
import { type FakeCall, type FakePlatform, fakePlatform, type SentCall } from './platform.ts';

export const hourMs = 3_600_000;
export const company = makeCompany({ calls: 450, days: 80, people: 100 });

export interface Setup {
  readonly database: Database;
  readonly platform: FakePlatform;
  readonly clock: ManualClock;
  readonly syncer: Syncer;
}

export async function setUp(
  settings: Partial<SyncSettings> = {},
  calls: readonly FakeCall[] = company.calls,
): Promise<Setup> {
  const database = await openStore({});
  const platform = fakePlatform(calls, company.users);
  const clock = manualClock(now);
  const syncer = syncerOn(database, platform, clock, settings);
  return { database, platform, clock, syncer };
}

export const syncerOn = (
  database: Database,
  connector: FakePlatform,
  clock: ManualClock,
  settings: Partial<SyncSettings> = {},
): Syncer =>
  new Syncer({
    tenant: 'acme',
    database,
    connector,
    clock,
    settings: { horizonMonths: 3, callsPerWalk: 100, ...settings },
  });

/** Ids in the index. */
export async function indexed(database: Database): Promise<string[]> {
  const rows = await database.read('SELECT substr(id, 2) FROM call ORDER BY id');
  return rows.map(([id]) => String(id));
}

export const idsOf = (calls: readonly FakeCall[]): string[] =>
  calls.map(({ id }) => id).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

export const coverageIn = async (
  { syncer }: Setup,
  from?: number,
  to?: number,
): Promise<Coverage> => {
  const participants = createIndexParticipants(new Map([['acme', syncer]]), { longestMs: 0 });
  const [answer] = await participants.calls('acme', [
    { subject: { emails: ['a@b.example'] }, filter: { from, to }, first: 1 },
  ]);
  return answer!.coverage;
};

export const walksOf = (sent: readonly SentCall[]): { from: number; to: number }[] =>
  sent
    .filter(({ entity, params }) => entity === 'calls_extensive' && params.cursor === undefined)
    .map(({ params }) => params.filter as { fromDateTime?: string; toDateTime?: string })
    .filter(({ fromDateTime }) => fromDateTime !== undefined)
    .map(({ fromDateTime, toDateTime }) => ({
      from: Date.parse(fromDateTime!),
      to: Date.parse(toDateTime!),
    }));
