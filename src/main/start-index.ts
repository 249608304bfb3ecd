/** Participant index of this gateway: its databases, a syncer for each tenant, and their rounds in the background. */

import type { Logger } from 'pino';
import type { Environment } from '../config/variable.ts';
import { calls, callsExtensive } from '../contract/calls/call.ts';
import { callTranscripts } from '../contract/calls/transcript.ts';
import { users } from '../contract/calls/user.ts';
import { memberAt } from '../contract/member-at.ts';
import type { CompanySizes } from '../engine/list-size-estimate.ts';
import { SwitchboardError } from '../errors.ts';
import { getOrThrow } from '../get-or-throw.ts';
import { createIndexParticipants } from '../participants/indexed-participant-query.ts';
import type { Participants } from '../participants/participant-query.ts';
import { createScanParticipants } from '../participants/scanned-participant-query.ts';
import { type Database, IndexStoreError } from '../participants/store/database.ts';
import { indexNames } from '../participants/store/index-admin.ts';
import { defaultReadMs, dialectOf, openStore } from '../participants/store/migration.ts';
import { type SupervisedStore, superviseStore } from '../participants/store/supervised-database.ts';
import { startBackgroundSync } from '../participants/sync/background-sync.ts';
import { CallHints } from '../participants/sync/call-hint.ts';
import type { SyncSettings } from '../participants/sync/schedule.ts';
import { Syncer } from '../participants/sync/syncer.ts';
import type { FillCost, TranscriptSettings } from '../participants/sync/transcript-fill.ts';
import { type Clock, systemClock } from '../upstream/clock.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import { indexPlace } from './index-place.ts';
import { type Tenants, tenantOf } from './open-tenant.ts';
import { Viewers } from './viewer.ts';

export interface RunningParticipants {
  readonly participants: Participants;
  /** State of its databases, the worst of them; null without an index. */
  state(): ReturnType<SupervisedStore['state']> | null;
  /** Why it is not well, for operators; null where it is, or nobody knows. */
  reason(): string | null;
  /** Takes note of an operation, to which the index's reading gives way until it is over. */
  look(operation: { readonly isOver: boolean; readonly upstreamCalls: number }): void;
  /** Takes the platform's word that a call has something new. @returns false when too many wait. */
  hint(tenant: string, callId: string): boolean;
  close(): Promise<void>;
}

/** Pause between two looks for transcripts to read, each a query of the index alone. */
const transcriptsMs = 5_000;

/**
 * @param sizes gets the number of users as soon as the index has read them: estimates before that use a guess.
 * @param forgetAnswers forgets a tenant's whole answers, which may hold a call that has changed.
 * @param transcribed tenants whose transcripts are indexed.
 */
export function openParticipants(
  env: Environment,
  tenants: Tenants,
  log: Logger,
  sizes: CompanySizes,
  forgetAnswers: (tenant: string) => void,
  clock: Clock = systemClock,
  transcribed: ReadonlySet<string> = new Set(),
): RunningParticipants {
  const forgetCalls = async (tenant: string, ids: readonly string[]): Promise<void> => {
    for (const entity of ofCalls) await tenants.connector(tenant).forget(entity, ids);
    forgetAnswers(tenant);
  };
  const connectorOf = (tenant: string): UpstreamConnector =>
    countingUsers(tenants.connector(tenant), (total) => sizes.learnUsers(tenant, total));
  const hasCalls = (tenant: string): boolean =>
    tenants.connector(tenant).health('call-analytics') !== null;
  if (env.INDEX === 'off' || !tenants.names.some(hasCalls)) {
    const connectors = new Map(tenants.names.map((name) => [name, connectorOf(name)]));
    return {
      participants: createScanParticipants({ connectors, hasCalls }),
      state: () => null,
      reason: () => null,
      look: () => {},
      ...hinted({ clock, log, forget: forgetCalls, read: async () => [] }),
    };
  }
  const stores = openStores(env, tenants, tenants.names.filter(hasCalls), {
    log,
    clock,
    forgetCalls,
  });
  // A tenant without calls has an empty index, wherever.
  const storeOf = (tenant: string): SupervisedStore =>
    stores.get(tenants.isSynthetic(tenant)) ?? memberAt([...stores.values()], 0);
  const lasting = stores.get(false);
  if (lasting !== undefined) void tellOthers(lasting.database, tenants, log);
  const intervalMs = env.INDEX_INTERVAL_SECONDS * 1_000;
  const viewers = new Viewers(clock);
  const syncers = new Map(
    tenants.names.map((tenant) => {
      const connector = connectorOf(tenant);
      const settings = indexSettings(env);
      const name = tenants.indexName(tenant);
      const { database } = storeOf(tenant);
      const { giveWay } = viewers;
      const transcripts = transcribed.has(tenant)
        ? transcriptSettings(env, (cost) => logCost(log, tenant, cost))
        : undefined;
      const options = { tenant: name, database, connector, clock, settings, transcripts, giveWay };
      return [tenant, new Syncer(options)] as const;
    }),
  );
  const synchronised = [...syncers].filter(([tenant]) => hasCalls(tenant));
  const rounds = synchronised.flatMap(([tenant, syncer]) =>
    startRounds(tenant, syncer, { intervalMs, log }),
  );
  const storeFailures = (): readonly IndexStoreError[] =>
    [...syncers.values()]
      .map((syncer) => syncer.storeFailure)
      .filter((failure) => failure !== null);
  const hints = hinted({
    clock,
    log,
    forget: forgetCalls,
    read: (tenant, ids, signal) => getOrThrow(syncers, tenant).read(ids, signal),
  });
  return {
    participants: createIndexParticipants(
      syncers,
      {},
      (tenant) => storeOf(tenant).versions.get(tenants.indexName(tenant)) ?? null,
    ),
    state() {
      const states = [...stores.values()].map((store) => store.state());
      return worstOf(storeFailures().length > 0 ? [...states, 'degraded'] : states);
    },
    reason() {
      const reasons = [...stores.values()].map((store) => store.reason());
      const failures = storeFailures().map(({ advice }) => advice);
      const stated = [...reasons, ...failures].filter((reason) => reason !== null);
      return [...new Set(stated)].join(' ') || null;
    },
    look: (operation) => viewers.look(operation),
    hint: hints.hint,
    async close() {
      await hints.close();
      await Promise.all(rounds.map((round) => round.stop()));
      await Promise.all([...stores.values()].map((store) => store.close()));
    },
  };
}

/** Synchronises a tenant's calls in the background, and its transcripts. */
function startRounds(
  tenant: string,
  syncer: Syncer,
  { intervalMs, log }: { readonly intervalMs: number; readonly log: Logger },
): ReturnType<typeof startBackgroundSync>[] {
  const warn = (message: string) => (error: unknown) =>
    log.warn({ tenant, reason: reasonOf(error), err: error }, message);
  const callRounds = startBackgroundSync(syncer, {
    intervalMs,
    onReport: ({ calls, removed, pages, complete }) =>
      log.info({ tenant, calls, removed, pages, complete }, 'index synchronised'),
    onError: warn('index synchronisation failed'),
  });
  const { transcripts } = syncer;
  if (transcripts === null) return [callRounds];
  // Beside the calls, with turns of the budget of its own: while the index of calls is filled, the newest of both are
  // there soon, and what is wrong with transcripts keeps no call back.
  const transcriptRounds = startBackgroundSync(transcripts, {
    intervalMs: Math.min(transcriptsMs, intervalMs),
    failureMs: intervalMs,
    onReport: ({ read, absent, unreadable }) => {
      if (read + absent + unreadable > 0)
        log.info({ tenant, read, absent, unreadable }, 'transcripts read');
    },
    onError: warn('transcripts could not be read'),
  });
  return [callRounds, transcriptRounds];
}

const logCost = (log: Logger, tenant: string, { transcripts, requests, bytes }: FillCost): void =>
  log.info(
    { tenant, transcripts, calls: requests, megabytes: Math.ceil(bytes / 1e6) },
    'transcripts are read into the index: so many calls of the platform, and about so much disk',
  );

/** Databases by whether they hold the index of the synthetic company, which ends with the process. */
type Stores = ReadonlyMap<boolean, SupervisedStore>;

interface StoreContext {
  readonly log: Logger;
  readonly clock: Clock;
  readonly forgetCalls: (tenant: string, ids: readonly string[]) => Promise<void>;
}

/** Opens the databases that these tenants need. */
function openStores(
  env: Environment,
  tenants: Tenants,
  names: readonly string[],
  { log, clock, forgetCalls }: StoreContext,
): Stores {
  const open = (isSynthetic: boolean): SupervisedStore => {
    const options = indexPlace(env, isSynthetic);
    return superviseStore(() => openStore({ ...options, thread: true }), {
      dialect: dialectOf(options.url),
      clock,
      readMs: defaultReadMs,
      isInMemory: isSynthetic,
      async onCallsChanged(indexName, ids) {
        const tenant = names.find(
          (name) =>
            tenants.indexName(name) === indexName && tenants.isSynthetic(name) === isSynthetic,
        );
        if (tenant !== undefined) await forgetCalls(tenant, ids);
      },
      onChange: (failure) =>
        failure === null
          ? log.info('participant index is available again')
          : log.error(
              { reason: failure.advice, err: failure },
              'participant index is not available',
            ),
    });
  };
  const kinds = new Set(names.map(tenants.isSynthetic));
  return new Map([...kinds].map((isSynthetic) => [isSynthetic, open(isSynthetic)]));
}

type StoreState = ReturnType<SupervisedStore['state']>;

const worstOf = (states: readonly StoreState[]): StoreState =>
  (['down', 'degraded'] as const).find((state) => states.includes(state)) ?? 'ok';

/** An index belongs to its account. Another account's index is neither read nor deleted, and the log reports it. */
async function tellOthers(database: Database, tenants: Tenants, log: Logger): Promise<void> {
  const ownNames = new Set(tenants.names.map(tenants.indexName));
  // The supervisor logs an unreachable database already.
  const names = await indexNames(database).catch(() => []);
  const others = names.filter(
    (name) => !ownNames.has(name) && tenants.names.includes(tenantOf(name)),
  );
  if (others.length > 0)
    log.warn(
      { others },
      'the index database holds indexes of other accounts, which this gateway does not use: `switchboard index forget NAME` deletes one',
    );
}

/** Entities with rows of calls, or parts of them. */
const ofCalls = [calls, callsExtensive, callTranscripts] as const;

/** Hint followers of each tenant: drop a call's cached rows, then read it. */
function hinted({
  clock,
  log,
  forget,
  read,
}: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly forget: (tenant: string, ids: readonly string[]) => Promise<void>;
  readonly read: (
    tenant: string,
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}): Pick<RunningParticipants, 'hint' | 'close'> {
  const byTenant = new Map<string, CallHints>();
  const hintsOf = (tenant: string): CallHints => {
    const existing = byTenant.get(tenant);
    if (existing !== undefined) return existing;
    const hints = new CallHints({
      clock,
      forget: (ids) => forget(tenant, ids),
      read: (ids, signal) => read(tenant, ids, signal),
      onError: (error) => log.warn({ tenant, err: error }, 'calls of events could not be read'),
    });
    byTenant.set(tenant, hints);
    return hints;
  };
  return {
    hint: (tenant, callId) => hintsOf(tenant).add(callId),
    close: async () =>
      void (await Promise.all([...byTenant.values()].map((hints) => hints.close()))),
  };
}

/** Wraps a connector to report the total of users that a list of them announces. */
function countingUsers(
  connector: UpstreamConnector,
  onTotal: (total: number | null) => void,
): UpstreamConnector {
  return {
    ...connector,
    async execute(entity, ...call) {
      const answer = await connector.execute(entity, ...call);
      if (entity === users) onTotal(answer.page.total);
      return answer;
    },
  };
}

/** What operators can act on; messages of other errors may quote a person's data. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof IndexStoreError) return error.advice;
  return error instanceof SwitchboardError ? error.message : undefined;
}

/** The configured settings of synchronising. */
export function indexSettings(env: Environment): Partial<SyncSettings> {
  return {
    horizonMonths: env.INDEX_HORIZON_MONTHS,
    walk: 'contents',
    // Gateways that share an index read its newest part once an interval, not once each.
    recentEveryMs: (env.INDEX_INTERVAL_SECONDS * 1_000) / 2,
  };
}

export const transcriptSettings = (
  env: Environment,
  onBegin?: (cost: FillCost) => void,
): TranscriptSettings => ({ horizonMonths: env.TRANSCRIPTS_INDEX_HORIZON_MONTHS, onBegin });
