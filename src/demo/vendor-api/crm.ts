/** The CRM's API: sessions, the day's calls, files; resources and composites of them answer the rest. */

import { BackendError, crmError } from '../../connector-service/backend.ts';
import { sendFile } from '../../connector-service/execute/download.ts';
import {
  type Exchange,
  readBodyText,
  sendText,
  signalOf,
} from '../../connector-service/http/json-exchange.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { DemoBackend } from '../demo-backend.ts';
import type { Rights } from './account-right.ts';
import { crmReader, expect } from './company-read.ts';
import { type Composites, crmComposites } from './crm-composite.ts';
import { companyPath } from './crm-query.ts';
import {
  crmResource,
  type DescribedBackend,
  entityOf,
  facadeObjects,
  notFound,
} from './crm-resource.ts';
import { connectedUser, identityOf } from './organisation.ts';
import type { Sessions } from './sign-in.ts';

interface CrmApiOptions {
  readonly backend: DescribedBackend;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly clock: () => number;
  readonly perDay: number;
  readonly usedByOthers: number;
  readonly ranges: boolean;
  readonly redirect: (path: string) => string | null;
  /** The façade's own address. */
  readonly address: () => string;
}

/** Versions the façade has; their records differ in their addresses alone. */
const versions = [58, 59, 60, 61, 62, 63, 64, 65, 66, 67].map((number) => `v${number}.0`);
/** Published: longest request line and headers, bytes. */
const longestUri = 16_384;
const day = 86_400_000;

/** Answers every path below /services/data, and the identity address of a token. */
export function crmApi(options: CrmApiOptions): (exchange: Exchange) => Promise<void> {
  const { sessions, clock, perDay, usedByOthers } = options;
  const read = crmResource(options);
  const composites = crmComposites(read);
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
      /^\/services\/data\/(v\d+\.0)(?:\/(.+?))?\/?$/.exec(path) ?? [];
    try {
      sessions.checkCrm(request.headers.authorization);
      if (path.startsWith('/id/')) {
        const identity = await identityAt(path, options.backend, options.address());
        return sendText(response, 200, JSON.stringify(identity), jsonType);
      }
      if (!versions.includes(version)) throw notFound();
      const used = countCall() + usedByOthers;
      // Published: the day's calls of all clients, on every answer that counts.
      response.setHeader('sforce-limit-info', `api-usage=${used}/${perDay}`);
      if (used > perDay)
        throw crmError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
      const batch = batchSize(request.headers['sforce-query-options']);
      const context = { version, batch, used };
      const [, object, id] = /^sobjects\/(\w+)\/(\w+)\/(?:VersionData|Body)$/.exec(target) ?? [];
      if (object !== undefined && id !== undefined)
        return await sendCrmFile(exchange, { ...options, object, id });
      const composite = request.method === 'POST' ? compositeOf(composites, target) : null;
      const body = await (composite === null
        ? read(request.method === 'GET' ? target : null, exchange.query, context)
        : composite(await readBodyText(request), context));
      const text = JSON.stringify(body).replaceAll(companyPath, `/services/data/${version}/`);
      sendText(response, 200, text, jsonType);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      sendText(response, error.status, JSON.stringify(error.body), jsonType);
    }
  };
}

/** The composite resource of a target; null where there is none. */
function compositeOf({ batch, named }: Composites, target: string): Composites['batch'] | null {
  if (target === 'composite/batch') return batch;
  return target === 'composite' ? named : null;
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

interface FileOptions extends Pick<CrmApiOptions, 'backend' | 'rights' | 'ranges' | 'redirect'> {
  readonly object: string;
  readonly id: string;
}

async function sendCrmFile(
  exchange: Exchange,
  { backend, rights, ranges, redirect, object, id }: FileOptions,
): Promise<void> {
  const elsewhere = redirect(exchange.path);
  if (elsewhere !== null) {
    exchange.response.writeHead(302, { location: elsewhere }).end();
    return;
  }
  if (!rights.has(object)) throw notFound();
  const entity = entityOf(facadeObjects(), object) ?? '';
  const file = expect('bytes', await crmReader(backend)(entity, { id }, null, 'download'));
  await sendFile(exchange.response, file, {
    range: exchange.request.headers.range,
    honourRanges: ranges,
    signal: signalOf(exchange.response),
  });
}

/** @throws BackendError for another organisation or user */
async function identityAt(path: string, backend: DemoBackend, address: string): Promise<Row> {
  const identity = identityOf(await connectedUser(crmReader(backend)), address);
  if (identity.id !== address + path) throw notFound();
  return identity;
}

/** Published: 200 to 2,000 rows a batch, 2,000 unless the header says otherwise. */
function batchSize(header: string | readonly string[] | undefined): number {
  const size = Number(/batchSize=(\d+)/.exec(String(header))?.[1] ?? 2_000);
  return Math.min(Math.max(size, 200), 2_000);
}
