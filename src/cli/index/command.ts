/** What `switchboard index` does with an index and a connector, wherever they come from. */

import { indexStatus } from '../../participants/index-participants.ts';
import type { Coverage } from '../../participants/question.ts';
import type { Database } from '../../participants/store/database.ts';
import type { SyncSettings } from '../../participants/sync/plan.ts';
import { Syncer } from '../../participants/sync/syncer.ts';
import { verifyIndex } from '../../participants/verify.ts';
import type { Clock } from '../../upstream/clock.ts';
import type { Connector } from '../../upstream/connector.ts';
import { callProgress, type Output } from '../progress.ts';

export interface IndexContext {
  readonly tenants: readonly { readonly name: string; readonly connector: Connector }[];
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Partial<SyncSettings>;
  /** Results. */
  readonly stdout: Output;
  /** Progress. */
  readonly stderr: Output;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Synchronises each tenant up to now.
 * @param all compares what is known already again, too
 * @returns 1 when something wanted is not known afterwards
 */
export async function syncIndex(context: IndexContext, all: boolean): Promise<number> {
  const { database, clock, settings, signal, stdout, stderr } = context;
  let code = 0;
  for (const { name, connector } of context.tenants) {
    const syncer = new Syncer({ tenant: name, database, connector, clock, settings });
    const progress = callProgress(stderr, name, clock);
    const run = syncer.run({
      reconcile: all ? 'all' : 'due',
      signal,
      onProgress: ({ walksDone, walksTotal, ...facts }) =>
        progress.show({ ...facts, walks: { done: walksDone, total: walksTotal } }),
    });
    const report = await run.finally(() => progress.end());
    const { calls, written, removed, walks, skippedRows, complete } = report;
    const skipped = skippedRows === 0 ? '' : `, ${number(skippedRows)} without id or time`;
    stdout.write(
      `${name}: ${number(calls)} calls read in ${number(walks)} walks, ${number(written)} new or changed, ${number(removed)} removed${skipped}\n`,
    );
    if (complete < 1) {
      stdout.write(
        `${name}: ${share(complete)} of the time is known; another process walks the rest\n`,
      );
      code = 1;
    }
  }
  return code;
}

/** Says what the index knows. Asks the platform nothing. */
export async function showIndex(context: IndexContext): Promise<number> {
  const { database, clock, settings, stdout } = context;
  for (const { name, connector } of context.tenants) {
    const syncer = new Syncer({ tenant: name, database, connector, clock, settings });
    const status = await indexStatus(syncer);
    const { state, calls, complete, coverage, horizon, skippedRows, lastError } = status;
    const lines = [
      ['state', state],
      ['calls', number(calls)],
      ['known', `${share(complete)} since ${day(horizon)}`],
      ['complete', covered(coverage)],
      ['synchronised', instant(coverage.syncedAt)],
      ['compared since', instant(coverage.reconciledAt)],
      ['rows skipped', number(skippedRows)],
      ['last error', lastError ?? 'none'],
    ];
    stdout.write(`${name}\n`);
    for (const [label, value] of lines) stdout.write(`  ${label!.padEnd(14)}  ${value}\n`);
  }
  return 0;
}

/** Compares the index with the platform. @returns 1 when they differ. */
export async function verifyIndexes(context: IndexContext): Promise<number> {
  const { database, clock, signal, stdout, stderr } = context;
  let code = 0;
  for (const { name, connector } of context.tenants) {
    const progress = callProgress(stderr, name, clock);
    const start = clock.monotonic();
    const report = await verifyIndex({
      ...{ tenant: name, database, connector, clock, signal },
      onProgress({ complete, calls }) {
        const seconds = Math.max(0.001, (clock.monotonic() - start) / 1_000);
        const secondsLeft = complete === 0 ? null : (seconds / complete) * (1 - complete);
        progress.show({ complete, calls, callsPerSecond: calls / seconds, secondsLeft });
      },
    }).finally(() => progress.end());
    const { calls, missing, extra, different, examples } = report;
    const faults = missing + extra + different;
    stdout.write(
      `${name}: ${number(calls)} calls compared, ${faults === 0 ? 'no difference' : `${number(missing)} missing, ${number(extra)} extra, ${number(different)} different`}\n`,
    );
    for (const { callId, fault } of examples)
      stdout.write(`  ${fault.padEnd(9)}  call ${callId}\n`);
    if (faults > 0) code = 1;
  }
  return code;
}

const number = (value: number): string => value.toLocaleString('en');
const share = (value: number): string => `${(Math.floor(value * 1_000) / 10).toFixed(1)}%`;
const instant = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString());
const day = (at: number | null): string => (at === null ? 'ever' : instant(at).slice(0, 10));

function covered({ completeFrom, completeTo }: Coverage): string {
  return completeFrom === null
    ? 'nothing yet'
    : `${instant(completeFrom)} to ${instant(completeTo)}`;
}
