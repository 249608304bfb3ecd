/** Failure classification: turns a response without rows into one of the error classes. No other file reads upstream error text. */

import {
  type UpstreamCode,
  type UpstreamDetail,
  UpstreamError,
  type UpstreamSite,
} from '../../errors.ts';
import type { AnswerKind } from '../entity-spec.ts';
import { refusedAccount, wrongAddress } from './account-failure.ts';
import { type ErrorBody, readErrorBody } from './error-body.ts';
import { refusedPart } from './refused-part.ts';
import { retryAfterMs } from './retry-after.ts';

/** A refused answer, as the transport saw it. */
interface FailedResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
  readonly kind: AnswerKind;
  readonly site: UpstreamSite;
  /** Params of the request: a field in the upstream's message is named only if it occurs here. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Wall clock, epoch milliseconds. */
  readonly now: number;
}

/** The service does not know the action's name; `offersApiSearch` when it knows `api_search`. */
export class UnknownActionError extends UpstreamError {
  readonly offersApiSearch: boolean;

  constructor(site: UpstreamSite, detail: UpstreamDetail, offersApiSearch: boolean) {
    super(
      'UPSTREAM_BAD_REQUEST',
      `The connector service knows no action ${site.action} of ${site.entity}.`,
      site,
      detail,
    );
    this.offersApiSearch = offersApiSearch;
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

/** There is no file under that id: a 404, or an answer of zero bytes. */
export class FileMissingError extends UpstreamError {
  constructor(site: UpstreamSite, detail?: UpstreamDetail) {
    super(
      'UPSTREAM_BAD_REQUEST',
      `The upstream has no bytes for this ${site.entity}.`,
      site,
      detail,
    );
  }
}

/** The range asked for lies outside the file. */
export class OutsideFileError extends UpstreamError {
  /** Bytes of the file; null where the upstream does not say. */
  readonly size: number | null;

  constructor(site: UpstreamSite, detail: UpstreamDetail, size: number | null) {
    super('UPSTREAM_BAD_REQUEST', 'The file does not have the range asked for.', site, detail);
    this.size = size;
  }
}

/** Pause after a spent daily quota, when the upstream names none. */
const quotaPauseMs = 15 * 60_000;

/** A refusal as the rules read it. */
interface Reading extends FailedResponse {
  readonly error: ErrorBody;
  /** Retry-After in milliseconds. */
  readonly wait: number | null;
  /** Entity and action. */
  readonly where: string;
  has(...codes: readonly string[]): boolean;
  matches(pattern: RegExp): boolean;
  fail(code: UpstreamCode, message: string, more?: UpstreamDetail): UpstreamError;
}

/** One thing a refusal may mean: the error it is then, 'empty' for no rows, null where it means something else. */
type Rule = (reading: Reading) => UpstreamError | 'empty' | null;

/** The error for a refusal, or 'empty' where the refusal means that there are no such rows. */
export function classifyFailure(response: FailedResponse): UpstreamError | 'empty' {
  const { status, site } = response;
  const error = readErrorBody(response.body);
  const upstreamCode = error.codes[0];
  const wait = retryAfterMs(response.header('retry-after'), response.header('date'), response.now);
  const reading: Reading = {
    ...response,
    error,
    wait,
    where: `${site.entity} ${site.action}`,
    has: (...codes) => codes.some((code) => error.codes.includes(code)),
    matches: (pattern) => error.texts.some((text) => pattern.test(text)),
    fail: (code, message, more = {}) =>
      new UpstreamError(code, message, site, {
        status,
        ...(upstreamCode === undefined ? {} : { upstreamCode }),
        ...(wait === null ? {} : { retryAfterMs: wait }),
        ...more,
      }),
  };
  for (const rule of rules) {
    const meaning = rule(reading);
    if (meaning !== null) return meaning;
  }
  return reading.fail(
    'UPSTREAM_UNAVAILABLE',
    `The upstream answered ${status} to ${reading.where}.`,
  );
}

const quota: Rule = ({ status, has, matches, fail, wait }) => {
  const isSpent =
    has('REQUEST_LIMIT_EXCEEDED') ||
    (status === 403 && matches(/(request|rate|quota).{0,30}limit|limit exceeded|quota/i));
  if (!isSpent) return null;
  const concurrent = matches(/concurrent/i);
  const what = concurrent ? 'limit of concurrent requests' : 'quota';
  return fail('RATE_LIMITED', `The upstream's ${what} is spent.`, {
    retryAfterMs: wait ?? (concurrent ? 1_000 : quotaPauseMs),
  });
};

const pause: Rule = ({ status, fail, wait }) =>
  status === 429
    ? fail('RATE_LIMITED', 'The upstream asked for a pause.', { retryAfterMs: wait ?? 1_000 })
    : null;

/** The scope a refusal names, in the call platform's own words: letters that carry no secret. */
function scopeIn({ texts }: ErrorBody): string {
  const scope = texts.map((text) => /'(api:[a-z:-]{1,60})'/.exec(text)?.[1]).find(Boolean);
  return scope === undefined ? '' : ` (${scope})`;
}

const credential: Rule = ({ status, has, matches, fail, where, error }) => {
  if (status === 401 || has('INVALID_SESSION_ID'))
    return matches(/permission|\bscopes?\b|not authori[sz]ed to/i)
      ? fail(
          'UPSTREAM_FORBIDDEN',
          `The upstream credential lacks the right to use ${where}${scopeIn(error)}.`,
        )
      : fail('UPSTREAM_AUTH', 'The upstream does not accept the credential.');
  return status === 403
    ? fail('UPSTREAM_FORBIDDEN', `The upstream credential may not use ${where}.`)
    : null;
};

/** Rule of dead cursors: for any fault of a cursor, paging restarts from its position. */
const deadCursor: Rule = ({ status, params, has, matches, fail }) =>
  has('INVALID_QUERY_LOCATOR') ||
  (params.cursor !== undefined && status < 500 && matches(/\bcursor\b/i))
    ? fail('CURSOR_EXPIRED', 'The upstream no longer knows the page asked for.')
    : null;

/** An address that the vendor named, and the connector service does not open. It is the same next time. */
const refusedAddress: Rule = ({ has, fail, where }) =>
  has('ADDRESS_REFUSED')
    ? fail('UPSTREAM_BAD_RESPONSE', `${where}: the vendor named an address that is not opened.`, {
        retryable: false,
      })
    : null;

const slowQuery: Rule = ({ has, fail }) =>
  has('QUERY_TIMEOUT')
    ? fail('UPSTREAM_TIMEOUT', 'The query ran for longer than the upstream allows.')
    : null;

const missing: Rule = ({ status, site, kind, error, has, matches, fail, where }) => {
  if (status !== 404 && !has('NOT_FOUND', 'ENTITY_IS_DELETED')) return null;
  if (meansEmpty(kind, error, matches))
    return kind === 'bytes' ? new FileMissingError(site, { status }) : 'empty';
  if (matches(/action/i) && matches(/api_search|search/i))
    return new UnknownActionError(site, { status }, matches(/api_search/));
  return fail(
    'UPSTREAM_BAD_REQUEST',
    `The connector service answered 404 to ${where}: check its address and the instance id.`,
  );
};

const range: Rule = ({ status, kind, site, header }) => {
  if (kind !== 'bytes' || status !== 416) return null;
  const size = /^bytes \*\/(\d{1,15})$/.exec(header('content-range') ?? '')?.[1];
  return new OutsideFileError(site, { status }, size === undefined ? null : Number(size));
};

const unknownSearch: Rule = ({ status, site, matches }) =>
  site.action === 'search' && status < 500 && matches(/api_search/)
    ? new UnknownActionError(site, { status }, true)
    : null;

/** The CRM speaks of an object its user may not read as of one that there is not. */
const badRequest: Rule = (reading) => {
  const { status, error, fail, where, params } = reading;
  const part = refusedPart(error, params);
  const detail = part === null ? {} : { refused: part };
  if (part?.isObject === true) {
    const what = `The upstream credential may not read ${part.name}, or there is no such object.`;
    return fail('UPSTREAM_FORBIDDEN', what, detail);
  }
  const isBlamed =
    part !== null ||
    (status >= 400 && status < 500 && !transient.has(status)) ||
    error.codes.some((code) => refused.test(code));
  const what = `The upstream refused ${where}${complaint(reading, error)}.`;
  return isBlamed ? fail('UPSTREAM_BAD_REQUEST', what, detail) : null;
};

const timeout: Rule = ({ status, fail, where }) =>
  status === 504 || status === 408
    ? fail('UPSTREAM_TIMEOUT', `The upstream answered ${status} to ${where}.`)
    : null;

const noFailure: Rule = ({ status, fail, where }) => {
  if (status >= 400) return null;
  return status < 300
    ? fail('UPSTREAM_BAD_RESPONSE', `${where}: a ${status} whose body says that it failed.`)
    : fail(
        'UPSTREAM_BAD_RESPONSE',
        `The connector service answered ${where} with a redirect, which is not followed.`,
      );
};

/** The first that applies counts. Quota comes first: as a 403 it looks like a rejected credential, which it is not. */
const rules: readonly Rule[] = [
  quota,
  refusedAddress,
  wrongAddress,
  pause,
  refusedAccount,
  credential,
  deadCursor,
  slowQuery,
  missing,
  range,
  unknownSearch,
  badRequest,
  timeout,
  noFailure,
];

/** 4xx that pass by themselves. */
const transient: ReadonlySet<number> = new Set([406, 408, 420, 425]);

/** Codes that blame the request, whatever status they were wrapped in. */
const refused =
  /^(MALFORMED_|INVALID_(?!SESSION)|DUPLICATE_|EXCEEDED_ID_LIMIT|QUERY_TOO_COMPLICATED|INSUFFICIENT_)/;

/**
 * Whether a 404 says "no such rows": in the platform's own words, or by the CRM's code for one
 * record. A 404 of the service itself (an unknown instance, a wrong address) says neither.
 */
function meansEmpty(kind: AnswerKind, body: ErrorBody, matches: (p: RegExp) => boolean): boolean {
  if (
    matches(/^no .{1,60} found\b/i) ||
    matches(/\b(call|user|workspace|folder|recording|file) id \S+ was not found/i)
  )
    return true;
  const single = kind === 'row' || kind === 'bytes';
  return (
    single &&
    (body.codes.includes('NOT_FOUND') ||
      body.codes.includes('ENTITY_IS_DELETED') ||
      (body.isPlatformForm && matches(/was not found/i)))
  );
}

/** The part of a complaint that can be shown: known codes, places, and names that were in the request. */
function complaint(response: FailedResponse, body: ErrorBody): string {
  const parts: string[] = [];
  if (body.codes[0] !== undefined) parts.push(body.codes[0]);
  for (const text of body.texts) {
    const position = /Row:(\d{1,6}):Column:(\d{1,6})/.exec(text);
    if (position) parts.push(`at row ${position[1]}, column ${position[2]}`);
  }
  const unknown = refusedPart(body, response.params)?.name ?? null;
  if (unknown !== null) parts.push(`no field ${unknown}`);
  for (const field of body.fields) {
    const name = field.split('.').at(-1) ?? '';
    if (Object.hasOwn(response.params, name)) parts.push(`param ${name}`);
  }
  return parts.length === 0 ? '' : `: ${[...new Set(parts)].join(', ')}`;
}
