/** Execute endpoint, in the order of a call: bearer, instance, limits, body, faults, backend, page token, wrapper. */

import { dayUsageHeader, vendorRequestsHeader } from '../../contract/wire/execute.ts';
import type { FaultHits, FaultPlan } from '../../demo/fault/fault-plan.ts';
import { saying } from '../../demo/fault/hidden-fault.ts';
import { corruptPage, endEarly, readCut } from '../../demo/fault/page-fault.ts';
import {
  answerInstead,
  sendCorrupted,
  throttled,
  wrapWithFaults,
} from '../../demo/fault/response-fault.ts';
import { type Backend, type BackendAnswer, BackendError } from '../backend.ts';
import type { CallLimiter } from '../call-limit.ts';
import { type Exchange, readObject, sendText, signalOf } from '../http/json-exchange.ts';
import {
  refusedCursor,
  refusedLocator,
  ServiceHttpError,
  vendorErrorResponse,
} from '../http/service-error.ts';
import type { InstanceStore } from '../instance/store.ts';
import { writeJson } from '../json-fragment-cache.ts';
import { type CallLog, noteRequest, type OpenEntry, settle, watch } from '../log.ts';
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
  readonly faults: FaultPlan;
  readonly log: CallLog;
  readonly clock: () => number;
  readonly monotonic: () => number;
  /** @throws ServiceHttpError 401 */
  readonly authorise: (authorization: string | undefined) => void;
}

/** One call under way. */
interface Run {
  readonly call: ExecuteCall;
  readonly hits: FaultHits | null;
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
    watch(exchange.response, entry, elapsed);
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
      const site = { instance: instance.id, system: instance.system, entity: call.entity.entity };
      const hits = parts.faults.hits({ ...site, action: call.action });
      await answer(parts, { call, hits, exchange, entry, signal, elapsed });
    } catch (error) {
      const refusal = error instanceof BackendError ? vendorErrorResponse(error) : error;
      if (signal.aborted) return;
      settle(entry, refusal instanceof ServiceHttpError ? refusal.status : 500, elapsed());
      throw refusal;
    }
  };
}

async function answer(parts: ExecuteParts, run: Run): Promise<void> {
  const { call, hits, exchange, entry, signal } = run;
  if (hits !== null) {
    entry.faults = hits.kinds;
    const context = { system: call.instance.system, entity: call.entity.entity };
    const { clock } = parts;
    if (await answerInstead(hits, exchange.response, { ...context, clock, signal })) {
      if (exchange.response.headersSent) settle(entry, exchange.response.statusCode, run.elapsed());
      return;
    }
    await drift(backendOf(parts, run), run);
  }
  const from = whereFrom(parts.tokens, run);
  const found = await fetchPage(parts, run, from);
  if (signal.aborted) return;
  if (found.kind === 'bytes') await download(run, found);
  else sendRows(parts, run, found, from);
}

/** Position in the list: the open query behind a locator, the continuation behind a cursor, or null at the start. */
function whereFrom({ cursors, locators }: PageTokens, { call, hits }: Run) {
  const expired = hits?.of('cursor')?.effect.change === 'expired';
  if (call.locator !== null) {
    if (expired) throw refusedLocator();
    const query = locators.find(call.instance.id, call.locator);
    return { params: query.params, next: query.next, query };
  }
  if (call.cursor !== null) {
    if (expired) throw refusedCursor('expired');
    return { params: call.params, next: cursors.open(scopeOf(call), call.cursor), query: null };
  }
  return { params: call.params, next: null, query: null };
}

type Start = ReturnType<typeof whereFrom>;

async function fetchPage(parts: ExecuteParts, run: Run, from: Start): Promise<BackendAnswer> {
  const { call, signal, hits, exchange } = run;
  const { instance, entity, action } = call;
  const cut = readCut(from.next);
  let requests = 0;
  try {
    const answer = await backendOf(parts, run).execute({
      system: instance.system,
      entity: entity.entity,
      action,
      params: from.params,
      page: cut.page,
      hidden: hits?.all('hidden').flatMap(({ effect }) => effect.names),
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
    });
    return endEarly(answer, cut, hits?.of('early-end')?.effect);
  } catch (error) {
    const empty = error instanceof BackendError && error.status === 404;
    if (
      !empty ||
      call.operation.answer !== 'cursor-page' ||
      instance.profile.emptyList === 'error'
    ) {
      throw saying(hits?.of('hidden')?.effect.says, error);
    }
    return { kind: 'cursor-page', rows: [], totalRecords: 0, pageNumber: 0, next: null };
  }
}

/** @throws ServiceHttpError 503 where the service was started without the instance's backend. */
function backendOf({ backends }: ExecuteParts, { call }: Run): Backend {
  const { backend } = call.instance.profile;
  const found = backends[backend];
  if (found !== null) return found;
  throw new ServiceHttpError(503, {
    message: `This service was started without the ${backend} backend`,
  });
}

/** Lets records change as if other people worked meanwhile; a backend that can't is left alone. */
async function drift(backend: Backend, { call, hits }: Run): Promise<void> {
  for (const { effect, random } of hits?.all('drift') ?? []) {
    const { insert = 0, delete: gone = 0, update = 0 } = effect;
    const entity = effect.of ?? call.entity.entity;
    await backend.drift?.({ entity, insert, delete: gone, update, random });
  }
}

function sendRows(parts: ExecuteParts, run: Run, found: JsonAnswer, from: Start): void {
  const { call, hits, entry, exchange, elapsed } = run;
  const { response } = exchange;
  const { wrapper } = call.instance.profile;
  const requested = call.cursor ?? call.locator;
  const query: OpenQuery | null = from.query;
  const whole = pageOf(found, { ...call, params: from.params }, parts.tokens, query);
  const page =
    hits === null ? whole : corruptPage(hits, whole, { key: call.entity.key, requested });
  const facts = {
    instance: call.instance.id,
    ms: elapsed(),
    sparse: sparse.has(call.entity.entity),
  };
  entry.rows = page.rows.length;
  settle(entry, 200, elapsed());
  if (hits === null) {
    sendText(response, 200, writeJson(wrap(wrapper, page, facts)), 'application/json');
  } else {
    sendCorrupted(hits, response, JSON.stringify(wrapWithFaults(hits, wrapper, page, facts)));
  }
}

async function download(run: Run, file: Bytes): Promise<void> {
  const { call, hits, exchange, entry, signal } = run;
  const requested = call.params.range_header ?? exchange.request.headers.range;
  const headers = hits?.of('file-headers')?.effect;
  const dressed: Bytes = {
    ...file,
    contentType: headers?.contentType ?? file.contentType,
    fileName: headers?.fileName ?? file.fileName,
  };
  entry.bytes = await sendFile(exchange.response, dressed, {
    range: typeof requested === 'string' ? requested : undefined,
    honourRanges: call.instance.profile.ranges === 'honoured',
    signal,
    cutAt: hits?.of('cut-stream')?.effect.at ?? null,
  });
  settle(entry, exchange.response.statusCode, run.elapsed());
}
