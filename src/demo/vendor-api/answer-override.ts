/** Answers in place of the vendors' own: a test gives them as a function, a client's developer posts them as JSON. */

import { ServiceHttpError } from '../../connector-service/http/service-error.ts';

/** An answer in place of the vendor's own: a fault. */
export interface Instead {
  readonly status: number;
  readonly body?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is reset after the body, which is announced as longer. */
  readonly cut?: boolean;
  /** Nothing is answered at all. */
  readonly hang?: boolean;
  /** The request takes effect before its answer is replaced, as with a lost answer. */
  readonly afterwards?: boolean;
}

/** A fault for requests whose path has this prefix. */
export interface FacadeFault extends Instead {
  readonly path: string;
  /** Number of requests left; null: all. */
  times: number | null;
}

/** @throws ServiceHttpError 422 for a body that is not a fault. */
export function readFacadeFault(input: Readonly<Record<string, unknown>>): FacadeFault {
  const { path = '/', times = null, status = 503, body = '', contentType, headers } = input;
  const { cut = false, hang = false, afterwards = false } = input;
  const isWhole = (value: unknown, least: number): value is number =>
    Number.isInteger(value) && Number(value) >= least;
  const faults = [
    typeof path === 'string' && path.startsWith('/') ? null : 'path: expected the begin of a path',
    times === null || isWhole(times, 1) ? null : 'times: expected a number of requests',
    isWhole(status, 200) && status < 600 ? null : 'status: expected 200 to 599',
    typeof body === 'string' ? null : 'body: expected a text',
    ...[cut, hang, afterwards].map((flag) =>
      typeof flag === 'boolean' ? null : 'cut, hang, afterwards: expected true or false',
    ),
    headers === undefined || isTexts(headers) ? null : 'headers: expected an object of texts',
    contentType === undefined || typeof contentType === 'string'
      ? null
      : 'contentType: expected a text',
    ...Object.keys(input)
      .filter((name) => !members.has(name))
      .map((name) => `${name}: expected one of ${[...members].join(', ')}`),
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw new ServiceHttpError(422, { message: faults.join('; ') });
  return {
    path: path as string,
    times: times as number | null,
    status: status as number,
    body: body as string,
    cut: cut as boolean,
    hang: hang as boolean,
    afterwards: afterwards as boolean,
    ...(typeof contentType === 'string' && { contentType }),
    ...(isTexts(headers) && { headers }),
  };
}

const members: ReadonlySet<string> = new Set([
  'path',
  'times',
  'status',
  'body',
  'contentType',
  'headers',
  'cut',
  'hang',
  'afterwards',
]);

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
