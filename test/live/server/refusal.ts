/** Refusals in the vendors' published forms. */

export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Of the CRM: a list of one. */
export const crmRefusal = (status: number, errorCode: string, message: string): Refusal =>
  new Refusal(status, [{ message, errorCode }]);

/** Of the call platform: texts beside the id of the request. */
export const platformRefusal = (status: number, ...errors: readonly string[]): Refusal =>
  new Refusal(status, { requestId: '4al018gzaztcr8nbukw', errors });

/** @param text the statement, of which the published form shows the place. */
export function syntaxRefusal(text: string, at: number, what: string, errorCode?: string): Refusal {
  const column = at + 1;
  const message = `\n${text}\n${' '.repeat(at)}^\nERROR at Row:1:Column:${column}\n${what}`;
  return crmRefusal(400, errorCode ?? 'MALFORMED_QUERY', message);
}
