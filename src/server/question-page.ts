/** Pages of a saved question, each asked as a POST to the graph that this server answers like any other: rights, cost, quota and turn are its own. */

import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../errors.ts';
import type { ClientAnswer, PageFailure } from '../questions/row-page.ts';
import { HttpError } from './error-response.ts';
import { type RequestRecord, requestIdHeader } from './request-record.ts';

export type AnswerHere = (request: Request) => Promise<Response>;

/** Headers that speak of this request alone; what says who asks goes along. */
const ownHeaders =
  /^(?:accept.*|connection|content-.*|expect|if-.*|keep-alive|origin|proxy-.*|range|sec-.*|te|trailer|transfer-encoding|upgrade|x-switchboard-explain)$/;

export class QuestionPages {
  readonly #answerHere: AnswerHere;
  readonly #headers: Headers;
  readonly #signal: AbortSignal;
  /** `extensions` of the last answer. */
  extensions: ClientAnswer['extensions'];

  constructor(answerHere: AnswerHere, request: IncomingMessage, record: RequestRecord) {
    this.#answerHere = answerHere;
    this.#headers = headersOf(request, record);
    this.#signal = record.signal;
  }

  /** @throws HttpError where the graph refuses the request. */
  async execute(
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<ClientAnswer> {
    const response = await this.#answerHere(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify({ query, variables }),
        signal: this.#signal,
      }),
    );
    const answer = (await response.json()) as ClientAnswer;
    if (!response.ok) throw refusal(response, answer);
    this.extensions = answer.extensions;
    return answer;
  }
}

function headersOf({ headers }: IncomingMessage, record: RequestRecord): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !ownHeaders.test(name)) copied.set(name, value);
  copied.set('accept', 'application/json');
  copied.set('content-type', 'application/json');
  copied.set(requestIdHeader, record.id);
  return copied;
}

function refusal({ status, headers }: Response, { errors = [] }: ClientAnswer): HttpError {
  const { message = '', extensions } = errors[0] ?? {};
  const challenge = headers.get('www-authenticate');
  return new HttpError(status, extensions?.code as ErrorCode, message, {
    ...(extensions?.retryAfterMs !== undefined && { retryAfterMs: extensions.retryAfterMs }),
    ...(challenge !== null && { headers: { 'www-authenticate': challenge } }),
  });
}

/** Statuses of errors that a POST answers with 200, since its body has them. */
const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  BAD_USER_INPUT: 400,
  QUERY_TOO_COSTLY: 400,
  FORBIDDEN: 403,
  INTERNAL: 500,
  RATE_LIMITED: 503,
  OVERLOADED: 503,
  NOT_CONFIGURED: 503,
  TIMEOUT: 504,
  UPSTREAM_TIMEOUT: 504,
};

/** The first error of a page in place of an answer. */
export function failureOf({ errors }: PageFailure): HttpError {
  const { message = '', extensions } = errors[0] ?? {};
  const code = (extensions?.code ?? 'INTERNAL') as ErrorCode;
  const retryAfterMs = extensions?.retryAfterMs;
  return new HttpError(statuses[code] ?? 502, code, message, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
