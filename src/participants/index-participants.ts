/** Participants from the index, which fills small gaps of coverage before it answers. */

import { SwitchboardError } from '../errors.ts';
import { systemClock } from '../upstream/clock.ts';
import { coverageOf } from './coverage.ts';
import { CoverageFill, type FillSettings } from './coverage-fill.ts';
import type { IndexStatus, Participants } from './participants.ts';
import { type CoveredStore, coveredQueries } from './query-executor.ts';
import { listSpans, type Span } from './store/span.ts';
import { countIndexedCalls, readNotes, tenantNumber } from './store/tenant.ts';
import { completeShare } from './sync/schedule.ts';
import type { Syncer } from './sync/syncer.ts';

/**
 * Participants answered from the index, for each tenant with a syncer. A query of another tenant is
 * a fault of the caller.
 * @param versions of tenants' rows and coverage, where they are watched.
 */
export function createIndexParticipants(
  syncers: ReadonlyMap<string, Syncer>,
  settings: Partial<FillSettings> = {},
  versions: ReadonlyMap<string, number> = new Map(),
): Participants {
  const fill = new CoverageFill(settings);
  const clock = [...syncers.values()][0]?.clock ?? systemClock;
  const syncerOf = (tenant: string): Syncer => {
    const syncer = syncers.get(tenant);
    if (syncer === undefined)
      throw new SwitchboardError('INTERNAL', 'No participant index is set up here', false);
    return syncer;
  };
  const versionOf = (tenant: string): number | null =>
    versions.get(syncerOf(tenant).tenant) ?? null;
  const covered = new Map<string, Covered>();
  const readSpans = async (tenant: string): Promise<readonly Span[]> => {
    // The version is read before the rows: rows newer than their version do no harm.
    const at = versionOf(tenant);
    const syncer = syncerOf(tenant);
    const number = await tenantNumber(syncer.database, syncer.tenant);
    const spans = await listSpans(syncer.database, number);
    covered.set(tenant, { spans, version: at });
    return spans;
  };
  /** Spans of a tenant, read again only where the version changed or is unknown. */
  const spansOf = async (tenant: string): Promise<readonly Span[]> => {
    const known = covered.get(tenant);
    const stands = known?.version != null && known.version === versionOf(tenant);
    return stands ? known.spans : readSpans(tenant);
  };
  // Reads the spans at start, so that the first request finds them.
  for (const tenant of syncers.keys()) readSpans(tenant).catch(() => {});
  return {
    ...coveredQueries(async (tenant, periods, need, options): Promise<CoveredStore> => {
      const syncer = syncerOf(tenant);
      const { database } = syncer;
      const number = await tenantNumber(database, syncer.tenant);
      let spans = await spansOf(tenant);
      if (await fill.fill(syncer, periods, spans, need, options)) spans = await readSpans(tenant);
      return { database, tenant: number, spans, now: clock.now() };
    }, clock),
    version: versionOf,
    status: (tenant) => indexStatus(syncerOf(tenant)),
    lastError: (tenant) => lastErrorOf(syncerOf(tenant)),
    mostCalls(tenant, period, need) {
      const walk = fill.mostCalls(syncerOf(tenant), period, covered.get(tenant)?.spans, need);
      // Reads the spans again in the background, as they may have changed since the last read.
      spansOf(tenant).catch(() => {});
      return { walk, needsUsers: false };
    },
  };
}

/** Spans of a tenant's index with the version they were read at; null where it was unknown. */
interface Covered {
  readonly spans: readonly Span[];
  readonly version: number | null;
}

async function lastErrorOf({ database, tenant }: Syncer): Promise<string | null> {
  const { lastError } = await readNotes(database, await tenantNumber(database, tenant));
  return lastError || null;
}

/** Status of a tenant's index. */
export async function indexStatus(syncer: Syncer): Promise<IndexStatus> {
  const { database, settings } = syncer;
  const tenant = await tenantNumber(database, syncer.tenant);
  const state = await syncer.state(tenant);
  const notes = await readNotes(database, tenant);
  return {
    // Another gateway's walk shows as its lease.
    state: syncer.isRunning || state.leased.length > 0 ? 'syncing' : 'idle',
    coverage: coverageOf(state.spans, {}, state.now),
    horizon: state.horizon,
    complete: completeShare(state, settings),
    calls: await countIndexedCalls(database, tenant),
    skippedRows: Number(notes.skippedRows ?? 0),
    lastError: notes.lastError || null,
  };
}
