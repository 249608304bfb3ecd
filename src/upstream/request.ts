/** What a caller asked, checked and with its defaults filled in; and the call that may come of it. */

import type { Action, EntitySpec, OperationSpec } from '../contract/catalog.ts';
import { checkParams, faultLine } from '../contract/param.ts';
import { locatorPattern } from '../contract/wire/decode.ts';
import { paramsShape } from '../contract/wire/shape.ts';
import { SwitchboardError, UpstreamError, type UpstreamSite, UserInputError } from '../errors.ts';
import { AllowanceSpentError } from './allowance.ts';
import type { Terms } from './cache.ts';
import type { Priority, UpstreamCall } from './call.ts';
import { callKey } from './canonical.ts';
import { type CacheState, type CallEvent, callTopic } from './channel.ts';
import type { ExecuteOptions, Params } from './connector.ts';
import { cancelled, outOfTime } from './fault.ts';
import type { Vitals } from './health.ts';
import type { Instance, Instances } from './instance.ts';
import type { Limits, Surroundings } from './option.ts';

export interface Request {
  readonly instance: Instance;
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
  readonly params: Params;
  readonly site: UpstreamSite;
  readonly key: string;
  /** Under which its answer is cached: calls that differ only in their limit share one entry. */
  readonly cacheKey: string;
  readonly limit: number | undefined;
  readonly vitals: Vitals;
  readonly terms: Terms;
  readonly mode: 'default' | 'reload' | 'off';
  readonly client: string;
  readonly priority: Priority;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly askedBy: string | undefined;
  readonly trace: object | undefined;
  /** Fetches a kept answer anew, on nobody's time. */
  readonly renews: boolean;
  /** Pays for a call that is sent in this request's name; gives what takes it back. */
  readonly pay: (() => () => void) | null;
  /** On the monotonic clock. */
  readonly started: number;
}

/** @throws UserInputError, or UpstreamError for a system without an instance or a caller that has left */
export function prepare(
  instances: Instances,
  [entity, action, own]: readonly [EntitySpec, Action, Params],
  asked: ExecuteOptions,
  limits: Limits,
  { clock }: Surroundings,
): Request {
  const site = { service: entity.system, entity: entity.entity, action };
  const instance = instances[entity.system];
  if (instance === undefined) {
    const what = `No connector instance is configured for ${entity.system}.`;
    throw new UpstreamError('UPSTREAM_BAD_REQUEST', what, site, { attempts: 0 });
  }
  const operation = checked(entity, action, own);
  const params = asked.locator === undefined ? own : located(instance, own, asked.locator);
  if (asked.signal?.aborted) throw cancelled(site);
  const { allowance, isBeyond = false } = asked;
  const started = clock.monotonic();
  const deadline = asked.deadline ?? started + limits.requestMs;
  if (deadline <= started) throw outOfTime(site);
  const keyOf = (of: Params) => callKey(instance.keyPrefix, entity.entity, action, of);
  const key = keyOf(params);
  const { firstRows } = asked;
  return {
    instance,
    entity,
    action,
    operation,
    params,
    site,
    key,
    cacheKey: firstRows === undefined ? key : keyOf(firstRows.params),
    limit: firstRows?.limit,
    vitals: asked.isForeign === true ? instance.health.ofStatement(key) : instance.health,
    terms: { ...entity.freshness, staleIfErrorMs: limits.staleIfErrorMs },
    mode: asked.cache ?? 'default',
    client: asked.client ?? '',
    priority: asked.priority ?? 'interactive',
    deadline,
    signal: asked.signal,
    askedBy: asked.askedBy,
    trace: asked.trace,
    renews: false,
    pay: allowance === undefined ? null : () => allowance.take(site, isBeyond),
    started,
  };
}

/** The operation whose params these were found to be. Who asks the same again may do it with the same params. */
const sound = new WeakMap<Params, OperationSpec>();

function checked(entity: EntitySpec, action: Action, params: Params): OperationSpec {
  const operation = entity.operations[action];
  if (operation !== undefined && sound.get(params) === operation) return operation;
  const faults = checkParams(entity, action, params, 'send');
  if (faults.length > 0 || operation === undefined) {
    const lines = faults.map(faultLine).join('; ');
    throw new UserInputError(`${entity.entity} ${action}: ${lines}.`);
  }
  sound.set(params, operation);
  return operation;
}

/** Params with a page's path in the parameter that takes it. Its form is checked: it is data from outside. */
function located({ locatorParam }: Instance, params: Params, locator: string): Params {
  if (locatorParam === null) {
    throw new UserInputError('This service takes no nextRecordsUrl back; one was given.');
  }
  if (!locatorPattern.test(locator)) {
    throw new UserInputError('A nextRecordsUrl must be the path of a query; another form came.');
  }
  return { ...params, [locatorParam]: locator };
}

export function toCall(request: Request, signal: AbortSignal): UpstreamCall {
  const { instance, vitals, entity, action, operation, params, site, key } = request;
  const { client, priority, deadline, askedBy, trace, renews } = request;
  return {
    ...{ instance, vitals, entity, action, operation, params, site, key },
    ...{ client, priority, deadline, askedBy, trace, renews },
    signal,
    attempts: 0,
    promoted: null,
    sent: null,
    answered: null,
  };
}

/** Tells whoever listens how a request ended. */
export function tellEnd(
  request: Request,
  end: { cache: CacheState; rows: number; attempts: number; error: unknown },
  { clock }: Surroundings,
): void {
  let shape: CallEvent['shape'] | undefined;
  callTopic.tell(() => ({
    tenant: request.instance.tenant,
    system: request.entity.system,
    entity: request.entity.entity,
    action: request.action,
    askedBy: request.askedBy,
    trace: request.trace,
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
}

function codeOf(error: unknown) {
  if (error === null) return null;
  return error instanceof SwitchboardError ? error.code : 'INTERNAL';
}
