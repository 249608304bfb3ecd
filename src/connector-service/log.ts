/** Log of execute calls: requests in order of arrival, and their outcome. */

import type { ServerResponse } from 'node:http';

export interface LogEntry {
  /** From 1, in order of arrival. */
  readonly sequence: number;
  /** Arrival, epoch ms. */
  readonly time: number;
  readonly instance: string;
  /** As it was sent; null when the body could not be read that far. */
  readonly entity: string | null;
  readonly action: string | null;
  readonly params: unknown;
  /** HTTP status of the answer; null while the call runs, 0 when the connection ended without one. */
  readonly status: number | null;
  /** From arrival to the last byte handed over. */
  readonly ms: number | null;
  /** Rows of a JSON answer. */
  readonly rows: number | null;
  /** Bytes of a download. */
  readonly bytes: number | null;
  /** The client left before the answer was whole. */
  readonly aborted: boolean;
  /** Kinds of the changes that an interceptor made. */
  readonly faults: readonly string[];
}

/** An entry being written; the log hands it out read-only. */
export type OpenEntry = { -readonly [K in keyof LogEntry]: LogEntry[K] };

export interface CallLog {
  open(instance: string): OpenEntry;
  /** The stored calls, oldest first. */
  calls(): readonly LogEntry[];
  /** Number of calls since the start or the last clear, stored or dropped. */
  readonly received: number;
  clear(): void;
}

export function callLog(capacity: number, clock: () => number): CallLog {
  // A ring: call n lies at n modulo capacity.
  let ring: OpenEntry[] = [];
  let received = 0;

  return {
    open(instance) {
      const slot = received % capacity;
      received += 1;
      const entry: OpenEntry = {
        sequence: received,
        time: clock(),
        instance,
        entity: null,
        action: null,
        params: null,
        status: null,
        ms: null,
        rows: null,
        bytes: null,
        aborted: false,
        faults: [],
      };
      ring[slot] = entry;
      return entry;
    },
    calls() {
      const oldest = ring.length < capacity ? 0 : received % capacity;
      return [...ring.slice(oldest), ...ring.slice(0, oldest)];
    },
    get received() {
      return received;
    },
    clear() {
      ring = [];
      received = 0;
    },
  };
}

/** Records the request, as far as it can be read. */
export function noteRequest(entry: OpenEntry, body: Readonly<Record<string, unknown>>): void {
  entry.entity = typeof body.entity === 'string' ? body.entity : null;
  entry.action = typeof body.action === 'string' ? body.action : null;
  entry.params = body.params ?? null;
}

/** Records the outcome of the call, before its answer can reach the client. */
export function settle(entry: OpenEntry, status: number, ms: number): void {
  entry.status = status;
  entry.ms = ms;
}

/**
 * Completes the entry of an answer without a recorded outcome: an interceptor's, a file, or none at all.
 * @param breaking kinds of changes that end the connection without the client
 */
export function watch(
  response: ServerResponse,
  entry: OpenEntry,
  elapsed: () => number,
  breaking?: ReadonlySet<string>,
): void {
  response.once('close', () => {
    const broken = !response.writableFinished;
    if (entry.status === null)
      settle(entry, response.headersSent ? response.statusCode : 0, elapsed());
    entry.aborted = broken && !entry.faults.some((kind) => breaking?.has(kind));
  });
}
