/** Failures the steps decide by, told apart by class. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';

/** The service refused the token, and another is at hand: worth one more attempt, at once. */
export class StaleTokenError extends UpstreamError {
  constructor(site: UpstreamSite) {
    super('UPSTREAM_AUTH', 'The upstream does not accept the credential.', site, { status: 401 });
  }
}

/** The body is no JSON: cut off, or something else's page. Unlike an unknown form, this may pass. */
export class UnreadableError extends UpstreamError {
  constructor(site: UpstreamSite, status: number) {
    super(
      'UPSTREAM_BAD_RESPONSE',
      `${site.entity} ${site.action}: the answer is not whole JSON.`,
      site,
      { status },
    );
  }
}

/** Nothing came in time. */
export class AttemptTimeoutError extends UpstreamError {
  /** Whether the attempt had its full time, so that the upstream is to blame and not the caller's deadline. */
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

/** Not sent: the instance's breaker is open. */
export class BreakerOpenError extends UpstreamError {
  constructor(site: UpstreamSite, retryAfterMs: number) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The upstream of ${site.entity} has been failing and is left alone for a moment.`,
      site,
      { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 },
    );
  }
}

/** Not sent: the budget has no room in the time the call has. */
export class BudgetError extends UpstreamError {
  constructor(site: UpstreamSite, why: string, retryAfterMs: number) {
    super('RATE_LIMITED', why, site, { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 });
  }
}

export function cancelled(site: UpstreamSite): UpstreamError {
  return new UpstreamError('CANCELLED', 'The caller left before the answer came.', site);
}

/** The caller's time is over, wherever its call stands. */
export function outOfTime(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_TIMEOUT',
    `${site.entity} ${site.action}: no answer in the time the request has.`,
    site,
  );
}

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Words for what the operating system says; its own text may name addresses. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'has a name that does not resolve',
  EAI_AGAIN: 'has a name that does not resolve just now',
  ECONNRESET: 'reset the connection',
  UND_ERR_SOCKET: 'closed the connection in the middle',
};

/** A fault below HTTP. */
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
    return new UpstreamError('UPSTREAM_TIMEOUT', 'The connector service did not answer.', site);
  }
  return new UpstreamError(
    'UPSTREAM_UNAVAILABLE',
    `The connector service ${words[code] ?? 'could not be reached'}.`,
    site,
    // The code alone: the error itself may hold what was being read or sent.
    code === '' ? {} : { cause: code },
  );
}
