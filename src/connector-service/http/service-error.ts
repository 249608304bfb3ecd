/** Errors of the connector service as HTTP answers: its own validation form, and the vendors' errors handed on. */

import { type BackendError, callAnalyticsError, crmError } from '../backend.ts';

/** One member of `errors`: field, message, and a code to branch on. */
export interface FieldIssue {
  /** Path of the field in the request body, e.g. `params.filter.callIds`. */
  readonly field: string;
  readonly message: string;
  readonly error_code: string;
}

export class ServiceHttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`Refused with ${status}`);
    this.name = 'ServiceHttpError';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 422 in the service's validation form; `message` sums up, `issues` name the fields. */
export function invalid(issues: readonly FieldIssue[]): ServiceHttpError {
  const fields = issues.map((issue) => issue.field).join(', ');
  return new ServiceHttpError(422, {
    message: `The request is not valid: ${fields}`,
    errors: issues,
  });
}

export function unauthorised(reason: string): ServiceHttpError {
  return new ServiceHttpError(401, { message: reason }, { 'www-authenticate': 'Bearer' });
}

/** @param retryAfter text of the header, or null for none */
export function throttled(retryAfter: string | null): ServiceHttpError {
  return new ServiceHttpError(
    429,
    { message: 'Rate limit exceeded' },
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );
}

/**
 * Vendor's error through the execute service: the vendor's status, and its whole
 * body as JSON text inside the message.
 */
export function vendorErrorResponse(error: BackendError): ServiceHttpError {
  return new ServiceHttpError(error.status, { message: JSON.stringify(error.body) }, error.headers);
}

/** Error of the call-analytics platform for a cursor it does not continue from. */
export function refusedCursor(reason: 'expired' | 'foreign'): BackendError {
  return reason === 'expired'
    ? callAnalyticsError(400, 'The cursor has expired')
    : callAnalyticsError(400, 'Failed to verify the cursor: it belongs to another request');
}

/** Error of the CRM for a locator that is unknown or has expired. */
export function refusedLocator(): BackendError {
  return crmError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
}
