/** Refusals of the execute service itself: a status, a JSON body in its own error form, and headers. */

import { type BackendError, callAnalyticsError, crmError } from '../backend.ts';

/** One member of `errors`: which field, what about it, and a code to branch on. */
export interface FieldProblem {
  /** Path of the field in the request body, e.g. `params.filter.callIds`. */
  readonly field: string;
  readonly message: string;
  readonly error_code: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`Refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 422 in the service's validation form; `message` sums up, `problems` name the fields. */
export function invalid(problems: readonly FieldProblem[]): Refusal {
  const fields = problems.map((problem) => problem.field).join(', ');
  return new Refusal(422, { message: `The request is not valid: ${fields}`, errors: problems });
}

export function unauthorised(reason: string): Refusal {
  return new Refusal(401, { message: reason }, { 'www-authenticate': 'Bearer' });
}

/**
 * How a vendor's refusal comes through the execute service: the vendor's status, and its whole
 * body as JSON text inside the message.
 */
export function passedOn(error: BackendError): Refusal {
  return new Refusal(error.status, { message: JSON.stringify(error.body) });
}

/** What the call-analytics platform says of a cursor it won't continue from. */
export function refusedCursor(reason: 'expired' | 'foreign'): BackendError {
  return reason === 'expired'
    ? callAnalyticsError(400, 'The cursor has expired')
    : callAnalyticsError(400, 'Failed to verify the cursor: it belongs to another request');
}

/** What the CRM says of a locator it does not hold any more, or never did. */
export function refusedLocator(): BackendError {
  return crmError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
}
