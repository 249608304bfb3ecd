/** Response faults: silence, resets, other statuses and bodies, a wrong wrapper, missing bytes. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callAnalyticsError, crmError } from '../../connector-service/backend.ts';
import {
  type AnswerPage,
  type Wrapped,
  type WrapperFacts,
  wrap,
} from '../../connector-service/execute/answer-page.ts';
import {
  sendJson,
  sendServiceError,
  sendText,
} from '../../connector-service/http/json-exchange.ts';
import {
  type ServiceHttpError,
  throttled,
  unauthorised,
  vendorErrorResponse,
} from '../../connector-service/http/service-error.ts';
import type { WrapperForm } from '../../connector-service/service-option.ts';
import type { SystemName } from '../../errors.ts';
import type { FaultOf, RetryAfter } from './fault.ts';
import type { FaultHits } from './fault-plan.ts';
import { draw } from './random-source.ts';

const htmlType = 'text/html; charset=utf-8';

interface InsteadContext {
  readonly system: SystemName;
  readonly entity: string;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

const page =
  '<!DOCTYPE html><html><head><title>Please wait</title></head><body><h1>Maintenance</h1></body></html>';

/**
 * Waits for the latency faults, then answers in place of the backend where a fault orders it.
 * True when the call is dealt with.
 */
export async function answerInstead(
  hits: FaultHits,
  response: ServerResponse,
  context: InsteadContext,
): Promise<boolean> {
  const delay = hits
    .all('latency')
    .reduce((sum, blow) => sum + draw(blow.effect.ms, blow.random), 0);
  if (delay > 0) await sleep(delay, undefined, { signal: context.signal }).catch(() => undefined);
  if (context.signal.aborted) return true;

  if (hits.of('reset')) {
    response.socket?.resetAndDestroy();
    return true;
  }
  if (hits.of('black-hole')) {
    await once(response, 'close');
    return true;
  }
  const refusal = errorInstead(hits, context);
  if (refusal !== null) {
    sendServiceError(response, refusal);
    return true;
  }
  const status = hits.of('status')?.effect;
  if (status !== undefined) {
    sendStatus(response, status, context);
    return true;
  }
  const redirect = hits.of('redirect')?.effect;
  if (redirect !== undefined) {
    response.writeHead(307, { location: redirect.location, 'content-length': 0 }).end();
    return true;
  }
  if (hits.of('html')) {
    sendText(response, 200, page, htmlType);
    return true;
  }
  if (hits.of('endless')) {
    await sendForever(response, context.signal);
    return true;
  }
  return false;
}

function errorInstead(hits: FaultHits, context: InsteadContext): ServiceHttpError | null {
  const throttle = hits.of('throttle')?.effect;
  if (throttle !== undefined) {
    return throttled(retryAfterHeader(throttle.retryAfter, context.clock));
  }
  const denied = hits.of('denied')?.effect;
  return denied === undefined ? null : refused(denied.reason, context);
}

function retryAfterHeader(value: RetryAfter, clock: () => number): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return String(value);
  return 'text' in value ? value.text : new Date(clock() + value.dateIn * 1000).toUTCString();
}

function refused(
  reason: FaultOf<'denied'>['reason'],
  { system, entity }: InsteadContext,
): ServiceHttpError {
  if (reason === 'bearer') return unauthorised('The bearer token is unknown or has expired');
  if (system === 'call-analytics') {
    const scope = `You don't have permission to use 'api:${entity.replaceAll('_', ':')}' in your app.`;
    if (reason === 'quota') return throttled('36000');
    return vendorErrorResponse(callAnalyticsError(reason === 'rights' ? 403 : 401, scope));
  }
  switch (reason) {
    case 'quota':
      return vendorErrorResponse(
        crmError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
      );
    case 'session':
      return vendorErrorResponse(crmError(401, 'INVALID_SESSION_ID', 'Session expired or invalid'));
    default: {
      const message = 'insufficient access rights on object id';
      return vendorErrorResponse(crmError(403, 'INSUFFICIENT_ACCESS_OR_READONLY', message));
    }
  }
}

function sendStatus(
  response: ServerResponse,
  { status, body = 'json', text, retryAfter = null }: FaultOf<'status'>,
  { system, clock }: InsteadContext,
): void {
  const header = retryAfterHeader(retryAfter, clock);
  const headers = header === null ? undefined : { 'retry-after': header };
  const message = text ?? 'Internal server error occurred';
  if (body === 'empty') sendText(response, status, '', 'text/plain', headers);
  else if (body === 'html') sendText(response, status, text ?? page, htmlType, headers);
  else if (body === 'json') sendJson(response, status, { message }, headers);
  else {
    const code = 'UNKNOWN_EXCEPTION';
    const error =
      system === 'crm' ? crmError(status, code, message) : callAnalyticsError(status, message);
    sendJson(response, status, vendorErrorResponse(error).body, headers);
  }
}

/** JSON without an end, at the speed the client reads. */
async function sendForever(response: ServerResponse, signal: AbortSignal): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"result": [{"id": "1"}');
  const rows = `${',{"id": "1"}'.repeat(4096)}\n`;
  while (!signal.aborted) {
    if (response.write(rows)) await sleep(0);
    else await once(response, 'drain', { signal }).catch(() => undefined);
  }
}

/** The page in the wrapper the faults leave of it. */
export function wrapWithFaults(
  hits: FaultHits,
  form: WrapperForm,
  page: AnswerPage,
  facts: WrapperFacts,
): unknown {
  const other = hits.of('wrapper')?.effect.form;
  switch (other) {
    case 'other':
      return wrap(form === 'older' ? 'newer' : 'older', page, facts);
    case 'bare':
      return page.rows;
    case 'stranger':
      return { data: { items: page.rows, hasMore: !page.done }, ok: true };
    case 'null':
      return null;
    default:
      return withMetadata(hits, wrap(form, page, facts));
  }
}

function withMetadata(hits: FaultHits, wrapped: Wrapped): unknown {
  const form = hits.of('metadata')?.effect.form;
  if (form === undefined) return wrapped;
  const { connector_metadata: _replaced, ...others } = wrapped;
  if (form === 'missing') return others;
  return { ...others, connector_metadata: form === 'null' ? null : { pagination: null } };
}

/** Sends `text` as 200, or as much of it as the faults let through. */
export function sendCorrupted(hits: FaultHits, response: ServerResponse, text: string): void {
  const truncated = hits.of('truncated')?.effect;
  if (truncated === undefined) {
    sendText(response, 200, text, 'application/json');
    return;
  }
  const bytes = Buffer.from(text);
  const part = bytes.subarray(0, Math.floor(bytes.length * (truncated.at ?? 0.5)));
  const abrupt = truncated.close === 'abrupt';
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': abrupt ? bytes.length : part.length,
  });
  if (abrupt) response.write(part, () => response.socket?.resetAndDestroy());
  else response.end(part);
}
