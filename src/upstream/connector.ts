/** Connector: the one door to the connector service, rows or a typed error. The steps of a read follow here in their order; each is a file beside this one. */

import { randomUUID } from 'node:crypto';
import type { Action, EntitySpec } from '../contract/entity-spec.ts';
import { readByteRange } from '../contract/wire/download-header.ts';
import type { Answer } from '../contract/wire/execute.ts';
import { asError, type SystemName } from '../errors.ts';
import type { Breaker } from './breaker.ts';
import { type ConnectorOptions, createInstances } from './connector-instance.ts';
import { defaultInstanceLimits } from './default-limit.ts';
import { createEntityStores, type EntityStore } from './entity-store.ts';
import type { BudgetView } from './rate-limiter.ts';
import type { Params } from './request-key.ts';
import { withRetries } from './retry.ts';
import { entityPrefix, RowScope, reloadKey } from './row-scope.ts';
import { createResources } from './shared-resource.ts';
import { createTransport, type Download } from './transport.ts';
import type { UnreadableParts } from './unreadable-part.ts';
import {
  type CacheHit,
  createUpstreamCache,
  decodeRows,
  type SizedAnswer,
} from './upstream-cache.ts';
import {
  type ExecuteOptions,
  prepare,
  publishEnd,
  type Request,
  type UpstreamRequest,
  upstreamRequest,
} from './upstream-request.ts';

export interface Connector {
  /**
   * Runs one read. Params are checked against the catalogue first: the service ignores unknown
   * ones silently, and a mistyped filter would return everything.
   * @throws UpstreamError when the upstream did not give rows, UserInputError for params that can't
   *   be, AllowanceSpentError for a call the request may not send any more.
   */
  execute(
    entity: EntitySpec,
    action: Exclude<Action, 'download'>,
    params: Params,
    options?: ExecuteOptions,
  ): Promise<Answer>;

  /** Opens a file. `range` is a Range header; unless it is one byte range, the whole comes. */
  download(
    entity: EntitySpec,
    params: Params,
    options?: ExecuteOptions & { readonly range?: string | undefined },
  ): Promise<Download>;

  close(): Promise<void>;
}

export interface UpstreamConnector extends Connector {
  /** Whose eyes it reads with: the tenant's connected user, unless it is a connector made by `as`. */
  readonly scope: RowScope;
  /** The connector that reads with other eyes: nothing read under one scope answers another. @throws Error for a scope of another tenant */
  as(scope: RowScope): UpstreamConnector;
  /** `execute`, at once where the answer is in memory. */
  executeMaybe(...call: Parameters<Connector['execute']>): Answer | Promise<Answer>;
  /** Rows of its scope by id and fields, shared by all requests. */
  readonly entities: EntityStore;
  /** What the CRM's user may not read. */
  readonly unreadable: UnreadableParts;
  /**
   * Evicts rows that have changed, and the answers that hold them, of all scopes, those shared with other gateways
   * too. Reads of the entity that are under way may bring the rows as they were: nobody joins them
   * any more, and nobody caches them. After a change of the CRM's, what was read for viewers who see only some rows
   * is used no more: which rows those are may hang on the changed one.
   */
  forget(entity: EntitySpec, ids: readonly string[]): Promise<void>;
  /** Number of times that rows of an entity were forgotten: a set of rows may be another since, whichever ids it holds. */
  changesOf(entity: EntitySpec): number;
  /** Remaining budget of a system; null when the system is not configured. */
  budget(system: SystemName): BudgetView | null;
  /** Whether a system's service takes a `nextRecordsUrl` back (`ExecuteOptions.locator`). */
  takesLocators(system: SystemName): boolean;
  /** Whether the CRM's service hands out archived and deleted records (`InstanceOptions.readsAllRows`). */
  readsAllRows(): boolean;
  /** Whether the CRM's service leaves out archived activities (`InstanceOptions.lacksArchive`). */
  lacksArchive(): boolean;
  /** Whether the CRM's service describes objects to whoever asks for their readable fields (`InstanceOptions.describesFields`). */
  describesFields(): boolean;
  /** Whether the CRM's service sends statements that are too long for an address (`InstanceOptions.takesLongStatements`). */
  takesLongStatements(): boolean;
  /** Whether a system's service lacks what its vendor has retired (`InstanceOptions.lacksRetired`). */
  lacksRetired(system: SystemName): boolean;
  /** Whether a system's service leaves null members out of rows, so that a missing member is null, and not lost. */
  leavesOutNulls(system: SystemName): boolean;
  /** Whether a system's breaker lets calls through; null when the system is not configured. */
  health(system: SystemName): Pick<Breaker, 'state' | 'isFailing'> | null;
}

type ScopeReader = Pick<
  UpstreamConnector,
  'scope' | 'entities' | 'execute' | 'executeMaybe' | 'download'
>;

/** Answer of a request with the number of its own attempts; those of a joined flight do not count. */
interface Outcome extends CacheHit {
  readonly attempts: number;
}

/**
 * Creates the connector of one tenant. Connectors with the same `resources` share cache memory and
 * the budgets of common instances, never answers.
 * @throws UserInputError for a malformed address or instance id
 */
export function createConnector(options: ConnectorOptions): UpstreamConnector {
  const limits = { ...defaultInstanceLimits, ...options.limits };
  const resources = options.resources ?? createResources({ runtime: options.runtime });
  const { runtime, flights } = resources;
  const { instances, origin } = createInstances(options, limits, resources);
  const transport = createTransport(origin, limits, runtime);
  const cache = createUpstreamCache(
    resources.memory,
    resources.sharedAnswers,
    limits.staleIfErrorMs,
    runtime,
  );

  const isCacheable = ({ freshness, mode }: Request): boolean =>
    freshness.freshMs > 0 && mode !== 'off';
  const isCached = (request: Request): boolean =>
    isCacheable(request) && request.mode === 'default';

  /** 1 · Cache: an answer that is fresh, or a little late while a new one is fetched. Known answers cost no step more. */
  const cachedHit = (request: Request, hit: CacheHit | null): CacheHit | null => {
    if (hit?.state === 'stale' && cache.startRevalidation(request.cacheKey)) refresh(request);
    return hit;
  };

  /** Number of times that rows of an entity were forgotten. */
  const changes = new Map<string, number>();
  const changesOf = ({ entity }: EntitySpec): number => changes.get(entity) ?? 0;
  /** Those of the CRM: a deal in other hands brings its contact roles, and the account above it, along. */
  let crmChanges = 0;
  /** Another gateway may have read between other changes: what it shares under the same number is of no use. */
  const self = randomUUID();

  const read = async (request: Request): Promise<Outcome> => {
    if (isCached(request)) {
      const hit = cachedHit(request, await cache.recallShared(request));
      if (hit !== null) return { ...hit, attempts: 0 };
    }
    let unpay = (): void => {};
    /** Number of attempts of this request: one that joins a flight sends nothing, also where the flight fails. */
    let sent = (): number => 0;
    try {
      const { call, joined, promise } = board(request, () => {
        unpay = request.pay?.() ?? unpay;
      });
      if (!joined) sent = () => call.attempts;
      const { answer } = await promise;
      // Without an own attempt the answer is another gateway's.
      const state =
        joined || call.attempts === 0 ? 'joined' : isCacheable(request) ? 'miss' : 'off';
      return { answer, state, attempts: sent() };
    } catch (error) {
      const stale = isCached(request) ? cache.staleIfError(request, error) : null;
      if (stale !== null) return { ...stale, attempts: sent() };
      publishEnd(request, { cache: 'miss', rows: 0, attempts: sent(), error }, runtime);
      throw error;
    } finally {
      if (sent() === 0) unpay();
    }
  };

  const answered = (request: Request, { answer, state, attempts }: Outcome): Answer => {
    const end = { cache: state, rows: answer.rows.length, attempts, error: null };
    publishEnd(request, end, runtime);
    return answer;
  };

  /** 2 · Coalesce: identical reads under way are one. A reload never joins a read older than itself. */
  const board = (request: Request, pay = (): void => {}) =>
    flights.join(
      request.mode === 'reload' ? reloadKey(request.key()) : request.key(),
      request,
      (signal) => {
        pay();
        const call = upstreamRequest(request, signal);
        return { call, promise: fetchShared(request, call) };
      },
    );

  /** … and one across gateways, where they share a store and may share the answer. */
  const fetchShared = (request: Request, call: UpstreamRequest): Promise<SizedAnswer> => {
    const { mode, entity } = request;
    const before = changesOf(entity);
    const fetch = async (): Promise<SizedAnswer> => {
      const fetched = await attempt(call, () => transport.rows(call));
      const isCurrent = isCacheable(request) && changesOf(entity) === before;
      // Gateways share what came, each decodes it.
      if (isCurrent) cache.share(request, fetched);
      decodeRows(request, fetched.answer);
      if (isCurrent) cache.put(request, fetched);
      return isCurrent || !isCacheable(request) ? fetched : asOld(fetched, request);
    };
    const { sharedFlights } = resources;
    if (sharedFlights === null || !isCacheable(request) || mode === 'reload') return fetch();
    return sharedFlights.once(call, () => cache.adoptShared(request), fetch);
  };

  const attempt = <T>(call: UpstreamRequest, send: () => Promise<T>): Promise<T> =>
    // 3 · Retry: outside the budget, since every attempt is a call that the upstream counts.
    withRetries(
      call,
      async () => {
        // The token is fetched before the permit, so that no permit waits for it.
        await call.instance.tokens.get(call.site);
        // 4 · Budget: wait for a permit; rejected at once if it can't come in time or the breaker
        // is open.
        return call.instance.budget.run(call, () =>
          // 5 · Breaker: one that opened meanwhile gives the permit back. 6 · Transport.
          call.vitals.breaker.run(call.site, send),
        );
      },
      limits,
      runtime,
    );

  /** Background refresh of a stale answer. Its failure is seen by the next caller. */
  const refresh = (request: Request): void => {
    const deadline = runtime.clock.monotonic() + limits.requestMs;
    const renewal: Request = { ...request, isForAll: true, priority: 'background', deadline };
    board({ ...renewal, signal: undefined }).promise.catch(() => {});
  };

  const tenant = options.tenant ?? 'default';
  const connectedUser = RowScope.ofConnectedUser(tenant);
  const storeOf = createEntityStores(
    resources.entities,
    ({ system }) => instances[system]?.keyPrefix ?? null,
    connectedUser,
    runtime,
  );

  const executeMaybe = (
    scope: RowScope,
    ...[entity, action, params, options = {}]: Parameters<Connector['execute']>
  ): Answer | Promise<Answer> => {
    try {
      const call = [entity, action, params] as const;
      const request = prepare({ instances, scope }, call, options, limits, runtime);
      const hit = isCached(request) ? cachedHit(request, cache.recall(request)) : null;
      if (hit !== null) return answered(request, { ...hit, attempts: 0 });
      return read(request).then((outcome) => answered(request, outcome));
    } catch (error) {
      return Promise.reject(asError(error));
    }
  };

  /** What a scope reads by. */
  const reader = (viewer: RowScope, scope = viewer.after(crmChanges, self)): ScopeReader => ({
    scope: viewer,
    entities: storeOf(scope),

    execute: (...call) => Promise.resolve(executeMaybe(scope, ...call)),
    executeMaybe: (...call) => executeMaybe(scope, ...call),

    async download(entity, params, options = {}): Promise<Download> {
      const range = readByteRange(options.range);
      const sent = range === undefined ? params : { ...params, range_header: range };
      const call = [entity, 'download', sent] as const;
      const request = prepare({ instances, scope }, call, options, limits, runtime);
      const attempted = upstreamRequest(request, options.signal ?? new AbortController().signal);
      let opened = null as Download | null;
      try {
        const file = await attempt(attempted, async () => {
          // Of an attempt that failed after all.
          opened?.body.destroy();
          opened = await transport.file(attempted, range);
          return opened;
        });
        const end = { cache: 'off', rows: 0, attempts: attempted.attempts, error: null } as const;
        publishEnd(request, end, runtime);
        return file;
      } catch (error) {
        opened?.body.destroy();
        publishEnd(
          request,
          { cache: 'off', rows: 0, attempts: attempted.attempts, error },
          runtime,
        );
        throw error;
      }
    },
  });

  const ofTenant: Omit<UpstreamConnector, keyof ScopeReader> = {
    as(scope) {
      if (scope.tenant !== tenant)
        throw new Error(`Expected a scope of tenant "${tenant}"; got one of "${scope.tenant}"`);
      return scope.equals(connectedUser) ? connector : { ...ofTenant, ...reader(scope) };
    },
    unreadable: resources.unreadable(instances.crm?.keyPrefix ?? null),
    changesOf,

    async forget(entity, ids) {
      const instance = instances[entity.system];
      if (instance === undefined) return;
      const prefix = entityPrefix(instance.keyPrefix, entity.entity);
      changes.set(entity.entity, changesOf(entity) + 1);
      if (entity.system === 'crm') crmChanges += 1;
      flights.close(prefix);
      for (const id of ids) connector.entities.drop(entity, id);
      await cache.forget(prefix, entity, ids);
    },

    budget: (system) => instances[system]?.budget.view() ?? null,

    takesLocators: (system) => (instances[system]?.locatorParam ?? null) !== null,
    readsAllRows: () => instances.crm?.readsAllRows === true,
    lacksArchive: () => instances.crm?.lacksArchive === true,
    describesFields: () => instances.crm?.describesFields === true,
    takesLongStatements: () => instances.crm?.takesLongStatements === true,
    lacksRetired: (system) => instances[system]?.lacksRetired === true,

    leavesOutNulls: (system) => instances[system]?.leavesOutNulls === true,

    health(system) {
      const instance = instances[system];
      return instance?.health.breaker ?? null;
    },

    async close() {
      for (const { keyPrefix } of Object.values(instances)) flights.cancel(keyPrefix);
      await transport.close();
      if (options.resources === undefined) await resources.close();
    },
  };
  const connector: UpstreamConnector = { ...ofTenant, ...reader(connectedUser) };
  return connector;
}

/** The answer at the end of its freshness: it is used once, and cached nowhere. */
function asOld(fetched: SizedAnswer, { freshness: { freshMs } }: Request): SizedAnswer {
  return { ...fetched, answer: { ...fetched.answer, cached: { ageMs: freshMs, stale: true } } };
}
