/** The participant index of this gateway: its database, a syncer for each tenant, and their rounds in the background. */

import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Environment } from '../config/variable.ts';
import { systemClock } from '../connector/clock.ts';
import { createIndexParticipants } from '../participants/index-participants.ts';
import type { Participants } from '../participants/question.ts';
import { createScanParticipants } from '../participants/scan-participants.ts';
import { openStore } from '../participants/store/open.ts';
import { Syncer } from '../participants/sync/syncer.ts';
import { wait } from '../participants/sync/wait.ts';
import type { Tenants } from './tenant.ts';

export interface RunningParticipants {
  readonly participants: Participants;
  close(): Promise<void>;
}

/**
 * @param lasting false for the embedded company: it is made anew at every start, so its index
 *   lives in memory only.
 */
export async function openParticipants(
  env: Environment,
  tenants: Tenants,
  lasting: boolean,
  log: Logger,
): Promise<RunningParticipants> {
  if (env.INDEX === 'off') {
    const connectors = new Map(tenants.names.map((name) => [name, tenants.connector(name)]));
    return { participants: createScanParticipants({ connectors }), close: async () => {} };
  }
  const url = lasting ? env.INDEX_DATABASE_URL?.href : undefined;
  const directory = lasting && url === undefined ? env.DATA_DIR : ':memory:';
  if (directory !== ':memory:') mkdirSync(directory, { recursive: true });
  const database = await openStore({ url, directory });
  const syncers = new Map(
    tenants.names.map((tenant) => {
      const connector = tenants.connector(tenant);
      const settings = { horizonMonths: env.INDEX_HORIZON_MONTHS, trackers: true };
      return [tenant, new Syncer({ tenant, database, connector, settings })] as const;
    }),
  );
  const stop = new AbortController();
  const rounds = [...syncers.values()].map((syncer) =>
    keepInStep(syncer, env.INDEX_INTERVAL_SECONDS * 1_000, stop.signal, log),
  );
  return {
    participants: createIndexParticipants(syncers),
    async close() {
      stop.abort();
      await Promise.all(rounds);
      await database.close();
    },
  };
}

/** One round after the other until the gateway closes; a failed round is logged, and the next one goes on there. */
async function keepInStep(
  syncer: Syncer,
  everyMs: number,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { calls, removed, pages, complete } = await syncer.run({ signal });
      log.info({ tenant: syncer.tenant, calls, removed, pages, complete }, 'index synchronised');
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ tenant: syncer.tenant, err: error }, 'index synchronisation failed');
    }
    await wait(systemClock, everyMs, signal).catch(() => {});
  }
}
