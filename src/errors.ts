/** The closed family of errors: every failure that can reach a client is one of these, by class and code. */

/** The two upstream systems, as named in configuration, metrics and error extensions. */
export type SystemName = 'call-analytics' | 'crm';

/**
 * Codes of what went wrong, which a client may branch on, with their meaning for readers. The list is closed:
 * adding one is a change of the published contract.
 */
export const codeMeanings = {
  BAD_USER_INPUT:
    'An argument, id, filter, cursor, query or request that can never succeed as it stands.',
  UNAUTHENTICATED: 'No credential, or one that is not valid (401); the log’s `reason` says why.',
  FORBIDDEN:
    'A valid credential that may not do this; a record behind a reference that its viewer may not see (`reason`: `row`); a link that was altered or has expired (403); a name this server does not answer to (421).',
  QUERY_TOO_COSTLY: 'A limit of documents or of cost (400).',
  DOCUMENT_NOT_FOUND: 'A trusted or persisted document that is not known (403, 404).',
  RATE_LIMITED: "The budget towards an upstream, or the client's quota (429), is spent.",
  OVERLOADED: 'The server has too much to do (503 with Retry-After).',
  TIMEOUT: 'The operation took longer than any may, and was stopped (504).',
  NOT_CONFIGURED: 'There is no account of this system: only the other one is configured.',
  UPSTREAM_UNAVAILABLE:
    'The upstream refused, failed, or its breaker is open; free SOQL that keeps failing has a breaker of its own, statement by statement.',
  UPSTREAM_TIMEOUT: 'No answer in the time the request has.',
  UPSTREAM_AUTH: "The upstream does not accept Switchboard's credential.",
  UPSTREAM_FORBIDDEN:
    'The upstream accepts the credential, but not this use of it: a scope or right is missing, or it hides what `part` names.',
  UPSTREAM_BAD_REQUEST: 'The upstream refused the request as malformed.',
  UPSTREAM_BAD_RESPONSE:
    'The upstream’s answer has a shape nobody documented, is truncated, too large, lacks a field that was asked for (of many records at once: see `CRM_NULLS`), or a value that does not fit.',
  CURSOR_EXPIRED: 'An upstream cursor died and the walk could not go on: begin it anew.',
  PAGINATION_LOOP: 'The upstream handed out the same cursor again.',
  SCAN_LIMIT:
    'A bounded scan ended, or the calls estimated for the query were used up, before the question was answered: ask for less at once.',
  CANCELLED: 'The caller left, or the server is shutting down.',
  INTERNAL: 'A fault of ours; the log has its class and place under the request id.',
} as const satisfies Readonly<Record<string, string>>;

export type ErrorCode = keyof typeof codeMeanings;

export const errorCodes = Object.keys(codeMeanings) as readonly ErrorCode[];

export interface ErrorDetail {
  /** Milliseconds after which the same request may succeed. */
  readonly retryAfterMs?: number;
  /** What caused it: for logs only, after redaction; never sent to a client. */
  readonly cause?: unknown;
}

/** Base of all errors raised on purpose. `message` is fit for a client: it holds no secret and no personal data. */
export class SwitchboardError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, retryable: boolean, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = new.target.name;
    this.code = code;
    this.retryable = retryable;
    this.retryAfterMs = detail.retryAfterMs;
  }
}

/** An argument the caller has to change. Say what was expected and what came. */
export class UserInputError extends SwitchboardError {
  constructor(message: string, detail?: ErrorDetail) {
    super('BAD_USER_INPUT', message, false, detail);
  }
}

/** A valid identity that may not do this. */
export class ForbiddenError extends SwitchboardError {
  constructor(message: string) {
    super('FORBIDDEN', message, false);
  }
}

/** Codes that speak of an upstream. */
export type UpstreamCode = Extract<
  ErrorCode,
  | `UPSTREAM_${string}`
  | 'NOT_CONFIGURED'
  | 'RATE_LIMITED'
  | 'CURSOR_EXPIRED'
  | 'PAGINATION_LOOP'
  | 'SCAN_LIMIT'
  | 'CANCELLED'
>;

/** Where an upstream failure happened. */
export interface UpstreamSite {
  readonly service: SystemName;
  readonly entity: string;
  readonly action: string;
}

export interface UpstreamDetail extends ErrorDetail {
  /** How many times the call was sent. */
  readonly attempts?: number;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** The upstream's own error code (MALFORMED_QUERY, INVALID_FIELD …), never its text. */
  readonly upstreamCode?: string;
  /** Default: as the code says. */
  readonly retryable?: boolean;
  /** What of a statement the upstream does not know, or does not show to this user. */
  readonly refused?: RefusedPart;
}

/** Part of a statement that an upstream refused, in the statement's own words. */
export interface RefusedPart {
  /** Object, field, path or relationship; null where the refusal does not name it. */
  readonly name: string | null;
  /** Object whose field it is; null where the refusal does not say. */
  readonly object: string | null;
  /** Whether it is known to be an object. */
  readonly isObject: boolean;
}

/** Codes whose request may be answered later, unless an error says otherwise. */
export const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_BAD_RESPONSE',
]);

/** An execute call that did not give rows, or not the right ones. */
export class UpstreamError extends SwitchboardError {
  readonly site: UpstreamSite;
  readonly attempts: number;
  readonly status: number | undefined;
  readonly upstreamCode: string | undefined;
  readonly refused: RefusedPart | undefined;

  constructor(
    code: UpstreamCode,
    message: string,
    site: UpstreamSite,
    detail: UpstreamDetail = {},
  ) {
    super(code, message, detail.retryable ?? retryableCodes.has(code), detail);
    this.site = site;
    this.attempts = detail.attempts ?? 1;
    this.status = detail.status;
    this.upstreamCode = detail.upstreamCode;
    this.refused = detail.refused;
  }
}

/** A field, relationship or object that is not there, or not readable for the upstream's user: both look alike. */
export class HiddenPartError extends UpstreamError {
  /** `Account.AnnualRevenue`, `Case`. */
  readonly part: string;

  /** @param use what a statement needs the part for, where it is nothing that can be null. */
  constructor(part: string, site: UpstreamSite, use?: string) {
    const so = use === undefined ? '' : `, so ${use}`;
    super('UPSTREAM_FORBIDDEN', `${part} is not there, or not readable for this user${so}.`, site, {
      attempts: 0,
    });
    this.part = part;
  }
}

/** A record that a reference names and that this viewer may not see; one that is not there looks the same. */
export class HiddenRowError extends ForbiddenError {
  readonly reason = 'row';

  constructor() {
    super('The record is not among those that you may see.');
  }
}

/** `1 row`, `2,500 rows`: a count in a line that people read. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;

/** Beginning of a text, at most so many UTF-16 units, that ends between characters: half of one is no text. */
export function beginningOf(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  const isHalved = text.length > most && last >= 0xd800 && last < 0xdc00;
  return text.slice(0, isHalved ? most - 1 : most);
}

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** Nobody waits for the call any more. */
export const cancelled = (site: UpstreamSite): UpstreamError =>
  new UpstreamError('CANCELLED', 'The caller left before the answer came.', site);

/** The caller's time is over, wherever its call stands. */
export const outOfTime = (site: UpstreamSite): UpstreamError =>
  new UpstreamError(
    'UPSTREAM_TIMEOUT',
    `${site.entity} ${site.action}: no answer in the time the request has.`,
    site,
  );
