/** Requests of the CRM's REST API: signed, the day's usage noted, long ones as the subrequest of a batch. */

import { dayUsageHeader, readDayUsage } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { BackendError, type BackendOperation } from '../../backend.ts';
import { readJson } from '../body.ts';
import { refusal, type VendorHttp } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { sendSigned } from '../sign-in/signed-request.ts';
import { isEndedSession } from './ended-session.ts';

/** A longer path goes into the body of a batch: beyond 16,384 bytes of path and headers the CRM answers 414. */
const longestPath = 12_000;

/** The signal that ends a request, and who is told of the day's usage. */
type Context = Pick<BackendOperation, 'signal' | 'usage'>;

interface CrmRequests {
  /** The JSON of a path. @throws BackendError */
  read(path: string, context: Context): Promise<unknown>;
  /** The JSON that a posted body is answered with. @throws BackendError */
  post(path: string, context: Context, body: string): Promise<unknown>;
}

interface CrmRequestOptions {
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** `/services/data/v65.0` */
  readonly root: string;
}

export function crmRequests({ http, sessions, root }: CrmRequestOptions): CrmRequests {
  const send = async (path: string, { signal, usage }: Context, body?: string) => {
    const answer = await sendSigned(sessions, isEndedSession, async ({ base, authorization }) => {
      const sent = await http.send({
        method: body === undefined ? 'GET' : 'POST',
        url: base + path,
        from: base,
        headers: {
          accept: 'application/json',
          'sforce-query-options': 'batchSize=2000',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          authorization,
        },
        ...(body === undefined ? {} : { body }),
        signal,
      });
      const used = readDayUsage(sent.header(dayUsageHeader));
      if (used !== null) usage?.(used);
      return sent;
    });
    if (answer.status !== 200) throw refusal(answer);
    return readJson(answer.text);
  };

  const post: CrmRequests['post'] = (path, context, body) => send(path, context, body);

  /** As the one subrequest of a batch, whose body may be long. */
  const readLong: CrmRequests['read'] = async (path, context) => {
    const url = path.slice('/services/data/'.length);
    const body = JSON.stringify({ batchRequests: [{ method: 'GET', url }] });
    const json = await post(`${root}/composite/batch`, context, body);
    const results = isObject(json) && Array.isArray(json.results) ? json.results : [];
    const [first] = results as readonly unknown[];
    if (!isObject(first) || typeof first.statusCode !== 'number')
      throw new BackendError(502, 'The CRM answered a batch without its result');
    if (first.statusCode !== 200) throw new BackendError(first.statusCode, first.result);
    return first.result;
  };

  return {
    post,
    read: (path, context) =>
      path.length > longestPath ? readLong(path, context) : send(path, context),
  };
}
