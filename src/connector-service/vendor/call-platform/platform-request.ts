/** Requests to the call platform with the instance's session: one, with retries, or all pages of a list. */

import { setTimeout as sleep } from 'node:timers/promises';
import { wrongHostOrKey } from '../../../contract/wire/account-failure.ts';
import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { BackendError, type BackendOperation } from '../../backend.ts';
import { readJson } from '../body.ts';
import { refusal, type VendorAnswer, type VendorHttp, wrongHostOrKeyCode } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { sendSigned } from '../sign-in/signed-request.ts';
import type { PlatformOperation } from './operation.ts';

export type PlatformBody = Readonly<Record<string, unknown>>;

/** The signal that ends a request, and who counts it. */
export type PlatformContext = Pick<BackendOperation, 'signal' | 'requested'>;

interface PlatformClientOptions {
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** Waits between two requests of a list that the platform wants slower; tests give their own. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Most pages of a list that one operation reads. */
const maxPages = 200;
/** Longest pause of a list, seconds; the client waits for longer ones itself. */
const longestPause = 10;
const maxRetries = 5;

/** Sends operations of the call platform. All methods throw BackendError. */
export class PlatformClient {
  readonly #http: VendorHttp;
  readonly #sessions: SessionManager;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor({ http, sessions, pause = sleep }: PlatformClientOptions) {
    this.#http = http;
    this.#sessions = sessions;
    this.#pause = pause;
  }

  /** One page, or one row. */
  async request(
    { method, path, send = (params) => params }: PlatformOperation,
    params: PlatformBody,
    cursor: string | null,
    context: PlatformContext = {},
  ): Promise<PlatformBody> {
    const sent = { ...send(params), ...(cursor === null ? {} : { cursor }) };
    const target = typeof path === 'string' ? path : path(params);
    const isGet = method === 'GET';
    const type: Record<string, string> = isGet ? {} : { 'content-type': 'application/json' };
    const answer = await sendSigned(this.#sessions, isEnded, ({ base, authorization }) => {
      context.requested?.();
      return this.#http.send({
        method,
        url: `${base}${target}${isGet ? queryOf(sent) : ''}`,
        from: base,
        headers: { accept: 'application/json', ...type, authorization },
        ...(isGet ? {} : { body: JSON.stringify(sent) }),
        signal: context.signal,
      });
    });
    if (answer.status !== 200) throw refusalOf(answer);
    const json = readJson(answer.text);
    if (!isObject(json)) throw new BackendError(502, 'The call platform answered with no object');
    return json;
  }

  /** Retries where the platform wants a short pause: for lists that no client paces. */
  async requestWithRetry(
    operation: PlatformOperation,
    params: PlatformBody,
    cursor: string | null,
    context: PlatformContext = {},
  ): Promise<PlatformBody> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.request(operation, params, cursor, context);
      } catch (error) {
        if (!(error instanceof BackendError) || error.status !== 429) throw error;
        const wait = Number(error.headers['retry-after']);
        if (!(wait <= longestPause) || attempt >= maxRetries) throw error;
        await this.#pause(wait * 1000);
      }
    }
  }

  /** The rows of all pages, and how many the platform announced. */
  async allRows(
    operation: PlatformOperation,
    params: PlatformBody,
    context: PlatformContext = {},
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number | null }> {
    const rows: Row[] = [];
    let total: number | null = null;
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const request = this.requestWithRetry(operation, params, cursor, context);
      // A page that is not there ends the list; by the total whoever asked sees what is missing.
      const body: PlatformBody = await (cursor === null
        ? request
        : request.catch(whereMissing({ [operation.key]: [] })));
      total ??= platformTotal(body);
      rows.push(...platformRows(body, operation.key));
      cursor = platformCursor(body);
      if (cursor !== null && (seen.has(cursor) || seen.size >= maxPages))
        throw new BackendError(502, 'The call platform gives out pages without an end');
      if (cursor !== null) seen.add(cursor);
    } while (cursor !== null);
    return { rows, total };
  }
}

/** In place of the platform's 404. */
export const whereMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof BackendError && error.status === 404) return instead;
    throw error;
  };

/** A credential is known at the address of its customer alone, so the refusal does not tell which of the two is wrong. */
function refusalOf(answer: VendorAnswer): BackendError {
  const error = refusal(answer);
  if (error.status !== 401 || !isEnded(answer.text)) return error;
  return new BackendError(401, { message: wrongHostOrKey, errorCode: wrongHostOrKeyCode });
}

/** A missing scope is 401, too (recorded): another session would lack it as well. */
const isEnded = (text: string): boolean => !/don't have permission to use|permission/i.test(text);

/** The rows; one that is no object has nothing in it, not even its id. */
export function platformRows(body: PlatformBody, key: string): readonly Row[] {
  const rows = body[key];
  if (Array.isArray(rows)) return rows.map((row) => (isObject(row) ? row : {}));
  throw new BackendError(502, `The call platform answered without ${key}`);
}

export function platformCursor({ records }: PlatformBody): string | null {
  const cursor = isObject(records) ? records.cursor : null;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

/** How many rows the whole list has; null where the platform does not say. */
export function platformTotal({ records }: PlatformBody): number | null {
  return isObject(records) && typeof records.totalRecords === 'number'
    ? records.totalRecords
    : null;
}

function queryOf(params: PlatformBody): string {
  const defined = Object.entries(params).filter(([, value]) => value !== undefined);
  return defined.length === 0
    ? ''
    : `?${new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))}`;
}
