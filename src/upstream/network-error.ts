/** Network errors: failures of an attempt below HTTP, and its timeout, as errors of their code. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { promptMs } from './default-limit.ts';

/** Attempt that timed out. */
export class AttemptTimeoutError extends UpstreamError {
  /** Whether the attempt had time enough, so that the upstream is to blame and not the caller's deadline. */
  readonly full: boolean;

  constructor(site: UpstreamSite, ms: number, full: boolean) {
    super(
      'UPSTREAM_TIMEOUT',
      `${site.entity} ${site.action}: no answer within ${Math.round(ms)} ms.`,
      site,
    );
    this.full = full;
  }
}

/** Codes of connections that never came about: nothing was sent. */
const unsent: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Whether the upstream may still be at work on an attempt that failed after `ms`, as on a statement
 * whose connection a proxy gave up. One that breaks at once was an idle connection's end.
 */
export function mayStillRun({ code, status, cause }: UpstreamError, ms: number): boolean {
  if (unsent.has(cause)) return false;
  // 408: the request itself did not arrive in time.
  if (code === 'UPSTREAM_TIMEOUT') return status !== 408;
  const isBroken = code === 'UPSTREAM_UNAVAILABLE' && (status === undefined || status === 502);
  return isBroken && ms >= promptMs;
}

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Messages for the operating system's error codes; its own text may name addresses. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'has a name that does not resolve',
  EAI_AGAIN: 'has a name that does not resolve just now',
  ECONNRESET: 'reset the connection',
  UND_ERR_SOCKET: 'closed the connection in the middle',
};

/** Error of a failure below HTTP. */
export function networkError(error: unknown, site: UpstreamSite): UpstreamError {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new UpstreamError(
      'UPSTREAM_BAD_RESPONSE',
      `${site.entity} ${site.action}: the answer is larger than is read.`,
      site,
    );
  }
  if (timeouts.has(code)) {
    const cause = { cause: code };
    return new UpstreamError(
      'UPSTREAM_TIMEOUT',
      'The connector service did not answer.',
      site,
      cause,
    );
  }
  return new UpstreamError(
    'UPSTREAM_UNAVAILABLE',
    `The connector service ${words[code] ?? 'could not be reached'}.`,
    site,
    // The code alone: the error itself may hold what was being read or sent.
    code === '' ? {} : { cause: code },
  );
}
