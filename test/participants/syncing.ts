/** What the tests of synchronising share: a company, its platform, a clock that is told, and a look into the index. */

import { isDeepStrictEqual } from 'node:util';
import type { Coverage } from '../../src/participants/call-query.ts';
import { extractCall, type IndexedCall } from '../../src/participants/indexed-call.ts';
import { createIndexParticipants } from '../../src/participants/indexed-participant-query.ts';
import type { Database } from '../../src/participants/store/database.ts';
import { openStore } from '../../src/participants/store/migration.ts';
import { type CallContents, readContents } from '../../src/participants/store/stored-call.ts';
import { tenantNumber } from '../../src/participants/store/tenant-number.ts';
import type { SyncSettings } from '../../src/participants/sync/schedule.ts';
import { Syncer } from '../../src/participants/sync/syncer.ts';
import type { TranscriptSettings } from '../../src/participants/sync/transcript-fill.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { makeCompany, now } from './company.ts';
import {
  callRow,
  type FakeCall,
  type FakePlatform,
  fakePlatform,
  type SentCall,
} from './platform.ts';

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
  transcripts?: TranscriptSettings,
): Syncer =>
  new Syncer({
    tenant: 'acme',
    database,
    connector,
    clock,
    settings: { horizonMonths: 3, callsPerWalk: 100, ...settings },
    transcripts,
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

/** Ids of the calls that stand otherwise in the index than on the platform, read back as queries read them. */
export async function differences(database: Database, platform: FakePlatform): Promise<string[]> {
  const raw = new Map(platform.calls.map((call) => [call.id, extractCall(callRow(call, people))!]));
  const ids = [...new Set([...raw.keys(), ...(await indexed(database))])];
  const stored = await readContents(database, await tenantNumber(database, 'acme'), ids);
  return ids.filter(
    (id) => !isDeepStrictEqual(comparable(stored.get(id)), comparable(raw.get(id))),
  );
}

/** What a walk without contents asks for. */
const people = { context: 'Extended', exposedFields: { parties: true } };

function comparable(call: CallContents | undefined): object | null {
  if (call === undefined) return null;
  const { digest: _digest, speakers: _speakers, keys, ...rest } = call as IndexedCall;
  return { ...rest, keys: new Set(keys.map((key) => JSON.stringify(key))) };
}
