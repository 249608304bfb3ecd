/** Request log: one line per request with client, operation, time and error codes; nothing of the query's text or the answer's data. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { RequestRecord } from './request-record.ts';

/** Paths of possible secrets in logged objects. */
const secretPaths = [
  'authorization',
  'token',
  'clientSecret',
  'password',
  'headers.authorization',
  'headers.cookie',
  'err.config',
  'err.request',
  'err.response',
].flatMap((path) => [path, `*.${path}`]);

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: isoTime,
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: plainError },
  };
  if (level === 'silent') return pino(options);
  return pino(options, destination ?? bufferedOutput());
}

/** The text up to the second, which thousands of lines share. */
const last = { second: Number.NaN, text: '' };

/** Time field in pino's format, `,"time":"2026-01-31T12:00:00.000Z"`, without making a date for each line. */
function isoTime(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== last.second) {
    last.second = second;
    last.text = `,"time":"${new Date(now).toISOString().slice(0, -4)}`;
  }
  return `${last.text}${String(now - second * 1_000).padStart(3, '0')}Z"`;
}

/**
 * Writes lines together: one system call a line would take as much as many an answer. They are collected as
 * bytes, because a text of them would be a tree of all its pieces, which the garbage collector moves each
 * time; pino's stream could collect them as well, but copies all it has at each line.
 */
function bufferedOutput(): DestinationStream {
  const sizes = { minLength: 2 * bufferBytes, maxWrite: 4 * bufferBytes };
  const output = pino.destination({ dest: 1, sync: false, ...sizes });
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let used = 0;
  // On a terminal a line of progress may stand there, which is written anew after these.
  const start = process.stdout.isTTY ? '\r\x1b[K' : '';
  const hand = (): void => {
    if (used > 0) output.write(start + buffer.toString('utf8', 0, used));
    used = 0;
  };
  const flush = (): void => {
    hand();
    output.flush();
  };
  setInterval(flush, flushMs).unref();
  // Before pino's own listeners, which write the rest of the stream at the end of the process.
  process.prependOnceListener('beforeExit', hand);
  process.prependOnceListener('exit', hand);
  return {
    write(line) {
      const most = line.length * bytesPerLetter;
      if (used + most > bufferBytes) flush();
      if (most > bufferBytes) output.write(line);
      else used += buffer.write(line, used);
    },
  };
}

/** At most, of a UTF-16 unit in UTF-8. */
const bytesPerLetter = 3;
const bufferBytes = 64 * 1024;
const flushMs = 200;

/**
 * An error without its message: messages of libraries quote their input, which may be a
 * person's data. The class, the code and where it was thrown are enough to find it.
 */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}

/** For `logRequest`, whose fields are chosen one by one: looking for secrets among them took half of a line's time. */
export function requestLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** @param log of `requestLog`. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
): void {
  const failed = response.statusCode >= 500;
  if (!failed && !log.isLevelEnabled('info')) return;
  const { id, identity, document, operation, codes, reason, upstreamCalls } = record;
  const left = !response.writableFinished;
  const fields = {
    requestId: id,
    method: request.method,
    path: pathOf(request.url ?? ''),
    status: response.statusCode,
    ms: Math.round((performance.now() - record.startedAt) * 10) / 10,
    ...(identity !== null && { tenant: identity.tenant, client: identity.client }),
    ...(operation !== null && { operation }),
    ...(document !== null && { document }),
    ...(record.isEstimate && { estimate: true }),
    upstreamCalls,
    ...(codes.size > 0 && { codes: [...codes] }),
    ...(reason !== null && { reason }),
    ...(left && { left: true }),
  };
  if (failed) log.error(fields, 'request');
  else log.info(fields, 'request');
}

/** A path may hold a signed link or a stranger's text: its first part is enough. */
export function pathOf(url: string): string {
  return /^\/[a-z]{0,20}/.exec(url)?.[0] ?? '/';
}
