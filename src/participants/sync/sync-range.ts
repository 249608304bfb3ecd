/**
 * Range walk: reads one stretch of time under a lease. Every page is written as it comes, calls that the walk did
 * not see are fetched by id, and only then does the stretch count as covered. Killed at any point, it leaves true
 * rows and no claim.
 */

import { pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { SwitchboardError } from '../../errors.ts';
import type { Clock } from '../../upstream/clock.ts';
import { analysisMs } from '../coverage.ts';
import { extractCall, type IndexedCall } from '../indexed-call.ts';
import type { Database } from '../store/database.ts';
import {
  acquireLease,
  type Lease,
  type LeaseTerms,
  releaseLease,
  renewLease,
} from '../store/lease.ts';
import { savePage } from '../store/page-writer.ts';
import { completeWalk, type WalkedPart } from '../store/span.ts';
import { keepCalls, removeCalls, unseenCalls } from '../store/stored-call.ts';
import type { Range } from '../store/time-range.ts';
import { announcedCalls, callPages, callsById, type SyncSource } from './platform-source.ts';

export interface WalkOptions {
  readonly database: Database;
  readonly tenant: number;
  readonly source: SyncSource;
  /** Names this process in the lease. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Start of the oldest call whose transcript is indexed; null where none is. */
  readonly transcriptsFrom: number | null;
  /** Check under the lease; false ends the walk as `busy`, because another walk has just covered the range. */
  readonly isWanted?: (() => Promise<boolean>) | undefined;
  /** Called after each page that was written. */
  readonly onPage?: ((page: WalkedPage) => void) | undefined;
  /** Page limit; a walk that needs more ends without a span. */
  readonly maxPages?: number | undefined;
}

interface WalkedPage {
  readonly calls: number;
  /** Size of the range, where the platform gave it. */
  readonly total: number | null;
}

interface WalkTally {
  calls: number;
  /** Number of these calls that were new or different. */
  written: number;
  removed: number;
  pages: number;
  /** Number of rows without an id or a time. */
  skipped: number;
  /** Number of calls that were announced and never came: dropped on the way, or private ones that the service hides. */
  missing: number;
  /** Number of calls that were announced and had not come, and are young enough to be still analysed. */
  pending: number;
}

export interface WalkResult extends Readonly<WalkTally> {
  /**
   * `complete`: the range is covered. `busy`: another walk covers part of it, or has just done so;
   * nothing was read. `lost`: the lease ran out (a long pause, a clock that jumped) and another may
   * have taken over. `limited`: `maxPages` was reached.
   */
  readonly outcome: 'complete' | 'busy' | 'lost' | 'limited';
}

/** Walks a range. @throws UpstreamError, IndexStoreError; the range is not covered and its lease is free */
export async function walkRange(options: WalkOptions, range: Range): Promise<WalkResult> {
  const { database, tenant, source, owner } = options;
  const tally: WalkTally = {
    calls: 0,
    written: 0,
    removed: 0,
    pages: 0,
    skipped: 0,
    missing: 0,
    pending: 0,
  };
  const terms = (): LeaseTerms => ({ now: source.clock.now(), milliseconds: options.leaseMs });
  const lease = await acquireLease(database, tenant, range, owner, terms());
  if (lease === null) return { ...tally, outcome: 'busy' };
  const heart = startLeaseRenewal(database, lease, source.clock, options.leaseMs);
  const signals = [heart.lost, source.execute.signal].filter((signal) => signal !== undefined);
  const execute = { ...source.execute, signal: AbortSignal.any(signals) };
  const walk = { ...options, source: { ...source, execute }, lease, tally, terms };
  try {
    const isWanted = (await options.isWanted?.()) ?? true;
    const outcome = isWanted ? await underWalk(walk) : 'busy';
    if (outcome === 'limited' || outcome === 'busy') await releaseLease(database, lease);
    return { ...tally, outcome };
  } catch (error) {
    if (heart.lost.aborted && error instanceof SwitchboardError)
      return { ...tally, outcome: 'lost' };
    // A failure here is harmless: the lease ends by itself.
    await releaseLease(database, lease).catch(() => {});
    throw error;
  } finally {
    heart.stop();
  }
}

interface Walk extends WalkOptions {
  readonly lease: Lease;
  readonly tally: WalkTally;
  readonly terms: () => LeaseTerms;
}

async function underWalk(walk: Walk): Promise<WalkResult['outcome']> {
  const { source, lease, tally, maxPages = Infinity } = walk;
  const walkedAt = source.clock.now();
  const youngFrom = secondOf(walkedAt - analysisMs);
  let older = 0;
  for await (const { rows, total, missing } of callPages(source, lease)) {
    tally.pages++;
    tally.missing += missing;
    const calls = callsIn(rows, tally);
    tally.calls += calls.length;
    older += calls.filter(({ windowAt }) => windowAt < youngFrom).length;
    if (!(await save(walk, calls))) return 'lost';
    walk.onPage?.({ calls: calls.length, total });
    const left = total === null ? null : total - tally.calls - tally.skipped;
    if (tally.pages >= maxPages && left !== 0) return 'limited';
  }
  const unlisted = tally.missing;
  if (!(await reconcile(walk))) return 'lost';
  const parts = await partsOf(walk, { youngFrom, older, unlisted });
  const walked = { walkedAt, walk: source.walk, parts };
  const done = await completeWalk(walk.database, lease, walk.terms(), walked);
  return done ? 'complete' : 'lost';
}

/** What a walk has seen. */
interface Seen {
  /** Begin of the time of which calls may be still analysed. */
  readonly youngFrom: number;
  /** Number of calls before it. */
  readonly older: number;
  /** Number of calls that the list announced and did not hold. */
  readonly unlisted: number;
}

/**
 * The walk in parts by age: what a list announces and does not hold is missing where it is old, and may be
 * still analysed where it is young. The size of the old part costs one call more, where any is missing.
 */
async function partsOf(
  { lease, source, tally }: Walk,
  { youngFrom, older, unlisted }: Seen,
): Promise<readonly WalkedPart[]> {
  const { from, to } = lease;
  const { calls, skipped, missing } = tally;
  const lacking = skipped + missing;
  const missingOf = async (range: Range): Promise<number> => {
    // Of a waiting question's calls none is left for it: nothing is said to come then.
    const announced = source.patience === undefined ? null : await announcedCalls(source, range);
    return Math.min(unlisted, Math.max(0, (announced ?? Infinity) - older));
  };
  if (unlisted === 0 || to <= youngFrom) return [{ from, to, calls, lacking, pending: 0 }];
  const old = { from, to: youngFrom };
  const missingOld = from < youngFrom ? await missingOf(old) : 0;
  tally.pending = unlisted - missingOld;
  tally.missing -= tally.pending;
  // A row that can't be read may be of either part.
  const young = { from: Math.max(from, youngFrom), to };
  const ofYoung = { ...young, calls: calls - older, lacking: lacking - unlisted };
  const all = { ...ofYoung, pending: tally.pending };
  return from < youngFrom
    ? [{ ...old, calls: older, lacking: lacking - unlisted + missingOld, pending: 0 }, all]
    : [all];
}

const secondOf = (at: number): number => Math.floor(at / 1_000) * 1_000;

function callsIn(rows: readonly Row[], tally: WalkTally): IndexedCall[] {
  const calls = rows.map(extractCall).filter((call) => call !== null);
  tally.skipped += rows.length - calls.length;
  return calls;
}

async function save(walk: Walk, calls: readonly IndexedCall[]): Promise<boolean> {
  if (calls.length === 0) return true;
  const { database, lease, transcriptsFrom } = walk;
  const written = await savePage(database, lease, walk.terms(), calls, { transcriptsFrom });
  walk.tally.written += written ?? 0;
  return written !== null;
}

/**
 * Fetches the unseen calls of the range by id before it removes any: they may be deleted, moved, or
 * skipped by a page that slid during the walk. Rows that can't be read prove no absence: what is stored stays.
 */
async function reconcile(walk: Walk): Promise<boolean> {
  const { database, lease, tally, source } = walk;
  for (;;) {
    const unseen = await unseenCalls(database, lease, pageRows);
    if (unseen.length === 0) return true;
    const { calls, unreadable, missing } = await callsById(source, unseen);
    tally.skipped += unreadable;
    tally.missing += missing;
    if (!(await save(walk, calls))) return false;
    const still = new Set(calls.map((call) => call.id));
    const gone = unseen.filter((id) => !still.has(id));
    if (gone.length === 0) continue;
    if (unreadable > 0) {
      if (!(await keepCalls(database, lease, walk.terms(), gone))) return false;
      continue;
    }
    const removed = await removeCalls(database, lease, walk.terms(), { ids: gone, missing });
    if (removed === null) return false;
    tally.removed += removed;
  }
}

/** Renews a lease while the walk waits for pages, on the monotonic clock. */
function startLeaseRenewal(
  database: Database,
  lease: Lease,
  clock: Clock,
  leaseMs: number,
): { readonly lost: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  let cancel = (): void => {};
  let stopped = false;
  const beat = async (): Promise<void> => {
    const held = await renewLease(database, lease, {
      now: clock.now(),
      milliseconds: leaseMs,
      // A failed renewal is no lost lease; the walk's next write finds out.
    }).catch(() => true);
    if (stopped) return;
    if (held) schedule();
    else controller.abort();
  };
  const schedule = (): void => {
    cancel = clock.setTimeout(() => void beat(), leaseMs / 3);
  };
  schedule();
  return {
    lost: controller.signal,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
