/** Verification: compares the index with the platform, call by call, over all covered time. */

import { pageRows } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import type { Clock } from '../upstream/clock.ts';
import type { Connector } from '../upstream/connector.ts';
import { lengthOf } from './coverage.ts';
import { extractCall, type IndexedCall, originalId } from './indexed-call.ts';
import { type Knowledge, kindsOfWalk, knowledgeOfFacet, type MadeWalk, walkFor } from './need.ts';
import type { Database } from './store/database.ts';
import { listSpans, type Span } from './store/span.ts';
import { type CallContents, listIds, readContents } from './store/stored-call.ts';
import { tenantNumber } from './store/tenant-number.ts';
import type { Range } from './store/time-range.ts';
import { queueAgain, someTranscripts } from './store/transcript-queue.ts';
import { digestOfTurns } from './store/transcript-store.ts';
import { callPages, callsById, type SyncSource } from './sync/platform-source.ts';
import { defaultSyncSettings, walkLength } from './sync/schedule.ts';
import { findTranscripts } from './sync/transcript-fill.ts';

interface VerifyOptions {
  readonly tenant: string;
  readonly database: Database;
  readonly connector: Connector;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called with the compared share of the covered time, 0 to 1, and the calls so far. */
  readonly onProgress?: ((progress: { complete: number; calls: number }) => void) | undefined;
}

export interface VerifyReport {
  /** Number of the platform's calls that were compared. */
  readonly calls: number;
  /** Number of calls on the platform and not in the index. */
  readonly missing: number;
  /** Number of calls in the index and not on the platform. */
  readonly extra: number;
  /** Number of calls that differ. */
  readonly different: number;
  /** Number of calls in the index that may be among rows that were announced and never came, or could not be read. */
  readonly unshown: number;
  /** Examples of calls of these four kinds. */
  readonly examples: readonly { readonly callId: string; readonly mismatch: Mismatch }[];
}

type Mismatch = 'missing' | 'extra' | 'different' | 'unshown';

const mostExamples = 10;

/** Verifies the index, in constant memory, as background work. @throws UpstreamError, IndexStoreError */
export async function verifyIndex(options: VerifyOptions): Promise<VerifyReport> {
  const tenant = await tenantNumber(options.database, options.tenant);
  const spans = await listSpans(options.database, tenant);
  const comparison = new Comparison(options, tenant);
  const now = options.clock.now();
  const size = walkLength({ spans, leased: [], now, horizon: now }, defaultSyncSettings);
  const total = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  let done = 0;
  for (const span of spans)
    for (const part of partsOf(span, size)) {
      await comparison.compare(part, span);
      done += lengthOf(part);
      options.onProgress?.({ complete: done / total, calls: comparison.report.calls });
    }
  return comparison.report;
}

/** Splits a span into parts of whole seconds, as the platform's bounds are. */
function partsOf({ from, to }: Span, size: number): Range[] {
  const parts: Range[] = [];
  const step = Math.max(1_000, Math.floor(size / 1_000) * 1_000);
  for (let start = from; start < to; start += step)
    parts.push({ from: start, to: Math.min(to, start + step) });
  return parts;
}

class Comparison {
  readonly #options: VerifyOptions;
  readonly #tenant: number;
  readonly #counts = { calls: 0, missing: 0, extra: 0, different: 0, unshown: 0 };
  readonly #examples: { callId: string; mismatch: Mismatch }[] = [];

  constructor(options: VerifyOptions, tenant: number) {
    this.#options = options;
    this.#tenant = tenant;
  }

  get report(): VerifyReport {
    return { ...this.#counts, examples: this.#examples };
  }

  async compare(part: Range, span: Span): Promise<void> {
    const source = sourceOf(this.#options, walkFor(kindsOfWalk(span.walk)));
    const seen = new Set<string>();
    const { from, to } = part;
    const range = { from: Math.floor(from / 1_000) * 1_000, to: Math.ceil(to / 1_000) * 1_000 };
    for await (const { rows } of callPages(source, range)) {
      const calls = callsIn(rows).filter(
        ({ id, windowAt }) => !seen.has(id) && windowAt >= from && windowAt < to,
      );
      for (const { id } of calls) seen.add(id);
      await this.#compareCalls(calls, span);
    }
    await this.#findExtra(part, seen, source, span);
  }

  async #compareCalls(calls: readonly IndexedCall[], span: Span): Promise<void> {
    const { database } = this.#options;
    const stored = await readContents(
      database,
      this.#tenant,
      calls.map(({ id }) => id),
    );
    for (const call of calls) {
      this.#counts.calls++;
      const indexed = stored.get(call.id);
      if (indexed === undefined) this.#record(call.id, 'missing');
      else if (canonical(indexed, span) !== canonical(call, span))
        this.#record(call.id, 'different');
    }
  }

  /** Extra calls of the index, confirmed by fetching them from the platform by id, since a call may just have moved. */
  async #findExtra(
    part: Range,
    seen: ReadonlySet<string>,
    source: SyncSource,
    span: Span,
  ): Promise<void> {
    const { database } = this.#options;
    for (let after: { windowAt: number; id: string } | null = null; ; ) {
      const listed = await listIds(database, this.#tenant, part, after, pageRows);
      after = listed.at(-1) ?? null;
      if (after === null) return;
      const unseen = listed.map(({ id }) => originalId(id)).filter((id) => !seen.has(id));
      if (unseen.length === 0) continue;
      const { calls, unreadable, missing } = await callsById(source, unseen);
      await this.#compareCalls(calls, span);
      const mismatch = unreadable + missing > 0 ? 'unshown' : 'extra';
      const ids = new Set(calls.map(({ id }) => id));
      for (const id of unseen) if (!ids.has(id)) this.#record(id, mismatch);
    }
  }

  #record(callId: string, mismatch: Mismatch): void {
    this.#counts[mismatch]++;
    if (this.#examples.length < mostExamples) this.#examples.push({ callId, mismatch });
  }
}

function sourceOf({ connector, clock, signal }: VerifyOptions, walk: MadeWalk): SyncSource {
  const { attempts, longestWaitMs } = defaultSyncSettings;
  return {
    connector,
    clock,
    walk,
    execute: { priority: 'background', client: 'participant-index', signal },
    patience: { attempts, longestMs: longestWaitMs },
  };
}

/**
 * Reads some transcripts of the index again, and queues those that are others on the platform.
 * @throws UpstreamError, IndexStoreError
 */
export async function verifyTranscripts(
  options: VerifyOptions,
): Promise<{ readonly compared: number; readonly different: readonly string[] }> {
  const { database, clock } = options;
  const tenant = await tenantNumber(database, options.tenant);
  const some = await someTranscripts(database, tenant, pageRows);
  if (some.length === 0) return { compared: 0, different: [] };
  const sought = some.map((transcript) => ({ ...transcript, speakers: null }));
  const transcriptOf = await findTranscripts(sourceOf(options, walkFor(['people'])), sought);
  const found = sought.map((transcript) => ({
    ...transcript,
    turns: transcriptOf(transcript).turns,
  }));
  const read = found.filter(({ turns }) => turns !== undefined);
  const different = read
    .filter(({ turns = null, digest }) => digestOfTurns(turns) !== digest)
    .map(({ callId }) => callId);
  if (different.length > 0) await queueAgain(database, tenant, different, clock.now());
  return { compared: read.length, different };
}

function callsIn(rows: readonly Row[]): IndexedCall[] {
  return rows.map(extractCall).filter((call) => call !== null);
}

/** Parts of a call by the knowledge they are, the facets aside. */
const partsOfCall: Readonly<Record<Knowledge, (call: CallContents) => readonly unknown[]>> = {
  people: ({ id, startedAt, windowAt, durationSeconds, direction, scope, isPrivate, ...call }) => [
    ...[
      id,
      startedAt,
      windowAt,
      durationSeconds,
      direction,
      scope,
      isPrivate,
      call.primaryUserId,
      call.unaddressed,
    ],
    ...call.keys.map(({ kind, value, parts }) => JSON.stringify([kind, value, parts])).sort(),
  ],
  titles: ({ title, system, language, workspaceId }) => [title, system, language, workspaceId],
  trackers: ({ trackers }) => trackers,
  words: () => [],
  contents: ({ outcome, talk }) => [outcome, talk],
};

/** Canonical text of the call's parts that the span covers, for comparison. */
function canonical(call: CallContents, { walk }: Span): string {
  const kinds = kindsOfWalk(walk);
  const facets = call.facets
    .filter(({ kind }) => kinds.includes(knowledgeOfFacet(kind)))
    .map(({ kind, value, amount }) => JSON.stringify([kind, value, amount]));
  return JSON.stringify([...kinds.map((kind) => partsOfCall[kind](call)), facets.sort()]);
}
