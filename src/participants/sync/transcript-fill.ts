/**
 * Transcript fill: reads the transcripts of indexed calls into the index, newest first, a hundred a call of the
 * platform. What it reads is claimed for a while, so that no two gateways read the same; killed at any point, it
 * leaves whole transcripts and claims that end.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { pageRows } from '../../contract/entity-spec.ts';
import { SwitchboardError } from '../../errors.ts';
import type { Clock } from '../../upstream/clock.ts';
import type { SpokenTurn } from '../said-match.ts';
import { turnsOf } from '../spoken-turn.ts';
import type { Database, Dialect } from '../store/database.ts';
import { renewStatistics } from '../store/statistics.ts';
import { newestCallAt } from '../store/stored-call.ts';
import { readNotes, tenantNumber, writeNote } from '../store/tenant-number.ts';
import { claimTranscripts, claimTranscriptsOf, underClaim } from '../store/transcript-claim.ts';
import {
  forgetTranscriptsBefore,
  postponeTranscripts,
  queueTranscripts,
  type TranscriptFacts,
  transcriptFacts,
} from '../store/transcript-queue.ts';
import {
  type ReadTranscript,
  saveTranscripts,
  type UnreadTranscript,
} from '../store/transcript-store.ts';
import { announcedCalls, callsById, type SyncSource } from './platform-source.ts';
import { horizonOf, longestSilenceMs, type SyncSettings } from './schedule.ts';
import { codeOf } from './sync-error.ts';
import { transcriptsById } from './transcript-source.ts';

export interface TranscriptSettings {
  /** Months that the index of transcripts reaches back. */
  readonly horizonMonths: number;
  /** Called once before the first transcript is read into an empty index. */
  readonly onBegin?: ((cost: FillCost) => void) | undefined;
}

/** What reading all transcripts costs. */
export interface FillCost {
  readonly transcripts: number;
  /** Calls of the platform. */
  readonly requests: number;
  /** Of disk. */
  readonly bytes: number;
}

export const costOf = (transcripts: number, { transcriptBytes }: Dialect): FillCost => ({
  transcripts,
  requests: Math.ceil(transcripts / pageRows),
  bytes: transcripts * transcriptBytes,
});

interface TranscriptReport {
  /** Transcripts read, those without words included. */
  readonly read: number;
  /** Calls of which the platform has none. */
  readonly absent: number;
  /** Transcripts that could not be read, or may be among rows that never came; they are tried again. */
  readonly unreadable: number;
}

/** State of a tenant's index of transcripts, for operators. */
export interface TranscriptStatus extends TranscriptFacts {
  /** Start of the oldest call that it should hold. */
  readonly horizon: number;
  /** Code of the error of the last try; null when it went well. */
  readonly lastError: string | null;
}

/** Parts of the tenant's syncer that the fill needs. */
interface FillSite {
  readonly tenant: string;
  readonly database: Database;
  readonly clock: Clock;
  /** Start of the oldest call of the index of calls. */
  readonly horizon: number;
  readonly settings: Pick<SyncSettings, 'leaseMs' | 'reconcileAfterMs'>;
  backgroundSource(client: 'transcript-index', signal: AbortSignal | undefined): SyncSource;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Age of a call up to which the platform may still make its transcript, or make it anew. */
const settledMs = 2 * dayMs;

/** Calls of one transaction: a hundred take 0.4 s, in which no read of the database runs. */
const savedAtOnce = 10;

/** Interval of removing what is older than the horizon. */
const forgetEveryMs = 60 * minuteMs;

export class TranscriptFill {
  readonly clock: Clock;
  readonly #site: FillSite;
  readonly #settings: TranscriptSettings;
  #forgotAt = Number.NEGATIVE_INFINITY;
  #hasBegun = false;
  #noted: string | null = null;

  constructor(site: FillSite, settings: TranscriptSettings) {
    this.clock = site.clock;
    this.#site = site;
    this.#settings = settings;
  }

  /** Start of the oldest call whose transcript the index should hold. */
  get horizon(): number {
    const own = horizonOf(this.clock.now(), this.#settings.horizonMonths);
    return Math.max(own, this.#site.horizon);
  }

  /**
   * Reads until nothing is due.
   * @throws UpstreamError, IndexStoreError when it can't continue; what was read stays, and the next run goes on
   */
  async run({
    signal,
  }: {
    readonly signal?: AbortSignal | undefined;
  } = {}): Promise<TranscriptReport> {
    const { database } = this.#site;
    const tenant = await tenantNumber(database, this.#site.tenant);
    try {
      await this.#forget(tenant);
      await queueTranscripts(database, tenant, this.horizon, this.clock.now());
      const source = this.#site.backgroundSource('transcript-index', signal);
      const total = { read: 0, absent: 0, unreadable: 0 };
      while (!signal?.aborted) {
        const claim = this.#claimed();
        const due = await claimTranscripts(database, tenant, { limit: pageRows, ...claim });
        if (due.length === 0) break;
        await this.#begin(tenant, source);
        const report = await this.#readAll(tenant, source, due, claim.until);
        for (const name of ['read', 'absent', 'unreadable'] as const) total[name] += report[name];
      }
      await this.#note(tenant, null);
      await renewStatistics(database, total.read);
      return total;
    } catch (error) {
      if (!signal?.aborted) await this.#note(tenant, error).catch(() => {});
      throw error;
    }
  }

  /** Reads the transcripts of these calls now, of those that the index holds. @throws UpstreamError, IndexStoreError */
  async read(callIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { database } = this.#site;
    const tenant = await tenantNumber(database, this.#site.tenant);
    const { until } = this.#claimed();
    const claim = { from: this.horizon, until };
    const claimed = await claimTranscriptsOf(database, tenant, callIds, claim);
    if (claimed.length > 0)
      await this.#readAll(
        tenant,
        this.#site.backgroundSource('transcript-index', signal),
        claimed,
        until,
      );
  }

  async status(): Promise<TranscriptStatus> {
    const { database } = this.#site;
    const tenant = await tenantNumber(database, this.#site.tenant);
    const { transcriptError } = await readNotes(database, tenant);
    const facts = await transcriptFacts(database, tenant);
    return { ...facts, horizon: this.horizon, lastError: transcriptError || null };
  }

  #claimed(): { readonly now: number; readonly until: number } {
    const now = this.clock.now();
    return { now, until: now + this.#site.settings.leaseMs };
  }

  /** Reads claimed transcripts, and releases those that it does not come to. */
  async #readAll(
    tenant: number,
    source: SyncSource,
    claimed: readonly UnreadTranscript[],
    until: number,
  ): Promise<TranscriptReport> {
    const { database } = this.#site;
    const total = { read: 0, absent: 0, unreadable: 0 };
    let left = claimed;
    try {
      const found = await findTranscripts(source, claimed);
      for (; left.length > 0; left = left.slice(savedAtOnce)) {
        const read: ReadTranscript[] = [];
        for (const transcript of left.slice(0, savedAtOnce)) {
          // Cutting a transcript into words takes milliseconds.
          await nextTurn();
          const { turns, speakers } = found(transcript);
          total[turns === undefined ? 'unreadable' : turns === null ? 'absent' : 'read'] += 1;
          const isKnown = turns !== undefined && (turns !== null || !this.#mayCome(transcript));
          const dueAt = this.#dueAgain(transcript);
          if (isKnown) read.push({ transcript: { ...transcript, speakers }, turns, dueAt });
          else await postponeTranscripts(database, tenant, [transcript], this.#retryAt(transcript));
        }
        const written = read.map(({ transcript }) => transcript);
        const holds = underClaim(database, tenant, written, until);
        if (read.length > 0) await saveTranscripts(database, tenant, read, [holds]);
      }
      return total;
    } catch (error) {
      await postponeTranscripts(database, tenant, left, this.clock.now()).catch(() => {});
      throw error;
    }
  }

  /** Whether the platform may still make the transcript, which nobody has read so far. */
  #mayCome({ startedAt, queuedAt }: UnreadTranscript): boolean {
    return queuedAt !== null && this.clock.now() < startedAt + settledMs;
  }

  /** Again after its first days, in which it may be corrected, and then as often as calls are compared. */
  #dueAgain({ startedAt }: UnreadTranscript): number {
    const now = this.clock.now();
    return now < startedAt + settledMs
      ? startedAt + settledMs
      : now + this.#site.settings.reconcileAfterMs;
  }

  #retryAt({ startedAt }: UnreadTranscript): number {
    const now = this.clock.now();
    return now + Math.min(dayMs, Math.max(10 * minuteMs, (now - startedAt) / 4));
  }

  /** Tells what a fill from nothing will cost: one call of the platform counts the calls. */
  async #begin(tenant: number, source: SyncSource): Promise<void> {
    const { onBegin } = this.#settings;
    if (this.#hasBegun || onBegin === undefined) return;
    this.#hasBegun = true;
    const { database } = this.#site;
    const { read, unread } = await transcriptFacts(database, tenant);
    if (read > 0) return;
    const second = (at: number): number => Math.floor(at / 1_000) * 1_000;
    const range = { from: second(this.horizon), to: second(this.clock.now()) };
    onBegin(costOf((await announcedCalls(source, range)) ?? unread, database.dialect));
  }

  async #note(tenant: number, error: unknown): Promise<void> {
    const code = codeOf(error);
    if (code === this.#noted) return;
    await writeNote(this.#site.database, tenant, 'transcriptError', code);
    this.#noted = code;
  }

  /** Forgets calls beyond the horizon. A clock that is years ahead must not empty the index, so the newest call bounds the time. */
  async #forget(tenant: number): Promise<void> {
    const { database } = this.#site;
    const now = this.clock.monotonic();
    if (now < this.#forgotAt + forgetEveryMs) return;
    const newest = await newestCallAt(database, tenant);
    if (newest === null) return;
    const evident = horizonOf(newest + longestSilenceMs, this.#settings.horizonMonths);
    await forgetTranscriptsBefore(database, tenant, Math.min(this.horizon, evident));
    this.#forgotAt = now;
  }
}

type SoughtTranscript = Pick<UnreadTranscript, 'callId' | 'speakers'>;

interface FoundTranscript extends Pick<UnreadTranscript, 'speakers'> {
  /** Null where the platform has no transcript, undefined where it is not readable, or may be among rows that never came. */
  readonly turns: readonly SpokenTurn[] | null | undefined;
}

/**
 * Fetches transcripts, and the speakers of those that were queued without.
 */
export async function findTranscripts(
  source: SyncSource,
  claimed: readonly SoughtTranscript[],
): Promise<(transcript: SoughtTranscript) => FoundTranscript> {
  const { rows, isPartial } = await transcriptsById(
    source,
    claimed.map(({ callId }) => callId),
  );
  const nameless = claimed.flatMap(({ callId, speakers }) =>
    speakers === null && rows.has(callId) ? [callId] : [],
  );
  const { calls } = nameless.length === 0 ? { calls: [] } : await callsById(source, nameless);
  const speakersOf = new Map(calls.map(({ id, speakers }) => [id, speakers]));
  return (transcript) => {
    const speakers = transcript.speakers ?? speakersOf.get(transcript.callId) ?? null;
    const row = rows.get(transcript.callId);
    if (row === undefined) return { turns: isPartial ? undefined : null, speakers };
    try {
      return { turns: turnsOf(row, speakers ?? []), speakers };
    } catch (error) {
      if (error instanceof SwitchboardError) return { turns: undefined, speakers };
      throw error;
    }
  };
}
