/** Execute endpoint, in the order of a call: bearer, instance, limits, body, interceptor, backend, page token, wrapper. */

import { dayUsageHeader, vendorRequestsHeader } from '../../contract/wire/execute.ts';
import {
  type Backend,
  type BackendAnswer,
  BackendError,
  type BackendOperation,
} from '../backend.ts';
import { type Exchange, readObject, sendText, signalOf } from '../http/json-exchange.ts';
import { ServiceHttpError, throttled, vendorErrorResponse } from '../http/service-error.ts';
import type { InstanceStore } from '../instance/store.ts';
import type { CallInterceptor, Interceptor } from '../interceptor.ts';
import { writeJson } from '../json-fragment-cache.ts';
import { type CallLog, noteRequest, type OpenEntry, settle, watch } from '../log.ts';
import type { CallLimiter } from '../request-rate-limit.ts';
import { type JsonAnswer, type PageTokens, pageOf, scopeOf, wrap } from './answer-page.ts';
import { type Bytes, sendFile } from './download.ts';
import type { OpenQuery } from './page-token.ts';
import { type ExecuteCall, readExecute } from './request.ts';

interface ExecuteParts {
  /** By the instance's profile; null where the service was started without it. */
  readonly backends: { readonly synthetic: Backend | null; readonly vendor: Backend | null };
  readonly instances: InstanceStore;
  readonly tokens: PageTokens;
  readonly limiter: CallLimiter;
  readonly interceptor: Interceptor | null;
  readonly log: CallLog;
  readonly monotonic: () => number;
  /** @throws ServiceHttpError 401 */
  readonly authorise: (authorization: string | undefined) => void;
}

/** One call under way. */
interface Run {
  readonly call: ExecuteCall;
  readonly interceptor: CallInterceptor | undefined;
  readonly exchange: Exchange;
  readonly entry: OpenEntry;
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
}

/** Entities that leave their page block out when one page holds everything. */
const sparse: ReadonlySet<string> = new Set(['library_folder_content']);

/** @throws ServiceHttpError for every call that is not answered with rows or bytes. */
export function executeHandler(
  parts: ExecuteParts,
): (exchange: Exchange, instanceId: string) => Promise<void> {
  return async (exchange, instanceId) => {
    const arrived = parts.monotonic();
    const elapsed = (): number => parts.monotonic() - arrived;
    const entry = parts.log.open(instanceId);
    const signal = signalOf(exchange.response);
    watch(exchange.response, entry, elapsed, parts.interceptor?.breaking);
    try {
      parts.authorise(exchange.request.headers.authorization);
      const instance = parts.instances.find(instanceId);
      if (instance === undefined) {
        throw new ServiceHttpError(404, { message: 'Expected the id of a connector instance' });
      }
      const wait = parts.limiter.arrive(instance.id, arrived);
      const body = await readObject(exchange.request);
      noteRequest(entry, body);
      if (wait !== null) throw throttled(String(wait));
      const call = readExecute(body, instance);
      const interceptor = parts.interceptor?.intercept(call);
      await answer(parts, { call, interceptor, exchange, entry, signal, elapsed });
    } catch (error) {
      const refusal = error instanceof BackendError ? vendorErrorResponse(error) : error;
      if (signal.aborted) return;
      settle(entry, refusal instanceof ServiceHttpError ? refusal.status : 500, elapsed());
      throw refusal;
    }
  };
}

async function answer(parts: ExecuteParts, run: Run): Promise<void> {
  const { call, interceptor, exchange, entry, signal } = run;
  if (interceptor !== undefined) entry.faults = interceptor.kinds;
  if (await interceptor?.before?.(exchange.response, signal)) {
    if (exchange.response.headersSent) settle(entry, exchange.response.statusCode, run.elapsed());
    return;
  }
  const from = whereFrom(parts.tokens, call);
  const backendAnswer = await fetchPage(parts, run, from);
  if (signal.aborted) return;
  if (backendAnswer.kind === 'bytes') await download(run, backendAnswer);
  else sendRows(parts, run, backendAnswer, from);
}

/** Position in the list: the open query behind a locator, the continuation behind a cursor, or null at the start. */
function whereFrom({ cursors, locators }: PageTokens, call: ExecuteCall) {
  if (call.locator !== null) {
    const query = locators.find(call.instance.id, call.locator);
    return { params: query.params, next: query.next, query };
  }
  if (call.cursor !== null) {
    return { params: call.params, next: cursors.open(scopeOf(call), call.cursor), query: null };
  }
  return { params: call.params, next: null, query: null };
}

type Start = ReturnType<typeof whereFrom>;

async function fetchPage(parts: ExecuteParts, run: Run, from: Start): Promise<BackendAnswer> {
  const { call, signal, interceptor, exchange } = run;
  const { instance, entity, action } = call;
  const backend = backendOf(parts, run);
  let requests = 0;
  const operation: BackendOperation = {
    system: instance.system,
    entity: entity.entity,
    action,
    params: from.params,
    page: from.next,
    signal,
    usage: ({ used, limit }) => {
      // The vendor's own header: it counts the vendor's whole day, not only this service's calls.
      if (!exchange.response.headersSent)
        exchange.response.setHeader(dayUsageHeader, `api-usage=${used}/${limit}`);
    },
    requested: () => {
      requests += 1;
      // The caller has counted one.
      if (requests > 1 && !exchange.response.headersSent)
        exchange.response.setHeader(vendorRequestsHeader, requests);
    },
    instance: { id: instance.id, credentials: () => parts.instances.credentials(instance.id) },
  };
  try {
    return await (interceptor?.execute?.(operation, backend) ?? backend.execute(operation));
  } catch (error) {
    const empty = error instanceof BackendError && error.status === 404;
    if (
      !empty ||
      call.operation.answer !== 'cursor-page' ||
      instance.profile.emptyList === 'error'
    ) {
      throw error;
    }
    return { kind: 'cursor-page', rows: [], totalRecords: 0, pageNumber: 0, next: null };
  }
}

/** @throws ServiceHttpError 503 where the service was started without the instance's backend. */
function backendOf({ backends }: ExecuteParts, { call }: Run): Backend {
  const { backend } = call.instance.profile;
  const opened = backends[backend];
  if (opened !== null) return opened;
  throw new ServiceHttpError(503, {
    message: `This service was started without the ${backend} backend`,
  });
}

function sendRows(parts: ExecuteParts, run: Run, backendAnswer: JsonAnswer, from: Start): void {
  const { call, interceptor, entry, exchange, elapsed } = run;
  const { response } = exchange;
  const { wrapper } = call.instance.profile;
  const query: OpenQuery | null = from.query;
  const unchanged = pageOf(backendAnswer, { ...call, params: from.params }, parts.tokens, query);
  const page = interceptor?.page?.(unchanged) ?? unchanged;
  const facts = {
    instance: call.instance.id,
    ms: elapsed(),
    sparse: sparse.has(call.entity.entity),
  };
  entry.rows = page.rows.length;
  settle(entry, 200, elapsed());
  if (interceptor?.send) interceptor.send(response, page, facts);
  else sendText(response, 200, writeJson(wrap(wrapper, page, facts)), 'application/json');
}

async function download(run: Run, file: Bytes): Promise<void> {
  const { call, interceptor, exchange, entry, signal } = run;
  const { response } = exchange;
  const requested = call.params.range_header ?? exchange.request.headers.range;
  entry.bytes = await sendFile(response, interceptor?.file?.(file, response) ?? file, {
    range: typeof requested === 'string' ? requested : undefined,
    honourRanges: call.instance.profile.ranges === 'honoured',
    signal,
  });
  settle(entry, response.statusCode, run.elapsed());
}
