/** Transport: sends one execute request and reads its response, rows or a file's bytes. One attempt, no policy. */

import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { type MediaHeaders, readMediaHeaders } from '../contract/wire/download-header.ts';
import {
  dayUsageHeader,
  decodeAnswer,
  executeBody,
  lastPage,
  readDayUsage,
  readVendorRequests,
  vendorRequestsHeader,
} from '../contract/wire/execute.ts';
import { classifyFailure, FileMissingError, UnreadableError } from '../contract/wire/failure.ts';
import { isObject, parseJson } from '../contract/wire/json.ts';
import { upstreamText } from '../contract/wire/utf8.ts';
import { cancelled, UpstreamError, UserInputError } from '../errors.ts';
import { StaleTokenError } from './bearer-token-provider.ts';
import type { Runtime } from './clock.ts';
import { type Limits, promptMs } from './default-limit.ts';
import { networkError } from './network-error.ts';
import { type Attempt, startAttempt } from './retry.ts';
import type { SizedAnswer } from './upstream-cache.ts';
import type { UpstreamRequest } from './upstream-request.ts';

/** Member of a request's options: callback for the moment it is sent. */
const sentKey: unique symbol = Symbol('sent');

type Options = Dispatcher.DispatchOptions & { readonly [sentKey]?: (() => void) | null };

/**
 * Undici interceptor: reports when a request is written to a connection, which may be long after it
 * was queued. The handler belongs to this one request, so its method can be wrapped in place.
 */
const reportSent: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const sent = (options as Options)[sentKey];
  const start = handler.onRequestStart;
  if (sent && start) {
    handler.onRequestStart = function onRequestStart(...args) {
      sent();
      start.apply(this, args);
    };
  }
  return dispatch(options, handler);
};

/** A file on its way: read the body to the end or destroy it. */
export interface Download extends MediaHeaders {
  readonly body: Readable;
}

/** Transport to one connector service. */
interface Transport {
  /** Sends `call` once. @throws UpstreamError */
  rows(call: UpstreamRequest): Promise<SizedAnswer>;
  /**
   * Opens a file once, then streams it with the reader setting the pace. `range` is one HTTP byte range.
   * @throws UpstreamError, FileMissingError when there are no bytes
   */
  file(call: UpstreamRequest, range: string | undefined): Promise<Download>;
  close(): Promise<void>;
}

export function createTransport(origin: string, limits: Limits, runtime: Runtime): Transport {
  const connect = { timeout: Math.min(limits.attemptMs, promptMs) };
  // Attempts have their own time limit; the pools' would only compete with it.
  const answers = new Pool(origin, {
    connect,
    connections: 64,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: limits.answerBytes,
  }).compose(reportSent);
  // Slow readers hold their connection for long; apart, they can't starve the answers.
  const streams = new Pool(origin, {
    connect,
    headersTimeout: 0,
    bodyTimeout: limits.idleMs,
  }).compose(reportSent);

  const send = async (
    pool: Dispatcher,
    call: UpstreamRequest,
    token: string,
    attempt: Attempt,
  ): Promise<Dispatcher.ResponseData> => {
    const { instance } = call;
    const action = call.action === 'search' ? instance.searchAction : call.action;
    const options = {
      path: instance.path,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: call.action === 'download' ? '*/*' : 'application/json',
        ...attempt.traceHeaders,
      },
      body: executeBody(call.entity.entity, action, call.params),
      signal: attempt.signal,
      [sentKey]: call.sent,
    } as const;
    const response = await pool.request(options);
    try {
      call.answered?.();
      const usage = readDayUsage(single(response.headers[dayUsageHeader]));
      if (usage !== null) instance.budget.learn(usage);
      const requests = readVendorRequests(single(response.headers[vendorRequestsHeader]));
      if (requests !== null) instance.budget.owe(requests - 1);
      if (response.statusCode < 400) instance.tokens.accepted(token);
    } catch (error) {
      discard(response.body);
      throw error;
    }
    return response;
  };

  /** Error of a response without rows. Awaits the renewal of the token where that is the remedy. */
  const refuse = async (
    call: UpstreamRequest,
    token: string,
    { statusCode, headers }: Dispatcher.ResponseData,
    body: string,
  ): Promise<UpstreamError | 'empty'> => {
    const failure = classifyFailure({
      status: statusCode,
      header: (name) => single(headers[name]),
      body,
      kind: call.operation.answer,
      site: call.site,
      params: call.params,
      now: runtime.clock.now(),
    });
    const isOurToken =
      statusCode === 401 &&
      failure !== 'empty' &&
      failure.code === 'UPSTREAM_AUTH' &&
      // With a vendor's code, the instance's own credential has ended.
      failure.upstreamCode === undefined;
    if (isOurToken && (await call.instance.tokens.replace(token, call.site))) {
      return new StaleTokenError(call.site);
    }
    return failure;
  };

  return {
    async rows(call) {
      const kind = call.operation.answer;
      if (kind === 'bytes') throw new UserInputError(`${call.site.entity} is read by download.`);
      const token = await call.instance.tokens.get(call.site);
      const attempt = startAttempt(call, limits, runtime);
      try {
        const response = await send(answers, call, token, attempt);
        const text = upstreamText(Buffer.from(await response.body.arrayBuffer()));
        let fetched: SizedAnswer | null = null;
        if (response.statusCode === 200) {
          const json = whole(call, text);
          if (!reportsFailure(json)) {
            fetched = { answer: decodeAnswer(kind, json, call.site), bytes: text.length };
          }
        }
        if (fetched === null) {
          const failure = await refuse(call, token, response, text);
          if (failure !== 'empty') throw failure;
          fetched = { answer: { rows: [], page: lastPage }, bytes: text.length };
        }
        attempt.done(response.statusCode, text.length);
        return fetched;
      } catch (error) {
        throw attempt.failed(error);
      } finally {
        attempt.end();
      }
    },

    async file(call, range) {
      const token = await call.instance.tokens.get(call.site);
      const attempt = startAttempt(call, limits, runtime);
      let opened: Dispatcher.ResponseData['body'] | null = null;
      try {
        const response = await send(streams, call, token, attempt);
        opened = response.body;
        if (response.statusCode !== 200 && response.statusCode !== 206) {
          const failure = await refuse(call, token, response, await failureText(response));
          throw failure === 'empty' ? new TypeError('A stream is never empty rows.') : failure;
        }
        const file = await openFile(call, response, range, attempt.end);
        attempt.unlimit();
        attempt.done(response.statusCode, 0);
        return file;
      } catch (error) {
        if (opened !== null) discard(opened);
        const failure = attempt.failed(error);
        attempt.end();
        throw failure;
      }
    },

    async close() {
      await Promise.all([answers.destroy(), streams.destroy()]);
    },
  };
}

/** Ends a body that nobody reads, and its connection, which nothing else would close. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {});
  body.destroy();
}

/** Reads the beginning of an error body; the streams' pool has no size limit of its own. */
async function failureText({ body }: Dispatcher.ResponseData): Promise<string> {
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 64_000) break;
  }
  return text;
}

function whole(call: UpstreamRequest, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new UnreadableError(call.site, 200);
  }
}

/** Whether a 200 response carries an error in place of a result. */
function reportsFailure(json: unknown): boolean {
  if (!isObject(json)) return false;
  if (typeof json.status === 'string' && /^(error|failed|failure)$/i.test(json.status)) return true;
  return !('result' in json) && ('error' in json || 'errors' in json || 'message' in json);
}

const single = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? (value[0] ?? null) : (value ?? null);

/** @param closed is called when the body was read to its end, failed or was left. */
async function openFile(
  call: UpstreamRequest,
  { headers, body, statusCode }: Dispatcher.ResponseData,
  range: string | undefined,
  closed: () => void,
): Promise<Download> {
  const status = statusCode === 206 ? 206 : 200;
  const head = readMediaHeaders(status, (name) => single(headers[name]), range, call.site);
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // A missing file is a success of zero bytes, known only at the first chunk.
  const first = await chunks.next();
  if (first.done) throw new FileMissingError(call.site, { status: statusCode });
  const stream = Readable.from(measured(call, first.value, chunks, head.contentLength), {
    objectMode: false,
    highWaterMark: 65_536,
  });
  // Destroying must reach the connection even while the upstream is silent.
  stream.once('close', () => {
    closed();
    body.destroy();
  });
  return { ...head, body: stream };
}

/** Counts the bytes and makes every early end an error: a short file must not look whole. */
async function* measured(
  call: UpstreamRequest,
  first: Buffer,
  chunks: AsyncIterator<Buffer>,
  length: number | null,
): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for (let chunk: Buffer | null = first; chunk !== null; ) {
      count += chunk.length;
      yield chunk;
      const next = await chunks.next();
      chunk = next.done ? null : next.value;
    }
  } catch (error) {
    throw call.signal.aborted ? cancelled(call.site) : networkError(error, call.site);
  }
  if (length !== null && count !== length) {
    throw new UpstreamError(
      'UPSTREAM_UNAVAILABLE',
      `${call.site.entity} download: ended after ${count} of ${length} bytes.`,
      call.site,
    );
  }
}
