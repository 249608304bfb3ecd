/** The CRM's API: queries in batches, searches, records, files and composite batches, below /services/data. */

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { buildCrmModel } from '../../contract/crm/model.ts';
import { entitiesOf } from '../../contract/entity-catalogue.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { type Backend, BackendError, type Continuation, crmError } from '../backend.ts';
import { sendFile } from '../execute/download.ts';
import { type Exchange, readBodyText, sendText, signalOf } from '../http/json-exchange.ts';
import type { Rights } from './account-right.ts';
import { expect } from './company-read.ts';
import type { Sessions } from './sign-in.ts';

export interface CrmApiOptions {
  readonly backend: Backend;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly clock: () => number;
  readonly perDay: number;
  readonly usedByOthers: number;
  readonly ranges: boolean;
  readonly redirect: (path: string) => string | null;
}

/** Versions this façade speaks; their records differ in their addresses alone. */
const versions = [58, 59, 60, 61, 62, 63, 64, 65, 66, 67].map((number) => `v${number}.0`);
/** The version of the addresses in the company's own records. */
const own = '/services/data/v59.0/';
/** Published: longest request line and headers, bytes. */
const longestUri = 16_384;
const day = 86_400_000;

/** Objects with an entity of their own, by name. */
export function facadeObjects(): ReadonlyMap<string, string> {
  const { objects } = buildCrmModel();
  return new Map(
    objects.flatMap(({ name, entity }) =>
      entity.entity === 'query' ? [] : [[name, entity.entity] as const],
    ),
  );
}

interface OpenQuery {
  readonly next: Continuation;
  readonly offset: number;
}

/** Answers every path below /services/data. */
export function crmApi(options: CrmApiOptions): (exchange: Exchange) => Promise<void> {
  const { backend, sessions, rights, clock, perDay, usedByOthers, ranges, redirect } = options;
  const open = new LRUCache<string, OpenQuery>({ max: 10_000 });
  const objects = facadeObjects();
  const counted = { day: 0, calls: 0 };
  const count = (): number => {
    const today = Math.floor(clock() / day);
    if (today !== counted.day) Object.assign(counted, { day: today, calls: 0 });
    counted.calls += 1;
    return counted.calls + usedByOthers;
  };
  /** Published: an object that the user may not read is one that is not there. */
  const mayRead = (object: string): void => {
    if (!rights.has(object))
      throw crmError(400, 'INVALID_TYPE', `sObject type '${object}' is not supported.`);
  };
  const read = (
    entity: string,
    action: 'list' | 'get' | 'search' | 'download',
    params: Row,
    page: Continuation | null = null,
  ) => backend.execute({ system: 'crm', entity, action, params, page });

  /** Recorded: totalSize on every page, `nextRecordsUrl` absent when done. */
  const query = async (
    version: string,
    q: string,
    from: OpenQuery | null,
    batch: number,
  ): Promise<Row> => {
    for (const [, object = ''] of q.matchAll(/\bFROM\s+(\w+)/gi)) mayRead(object);
    const own = from === null ? organisationFields(q) : null;
    if (own !== null) return ownOrganisation(version, own);
    const records: Row[] = [];
    let page: Continuation | null = from?.next ?? null;
    let totalSize = 0;
    do {
      const answer = expect('soql-page', await read('query', 'list', { q }, page));
      records.push(...answer.records);
      ({ totalSize, next: page } = answer);
    } while (page !== null && records.length < batch);
    const offset = (from?.offset ?? 0) + records.length;
    if (page === null) return { totalSize, done: true, records };
    const locator = `0r8${randomBytes(8).toString('hex').slice(0, 15)}-${offset}`;
    open.set(locator, { next: page, offset });
    const nextRecordsUrl = `/services/data/${version}/query/${locator}`;
    return { totalSize, done: false, nextRecordsUrl, records };
  };

  const more = (version: string, locator: string, batch: number): Promise<Row> => {
    const known = open.get(locator);
    // The rest of a child list: the company's own locator, in the address the list printed.
    const from = known ?? { next: { nextRecordsUrl: `${own}query/${locator}` }, offset: 0 };
    return query(version, '', from, batch);
  };

  /** One resource: a JSON body, or null where the exchange has been answered. @throws BackendError */
  const resource = async (
    version: string,
    target: string,
    params: URLSearchParams,
    batch: number,
  ): Promise<unknown> => {
    const [kind, first = '', second = ''] = target.split('/');
    if (kind === 'query' && first !== '') return more(version, first, batch);
    if (kind === 'query') return query(version, params.get('q') ?? '', null, batch);
    if (kind === 'search') {
      // Recorded: an object with searchRecords.
      const found = expect('hits', await read('accounts', 'search', { q: params.get('q') ?? '' }));
      return { searchRecords: found.records };
    }
    const entity = kind === 'sobjects' ? entityOf(objects, first) : null;
    if (entity === null || !rights.has(first)) throw notFound();
    const fields = params.get('fields');
    const wanted = { id: second, ...(fields === null ? {} : { fields }) };
    return expect('row', await read(entity, 'get', wanted)).row;
  };

  const file = async (exchange: Exchange, object: string, id: string): Promise<void> => {
    const elsewhere = redirect(exchange.path);
    if (elsewhere !== null) {
      exchange.response.writeHead(302, { location: elsewhere }).end();
      return;
    }
    const entity = entityOf(objects, object) ?? '';
    if (!rights.has(object)) throw notFound();
    const found = expect('bytes', await read(entity, 'download', { id }));
    await sendFile(exchange.response, found, {
      range: exchange.request.headers.range,
      honourRanges: ranges,
      signal: signalOf(exchange.response),
      cutAt: null,
    });
  };

  /** Published: each subrequest is answered with its own status; an error does not stop the others. */
  const composite = async (version: string, text: string, batch: number): Promise<Row> => {
    const body: unknown = JSON.parse(text);
    const wanted = isObject(body) && Array.isArray(body.batchRequests) ? body.batchRequests : [];
    if (wanted.length === 0 || wanted.length > 25)
      throw crmError(400, 'INVALID_BATCH_REQUEST', 'Expected 1 to 25 subrequests');
    const results: Row[] = [];
    for (const { method, url } of wanted as readonly Row[]) {
      const [path = '', search = ''] = String(url).split('?', 2);
      const target = path.replace(/^\/?(?:services\/data\/)?v\d+\.0\//, '');
      results.push(
        await resource(
          version,
          method === 'GET' ? target : '',
          new URLSearchParams(search),
          batch,
        ).then(
          (result) => ({ statusCode: 200, result }),
          (error: unknown) => {
            if (!(error instanceof BackendError)) throw error;
            return { statusCode: error.status, result: error.body };
          },
        ),
      );
    }
    return { hasErrors: results.some(({ statusCode }) => statusCode !== 200), results };
  };

  return async (exchange) => {
    const { request, response, path, query: params } = exchange;
    const send = (status: number, body: unknown, used: number | null, version = 'v59.0'): void => {
      // Published: the day's calls, everybody's, on every answer that counts.
      const headers: Record<string, string> =
        used === null ? {} : { 'sforce-limit-info': `api-usage=${used}/${perDay}` };
      const text = JSON.stringify(body).replaceAll(own, `/services/data/${version}/`);
      sendText(response, status, text, 'application/json;charset=UTF-8', headers);
    };
    // Published: the list of versions needs no session and does not count.
    if (path === '/services/data')
      return send(
        200,
        versions.map((name) => ({
          label: name,
          url: `/services/data/${name}`,
          version: name.slice(1),
        })),
        null,
      );
    if ((request.url ?? '').length > longestUri) {
      return sendText(
        response,
        414,
        '<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>',
        'text/html',
      );
    }
    const [, version = '', target = ''] =
      /^\/services\/data\/(v\d+\.0)\/(.+?)\/?$/.exec(path) ?? [];
    let used: number | null = null;
    try {
      sessions.checkCrm(request.headers.authorization);
      if (!versions.includes(version)) throw notFound();
      used = count();
      if (used > perDay)
        throw crmError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
      const batch = batchOf(request.headers['sforce-query-options']);
      const [, object, id] = /^sobjects\/(\w+)\/(\w+)\/(?:VersionData|Body)$/.exec(target) ?? [];
      if (object !== undefined && id !== undefined) {
        response.setHeader('sforce-limit-info', `api-usage=${used}/${perDay}`);
        return await file(exchange, object, id);
      }
      const body =
        target === 'composite/batch' && request.method === 'POST'
          ? await composite(version, await readBodyText(request), batch)
          : await resource(version, request.method === 'GET' ? target : '', params, batch);
      send(200, body, used, version);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      send(error.status, error.body, used);
    }
  };
}

/** The fields a query selects of Organization, as `SELECT Id, Name FROM Organization LIMIT 1`; null for any other query. */
function organisationFields(q: string): readonly string[] | null {
  const words = q.trim().split(/\s+/);
  const from = words.findIndex((word) => /^from$/i.test(word));
  const [object, limit, count, ...others] = words.slice(from + 1);
  const isWhole =
    limit === undefined ||
    (/^limit$/i.test(limit) && /^\d+$/.test(count ?? '') && others.length === 0);
  if (!/^select$/i.test(words[0]!) || !/^organization$/i.test(object ?? '') || !isWhole)
    return null;
  const fields = words.slice(1, from).join(' ').split(',');
  return fields.map((name) => name.trim());
}

/** Published: an organisation has one record of itself. The synthetic company has none; its name is composed. */
function ownOrganisation(version: string, fields: readonly string[]): Row {
  const id = '00D000000000001EAA';
  const known: Row = { Id: id, Name: 'Synthetic Company', OrganizationType: 'Developer Edition' };
  const unknown = fields.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw crmError(400, 'INVALID_FIELD', `No such column '${unknown}' on entity 'Organization'.`);
  const url = `/services/data/${version}/sobjects/Organization/${id}`;
  const record = Object.fromEntries(fields.map((name) => [name, known[name]]));
  const records = [{ attributes: { type: 'Organization', url }, ...record }];
  return { totalSize: 1, done: true, records };
}

function notFound(): BackendError {
  return crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
}

/** Published: 200 to 2,000 rows a batch, 2,000 unless the header says otherwise. */
function batchOf(header: string | readonly string[] | undefined): number {
  const wanted = Number(/batchSize=(\d+)/.exec(String(header))?.[1] ?? 2_000);
  return Math.min(Math.max(wanted, 200), 2_000);
}

function entityOf(objects: ReadonlyMap<string, string>, object: string): string | null {
  const entity = objects.get(object);
  const known = entitiesOf('crm').some(
    (spec) => spec.entity === entity && 'get' in spec.operations,
  );
  return known && entity !== undefined ? entity : null;
}
