/** The log entry of a call under way: written as things become known. */

import type { ServerResponse } from 'node:http';
import type { OpenEntry } from '../log.ts';

/** Notes what was asked, as far as it can be read. */
export function note(entry: OpenEntry, body: Readonly<Record<string, unknown>>): void {
  entry.entity = typeof body.entity === 'string' ? body.entity : null;
  entry.action = typeof body.action === 'string' ? body.action : null;
  entry.params = body.params ?? null;
}

/** Says what became of the call, before its answer can reach the client. */
export function settle(entry: OpenEntry, status: number, ms: number): void {
  entry.status = status;
  entry.ms = ms;
}

/** Completes the entry of an answer that nobody settled: one of the faults', a file, or none at all. */
export function watch(response: ServerResponse, entry: OpenEntry, elapsed: () => number): void {
  const ours: ReadonlySet<string> = new Set(['reset', 'cut-stream', 'truncated']);
  response.once('close', () => {
    const broken = !response.writableFinished;
    if (entry.status === null)
      settle(entry, response.headersSent ? response.statusCode : 0, elapsed());
    entry.aborted = broken && !entry.faults.some((kind) => ours.has(kind));
  });
}
