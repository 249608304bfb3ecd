/** The CRM's API below /services/data: queries, searches, records, files and composite batches. */

import { buildCrmModel, type CrmModel } from '../../contract/crm/model.ts';
import { entitiesOf } from '../../contract/entity-catalogue.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { type Backend, BackendError, crmError } from '../backend.ts';
import { sendFile } from '../execute/download.ts';
import { type Exchange, readBodyText, sendText, signalOf } from '../http/json-exchange.ts';
import type { Rights } from './account-right.ts';
import { expect, type Read } from './company-read.ts';
import { describeGlobal, describeObject } from './crm-describe.ts';
import { type BatchOptions, companyPath, crmQueries } from './crm-query.ts';
import type { Sessions } from './sign-in.ts';

/** The company's backend; without a model of its own it has the standard objects. */
export type DescribedBackend = Backend & { readonly model?: CrmModel };

interface CrmApiOptions {
  readonly backend: DescribedBackend;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly clock: () => number;
  readonly perDay: number;
  readonly usedByOthers: number;
  readonly ranges: boolean;
  readonly redirect: (path: string) => string | null;
}

/** Versions the façade has; their records differ in their addresses alone. */
const versions = [58, 59, 60, 61, 62, 63, 64, 65, 66, 67].map((number) => `v${number}.0`);
/** Published: longest request line and headers, bytes. */
const longestUri = 16_384;
const day = 86_400_000;

/** Entities of the CRM's objects by the object's name. */
function facadeObjects(): ReadonlyMap<string, string> {
  const { objects } = buildCrmModel();
  return new Map(
    objects.flatMap(({ name, entity }) =>
      entity.entity === 'query' ? [] : [[name, entity.entity] as const],
    ),
  );
}

/** Answers every path below /services/data. */
export function crmApi(options: CrmApiOptions): (exchange: Exchange) => Promise<void> {
  const { sessions, clock, perDay, usedByOthers } = options;
  const resources = crmResources(options);
  const countCall = dayCounter(clock);

  return async (exchange) => {
    const { request, response, path } = exchange;
    // Published: the list of versions needs no session and does not count.
    if (path === '/services/data') {
      const list = versions.map((name) => ({
        label: name,
        url: `/services/data/${name}`,
        version: name.slice(1),
      }));
      return sendText(response, 200, JSON.stringify(list), jsonType);
    }
    if ((request.url ?? '').length > longestUri) {
      const text = '<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>';
      return sendText(response, 414, text, 'text/html');
    }
    const [, version = '', target = ''] =
      /^\/services\/data\/(v\d+\.0)\/(.+?)\/?$/.exec(path) ?? [];
    try {
      sessions.checkCrm(request.headers.authorization);
      if (!versions.includes(version)) throw notFound();
      const used = countCall() + usedByOthers;
      // Published: the day's calls of all clients, on every answer that counts.
      response.setHeader('sforce-limit-info', `api-usage=${used}/${perDay}`);
      if (used > perDay)
        throw crmError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
      const batch = batchSize(request.headers['sforce-query-options']);
      const [, object, id] = /^sobjects\/(\w+)\/(\w+)\/(?:VersionData|Body)$/.exec(target) ?? [];
      if (object !== undefined && id !== undefined)
        return await resources.sendFile(exchange, object, id);
      const body =
        target === 'composite/batch' && request.method === 'POST'
          ? await resources.composite(await readBodyText(request), { version, batch })
          : await resources.read(request.method === 'GET' ? target : '', exchange.query, {
              version,
              batch,
            });
      const text = JSON.stringify(body).replaceAll(companyPath, `/services/data/${version}/`);
      sendText(response, 200, text, jsonType);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      sendText(response, error.status, JSON.stringify(error.body), jsonType);
    }
  };
}

const jsonType = 'application/json;charset=UTF-8';

/** Counts calls of the current day. */
function dayCounter(clock: () => number): () => number {
  let today = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(clock() / day);
    calls = now === today ? calls + 1 : 1;
    today = now;
    return calls;
  };
}

interface CrmResources {
  /** The JSON body of one resource. @throws BackendError */
  read(target: string, params: URLSearchParams, options: BatchOptions): Promise<unknown>;
  composite(text: string, options: BatchOptions): Promise<Row>;
  sendFile(exchange: Exchange, object: string, id: string): Promise<void>;
}

function crmResources(options: CrmApiOptions): CrmResources {
  const { backend, rights, ranges, redirect } = options;
  const { model = buildCrmModel() } = backend;
  const objects = facadeObjects();
  const execute: Read = (entity, params, page = null, action = 'list') =>
    // Published: an object or a field that the user may not read is one that does not exist.
    backend.execute({ system: 'crm', entity, action, params, page, hidden: rights.missing() });
  const queries = crmQueries(execute);

  /** The company's own custom objects and fields, too. */
  const described = (name: string, version: string): Row => {
    const readable = model.objects.filter((object) => rights.has(object.name));
    if (name === '') return describeGlobal(readable, version);
    const object = readable.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (object === undefined) throw notFound();
    return describeObject(object, readable, model, version);
  };

  const read: CrmResources['read'] = async (target, params, options) => {
    const [kind, first = '', second = ''] = target.split('/');
    const q = params.get('q') ?? '';
    if (kind === 'query' || kind === 'queryAll')
      return first === '' ? queries.first(q, kind, options) : queries.next(first, options);
    if (kind === 'search') {
      // Recorded: an object with searchRecords.
      const found = expect('hits', await execute('accounts', { q }, null, 'search'));
      return { searchRecords: found.records };
    }
    if (kind === 'sobjects' && (first === '' || second === 'describe'))
      return described(first, options.version);
    const entity = kind === 'sobjects' ? entityOf(objects, first) : null;
    if (entity === null || !rights.has(first)) throw notFound();
    const fields = params.get('fields');
    const wanted = { id: second, ...(fields === null ? {} : { fields }) };
    return expect('row', await execute(entity, wanted, null, 'get')).row;
  };

  return {
    read,
    /** Published: each subrequest is answered with its own status; an error does not stop the others. */
    async composite(text, options) {
      const body: unknown = JSON.parse(text);
      const wanted = isObject(body) && Array.isArray(body.batchRequests) ? body.batchRequests : [];
      if (wanted.length === 0 || wanted.length > 25)
        throw crmError(400, 'INVALID_BATCH_REQUEST', 'Expected 1 to 25 subrequests');
      const results: Row[] = [];
      for (const { method, url } of wanted as readonly Row[]) {
        const [path = '', search = ''] = String(url).split('?', 2);
        const target = path.replace(/^\/?(?:services\/data\/)?v\d+\.0\//, '');
        const answer = read(method === 'GET' ? target : '', new URLSearchParams(search), options);
        results.push(await answer.then((result) => ({ statusCode: 200, result }), errorResult));
      }
      return { hasErrors: results.some(({ statusCode }) => statusCode !== 200), results };
    },
    async sendFile(exchange, object, id) {
      const elsewhere = redirect(exchange.path);
      if (elsewhere !== null) {
        exchange.response.writeHead(302, { location: elsewhere }).end();
        return;
      }
      if (!rights.has(object)) throw notFound();
      const entity = entityOf(objects, object) ?? '';
      const found = expect('bytes', await execute(entity, { id }, null, 'download'));
      await sendFile(exchange.response, found, {
        range: exchange.request.headers.range,
        honourRanges: ranges,
        signal: signalOf(exchange.response),
        cutAt: null,
      });
    },
  };
}

function errorResult(error: unknown): Row {
  if (!(error instanceof BackendError)) throw error;
  return { statusCode: error.status, result: error.body };
}

function notFound(): BackendError {
  return crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
}

/** Published: 200 to 2,000 rows a batch, 2,000 unless the header says otherwise. */
function batchSize(header: string | readonly string[] | undefined): number {
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
