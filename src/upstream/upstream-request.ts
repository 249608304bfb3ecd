/** Upstream requests: what a caller asks for, checked and with its defaults filled in, and the execute request that is sent for it. */

import {
  type Action,
  checkParams,
  type EntitySpec,
  issueLine,
  type OperationSpec,
} from '../contract/entity-spec.ts';
import { locatorPattern, paramsShape } from '../contract/wire/execute.ts';
import {
  cancelled,
  outOfTime,
  SwitchboardError,
  UpstreamError,
  type UpstreamSite,
  UserInputError,
} from '../errors.ts';
import type { Vitals } from './breaker.ts';
import type { Runtime } from './clock.ts';
import type { Instance, Instances } from './connector-instance.ts';
import type { Limits } from './default-limit.ts';
import { type CacheState, type CallEvent, callTopic } from './diagnostics-channel.ts';
import type { Priority, QueuedCall } from './rate-limit-queue.ts';
import { AllowanceSpentError, type RequestAllowance } from './request-allowance.ts';
import { digestOf, type FirstRows, type Params, requestKey } from './request-key.ts';
import type { RowScope, ScopedKey } from './row-scope.ts';
import type { CacheQuery } from './upstream-cache.ts';

export interface ExecuteOptions {
  /** Aborted when no caller waits any more. */
  readonly signal?: AbortSignal | undefined;
  /** Background work waits behind interactive work. Default: interactive. */
  readonly priority?: 'interactive' | 'background' | undefined;
  /** Client whose turn in the budget the call takes (an API key, a session). Default: one shared client. */
  readonly client?: string | undefined;
  /** Deadline of the answer, in milliseconds on the connector's clock. Default: 30 s from now. */
  readonly deadline?: number | undefined;
  /** `reload` skips reading the cache and refreshes it; `off` leaves it alone. Default: by the entity's freshness. */
  readonly cache?: 'default' | 'reload' | 'off' | undefined;
  /**
   * A `nextRecordsUrl` of an earlier page of the same query, to go on from there. Only where the
   * service takes one back: see `locatorParam` of the instance's options.
   */
  readonly locator?: string | undefined;
  /** Call allowance of the request; without one calls are unlimited. Cached and shared answers take nothing from it. */
  readonly allowance?: RequestAllowance | undefined;
  /** Notes of the request that the call is made for. Default: nobody notes it. */
  readonly notes?: CallNotes | undefined;
  /** Whether the call is beyond the estimate: a page came shorter than requested, or a list moved. */
  readonly isBeyond?: boolean | undefined;
  /** Whether the call is made for all requests to come: it is counted by budgets, and to no request. */
  readonly isForAll?: boolean | undefined;
  /**
   * Whether a client wrote the statement: its failures say nothing of the instance, and count
   * against the same statement alone.
   */
  readonly isForeign?: boolean | undefined;
  /**
   * Limit of the call, the first rows of an ordered list; `params` are the same without the
   * limit. A cached answer with a larger limit, or with all rows of the list, holds this one.
   */
  readonly firstRows?: FirstRows | undefined;
}

/** Notes of one request's calls. */
export interface CallNotes {
  /** A call is sent in its name; an answer may be complete before all its calls are, where one has failed. */
  sent(): void;
  /** A call has its answer or error, from wherever it came. */
  ended(event: CallEvent): void;
}

export interface Request extends CacheQuery {
  readonly instance: Instance;
  readonly tenant: string;
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
  readonly params: Params;
  readonly site: UpstreamSite;
  /** Tenant, instance, credential generation, entity, row scope, action and canonical params, as one string; an answer that is cached needs it not. */
  readonly key: () => ScopedKey;
  /** Vitals that its failures count against. */
  readonly vitals: Vitals;
  readonly mode: 'default' | 'reload' | 'off';
  readonly client: string;
  readonly priority: Priority;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Counted to no request: it refreshes a cached answer in the background, or is made for all requests. */
  readonly isForAll: boolean;
  readonly notes: CallNotes | undefined;
  /** Pays for a call that this request sends. @returns a refund */
  readonly pay: (() => () => void) | null;
  /** On the monotonic clock. */
  readonly started: number;
}

/** Upstream request: one under way, with the parts that the steps of a read need, shared by all callers of its flight. */
export interface UpstreamRequest
  extends Omit<Request, 'priority' | 'deadline' | 'signal'>,
    Omit<QueuedCall, 'vitals'> {
  /** Number of attempts so far. */
  attempts: number;
  /** Whether the upstream may still be at work on the last attempt, which failed. */
  mayStillRun: boolean;
}

export const upstreamRequest = (request: Request, signal: AbortSignal): UpstreamRequest => ({
  ...request,
  signal,
  attempts: 0,
  mayStillRun: false,
  promoted: null,
  sent: null,
  answered: null,
});

function once<T extends object | string>(make: () => T): () => T {
  let value: T | null = null;
  return () => {
    value ??= make();
    return value;
  };
}

/**
 * Checks a request and fills its defaults in.
 * @throws UserInputError; UpstreamError for a system without an instance or a caller that has left
 */
export function prepare(
  { instances, scope }: { readonly instances: Instances; readonly scope: RowScope },
  [entity, action, baseParams]: readonly [EntitySpec, Action, Params],
  options: ExecuteOptions,
  limits: Limits,
  { clock }: Runtime,
): Request {
  const site = { service: entity.system, entity: entity.entity, action };
  const instance = instances[entity.system];
  if (instance === undefined) {
    const what = `No account of the ${entity.system} system is configured.`;
    throw new UpstreamError('NOT_CONFIGURED', what, site, { attempts: 0 });
  }
  const operation = checked(entity, action, baseParams);
  if (options.signal?.aborted) throw cancelled(site);
  const started = clock.monotonic();
  const deadline = options.deadline ?? started + limits.requestMs;
  if (deadline <= started) throw outOfTime(site);
  const { allowance, isBeyond = false, firstRows, locator } = options;
  const params = locator === undefined ? baseParams : located(instance, baseParams, locator);
  const keyBy = (digest: string) => requestKey(instance.keyPrefix, scope, site, digest);
  const keyOf = (of: Params) => keyBy(digestOf(of));
  const cacheKey = firstRows === undefined ? keyOf(params) : keyBy(firstRows.digest);
  const key = firstRows === undefined ? () => cacheKey : once(() => keyOf(params));
  return {
    instance,
    tenant: instance.tenant,
    entity,
    action,
    operation,
    params,
    site,
    key,
    cacheKey,
    limit: firstRows?.limit,
    contents: firstRows === undefined ? null : once(() => firstRows.contents(keyOf)),
    vitals: options.isForeign === true ? instance.health.ofStatement(key()) : instance.health,
    freshness: entity.freshness,
    // Hits of a search are of several objects: whoever searched decodes them.
    decode: action === 'search' ? null : (entity.decode ?? null),
    mode: options.cache ?? 'default',
    client: options.client ?? '',
    priority: options.priority ?? 'interactive',
    deadline,
    signal: options.signal,
    isForAll: options.isForAll === true,
    notes: options.notes,
    pay: allowance === undefined ? null : () => allowance.take(site, isBeyond),
    started,
  };
}

function checked(entity: EntitySpec, action: Action, params: Params): OperationSpec {
  const operation = entity.operations[action];
  const issues = checkParams(entity, action, params, 'send');
  if (issues.length > 0 || operation === undefined) {
    const lines = issues.map(issueLine).join('; ');
    throw new UserInputError(`${entity.entity} ${action}: ${lines}.`);
  }
  return operation;
}

/** Params with a page's locator. Its form is checked: it is data from outside. */
function located({ locatorParam }: Instance, params: Params, locator: string): Params {
  if (locatorParam === null) {
    throw new UserInputError('This service takes no nextRecordsUrl back; one was given.');
  }
  if (!locatorPattern.test(locator)) {
    throw new UserInputError('A nextRecordsUrl must be the path of a query; another form came.');
  }
  return { ...params, [locatorParam]: locator };
}

/** Notes and publishes the end of a request. */
export function publishEnd(
  request: Request,
  end: { cache: CacheState; rows: number; attempts: number; error: unknown },
  { clock }: Runtime,
): void {
  let shape: CallEvent['shape'] | undefined;
  const event = once(() => ({
    tenant: request.tenant,
    system: request.site.service,
    entity: request.site.entity,
    action: request.action,
    cache: end.cache,
    ms: clock.monotonic() - request.started,
    rows: end.rows,
    attempts: end.attempts,
    // Most listeners only count.
    get shape() {
      shape ??= paramsShape(request.params);
      return shape;
    },
    error: codeOf(end.error),
    withheld: end.error instanceof AllowanceSpentError,
  }));
  request.notes?.ended(event());
  callTopic.publish(event);
}

function codeOf(error: unknown) {
  if (error === null) return null;
  return error instanceof SwitchboardError ? error.code : 'INTERNAL';
}
