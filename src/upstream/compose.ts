/** The itinerary of a read, in one list; each step is a file beside this one. */

import type { Answer } from '../contract/wire/answer.ts';
import { checkRange } from '../contract/wire/media.ts';
import type { SystemName } from '../errors.ts';
import type { BudgetView } from './budget.ts';
import { createAnswerCache, type Recall } from './cache.ts';
import type { Fetched, UpstreamCall } from './call.ts';
import type { Connector, Download } from './connector.ts';
import { openFile } from './download.ts';
import { createEntityStore, type EntityStore } from './entity-store.ts';
import { createInstances } from './instance.ts';
import { type ConnectorOptions, defaultLimits } from './option.ts';
import { prepare, type Request, tellEnd, toCall } from './request.ts';
import { createResources } from './resource.ts';
import { withRetries } from './retry.ts';
import { createTransport } from './transport.ts';

export interface UpstreamConnector extends Connector {
  /** Rows of this tenant by id and fields, shared by all requests. */
  readonly entities: EntityStore;
  /** What is left of a system's budget; null when the system is not configured. */
  budget(system: SystemName): BudgetView | null;
  /** Whether a system's service takes a `nextRecordsUrl` back (`ExecuteOptions.locator`). */
  takesLocators(system: SystemName): boolean;
  /** Whether what a system's service does not name in a row is null, and not lost. */
  leavesOutNulls(system: SystemName): boolean;
  /** Whether a system's breaker lets calls through; null when the system is not configured. */
  health(system: SystemName): { readonly breaker: 'closed' | 'open' | 'half-open' } | null;
}

/** How often a request has been sent in its own name so far; not by a flight it joined. */
interface OwnAttempts {
  attempts: () => number;
}

/**
 * A connector of one tenant. Several given the same `resources` share cache memory and the
 * budgets of instances they have in common, never answers.
 * @throws UserInputError for an address or instance id that can't be one
 */
export function createConnector(options: ConnectorOptions): UpstreamConnector {
  const limits = { ...defaultLimits, ...options.limits };
  const resources = options.resources ?? createResources({ surroundings: options.surroundings });
  const { surroundings, flights } = resources;
  const { instances, origin } = createInstances(options, limits, resources);
  const transport = createTransport(origin, limits, surroundings);
  const cache = createAnswerCache(resources.memory, resources.sharedAnswers, surroundings);

  const keeps = ({ terms, mode }: Request): boolean => terms.freshMs > 0 && mode !== 'off';

  /** 1 · Cache: an answer that is fresh, or a little late while a new one is fetched. */
  const read = async (request: Request, own: OwnAttempts): Promise<Recall> => {
    const { cacheKey, mode } = request;
    if (keeps(request) && mode === 'default') {
      const known = cache.recall(request) ?? (await cache.recallShared(request));
      if (known !== null) {
        if (known.state === 'stale' && cache.claimRefresh(cacheKey)) refresh(request);
        return known;
      }
    }
    let unpay: (() => void) | null = null;
    const { call, joined, promise } = board(request, () => {
      unpay = request.pay?.() ?? null;
    });
    // Whoever joins a flight sends nothing, also where it fails.
    own.attempts = () => (joined ? 0 : call.attempts);
    try {
      const { answer } = await promise;
      // Without an attempt of its own it was another gateway's.
      const state = joined || call.attempts === 0 ? 'joined' : keeps(request) ? 'miss' : 'off';
      return { answer, state };
    } catch (error) {
      const excuse = keeps(request) && mode === 'default' ? cache.excuse(request, error) : null;
      if (excuse === null) throw error;
      return excuse;
    } finally {
      if (call.attempts === 0) (unpay as (() => void) | null)?.();
    }
  };

  /** 2 · Coalesce: identical reads under way are one. A reload never joins a read older than itself. */
  const board = (request: Request, pay = (): void => {}) =>
    flights.join(request.mode === 'reload' ? `${request.key}!` : request.key, request, (signal) => {
      pay();
      const call = toCall(request, signal);
      return { call, promise: fetchOnce(request, call) };
    });

  /** … and one across gateways, where they share a store and may share the answer. */
  const fetchOnce = (request: Request, call: UpstreamCall): Promise<Fetched> => {
    const { mode } = request;
    const fetch = async (): Promise<Fetched> => {
      const fetched = await attempt(call, () => transport.rows(call));
      if (keeps(request)) cache.keep(request, fetched);
      return fetched;
    };
    const { sharedFlights } = resources;
    if (sharedFlights === null || !keeps(request) || mode === 'reload') return fetch();
    return sharedFlights.once(call, () => cache.adoptShared(request), fetch);
  };

  const attempt = <T>(call: UpstreamCall, send: () => Promise<T>): Promise<T> =>
    // 3 · Retry: outside the budget, since every attempt is a call that the upstream counts.
    withRetries(
      call,
      async () => {
        // Nobody holds a turn while a token is fetched.
        await call.instance.tokens.get(call.site);
        // 4 · Budget: wait for a turn; refused at once if it can't come in time or the breaker is open.
        return call.instance.budget.run(call, () =>
          // 5 · Breaker: what came to be open meanwhile gives the turn back. 6 · Transport.
          call.vitals.breaker.run(call, send),
        );
      },
      limits,
      surroundings,
    );

  /** Fetches a stale answer anew, on nobody's time. Whoever asks next learns of a failure. */
  const refresh = (request: Request): void => {
    const deadline = surroundings.clock.monotonic() + limits.requestMs;
    const renewal: Request = { ...request, renews: true, priority: 'background', deadline };
    board({ ...renewal, signal: undefined }).promise.catch(() => {});
  };

  const entities = createEntityStore(
    resources.entities,
    ({ system }) => instances[system]?.keyPrefix ?? null,
    surroundings,
  );

  return {
    entities,

    async execute(entity, action, params, asked = {}): Promise<Answer> {
      const request = prepare(instances, [entity, action, params], asked, limits, surroundings);
      const own: OwnAttempts = { attempts: () => 0 };
      try {
        const { answer, state } = await read(request, own);
        const end = { cache: state, rows: answer.rows.length, error: null };
        tellEnd(request, { ...end, attempts: own.attempts() }, surroundings);
        return answer;
      } catch (error) {
        const end = { cache: 'miss', rows: 0, error } as const;
        tellEnd(request, { ...end, attempts: own.attempts() }, surroundings);
        throw error;
      }
    },

    async download(entity, params, asked = {}): Promise<Download> {
      const { range } = asked;
      const sent = range === undefined ? params : { ...params, range_header: checkRange(range) };
      const request = prepare(instances, [entity, 'download', sent], asked, limits, surroundings);
      const call = toCall(request, asked.signal ?? new AbortController().signal);
      try {
        const file = await attempt(call, () => openFile(call, transport, range));
        const end = { cache: 'off', rows: 0, attempts: call.attempts, error: null } as const;
        tellEnd(request, end, surroundings);
        return file;
      } catch (error) {
        tellEnd(request, { cache: 'off', rows: 0, attempts: call.attempts, error }, surroundings);
        throw error;
      }
    },

    budget: (system) => instances[system]?.budget.view() ?? null,

    takesLocators: (system) => (instances[system]?.locatorParam ?? null) !== null,

    leavesOutNulls: (system) => instances[system]?.leavesOutNulls === true,

    health(system) {
      const instance = instances[system];
      return instance === undefined ? null : { breaker: instance.health.breaker.state };
    },

    async close() {
      for (const { keyPrefix } of Object.values(instances)) flights.cancel(keyPrefix);
      await transport.close();
      if (options.resources === undefined) await resources.close();
    },
  };
}
