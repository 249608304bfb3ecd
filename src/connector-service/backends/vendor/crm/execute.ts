/**
 * The CRM behind an instance: queries, searches, records and files as requests of its REST API.
 * Paths and answers are those of the vendor's published reference; pages, records, child lists and
 * searches were seen in recordings.
 */

import { dayUsageHeader, type Row, readDayUsage } from '../../../../contract/wire/execute.ts';
import { isObject } from '../../../../contract/wire/json.ts';
import { beginningOf } from '../../../../errors.ts';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
  type Continuation,
  crmError,
} from '../../../backend.ts';
import { readJson } from '../body.ts';
import { refusal, type VendorAnswer, type VendorHttp } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { sendSigned } from '../sign-in/signed-request.ts';
import { queryRequest } from './archived-row.ts';
import { isEndedSession } from './ended-session.ts';
import { openCrmFile } from './file.ts';

interface VendorCrmOptions {
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** e.g. `v65.0`. */
  readonly apiVersion: string;
}

/** Object of each entity that is read by id. */
export const crmObjects: Readonly<Record<string, string>> = {
  accounts: 'Account',
  contacts: 'Contact',
  leads: 'Lead',
  opportunities: 'Opportunity',
  tasks: 'Task',
  events: 'Event',
  campaigns: 'Campaign',
  cases: 'Case',
  notes: 'Note',
  content_versions: 'ContentVersion',
  attachments: 'Attachment',
};

/** A longer path goes into the body of a batch: beyond 16,384 bytes of path and headers the CRM answers 414. */
const longestPath = 12_000;

export function executeOnCrm({
  http,
  sessions,
  apiVersion,
}: VendorCrmOptions): (operation: BackendOperation) => Promise<BackendAnswer> {
  const root = `/services/data/${apiVersion}`;

  const signed = (
    path: string,
    operation: BackendOperation,
    more: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<VendorAnswer> =>
    sendSigned(sessions, isEndedSession, async ({ base, authorization }) => {
      const answer = await http.send({
        method: more.body === undefined ? 'GET' : 'POST',
        url: base + path,
        from: base,
        headers: {
          accept: 'application/json',
          'sforce-query-options': 'batchSize=2000',
          ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
          authorization,
          ...more.headers,
        },
        ...(more.body === undefined ? {} : { body: more.body }),
        signal: operation.signal,
      });
      const usage = readDayUsage(answer.header(dayUsageHeader));
      if (usage !== null) operation.usage?.(usage);
      return answer;
    });

  const read = async (path: string, operation: BackendOperation): Promise<unknown> => {
    if (path.length > longestPath) return readLong(path, operation);
    const answer = await signed(path, operation);
    if (answer.status !== 200) throw refusal(answer);
    return readJson(answer.text);
  };

  /** As the one subrequest of a batch, whose body may be long. */
  const readLong = async (path: string, operation: BackendOperation): Promise<unknown> => {
    const url = path.slice('/services/data/'.length);
    const body = JSON.stringify({ batchRequests: [{ method: 'GET', url }] });
    const answer = await signed(`${root}/composite/batch`, operation, { body });
    if (answer.status !== 200) throw refusal(answer);
    const json = readJson(answer.text);
    const results = isObject(json) && Array.isArray(json.results) ? json.results : [];
    const [first] = results as readonly unknown[];
    if (!isObject(first) || typeof first.statusCode !== 'number')
      throw new BackendError(502, 'The CRM answered a batch without its result');
    if (first.statusCode !== 200) throw new BackendError(first.statusCode, first.result);
    return first.result;
  };

  return async (operation) => {
    const { entity, action, params, page } = operation;
    const statement = (path: string): Promise<unknown> =>
      read(path, operation).catch((error: unknown) => {
        throw isUnknownVersion(error)
          ? crmError(400, 'UNSUPPORTED_API_VERSION', `the CRM has no version ${apiVersion}`)
          : error;
      });
    switch (action) {
      case 'list': {
        if (page !== null) return soqlPage(await read(locatorOf(page), operation));
        const { resource, q } = queryRequest(textOf(params.q));
        return soqlPage(await statement(`${root}/${resource}?q=${encodeURIComponent(q)}`));
      }
      case 'search': {
        const path = `${root}/search?q=${encodeURIComponent(textOf(params.q))}`;
        return { kind: 'hits', records: hitsOf(await statement(path)) };
      }
      case 'get': {
        const fields = textOf(params.fields);
        const query = fields === '' ? '' : `?fields=${encodeURIComponent(fields)}`;
        const row = await read(`${root}/sobjects/${recordPath(entity, params)}${query}`, operation);
        if (!isObject(row)) throw new BackendError(502, 'The CRM answered without the record');
        return { kind: 'row', row };
      }
      case 'download':
        recordPath(entity, params);
        return openCrmFile({
          http,
          sessions,
          root,
          object: entity === 'attachments' ? 'Attachment' : 'ContentVersion',
          id: textOf(params.id),
          signal: operation.signal,
          query: async (statement) =>
            soqlPage(await read(`${root}/query?q=${encodeURIComponent(statement)}`, operation))
              .records,
        });
    }
  };
}

/** Queries and searches exist in every version: 404 of their address means that the version does not. */
function isUnknownVersion(error: unknown): boolean {
  if (!(error instanceof BackendError) || error.status !== 404) return false;
  const [first]: readonly unknown[] = Array.isArray(error.body) ? error.body : [];
  return isObject(first) && first.errorCode === 'NOT_FOUND';
}

/** @throws BackendError 404 for an entity that is not read by id, 400 for an invalid id. */
function recordPath(entity: string, params: Row): string {
  const object = crmObjects[entity];
  if (object === undefined)
    throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  const id = textOf(params.id);
  // Letters and digits alone: an id is a part of the path.
  if (!/^[A-Za-z0-9]{15}(?:[A-Za-z0-9]{3})?$/.test(id))
    throw crmError(400, 'MALFORMED_ID', `malformed id ${beginningOf(id, 40)}`);
  return `${object}/${id}`;
}

/** @throws BackendError INVALID_QUERY_LOCATOR for any other path: a locator must not lead elsewhere. */
function locatorOf({ nextRecordsUrl: path }: Continuation): string {
  if (typeof path === 'string' && /^\/services\/data\/v\d+\.\d+\/query(?:All)?\/[\w-]+$/.test(path))
    return path;
  throw crmError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
}

function soqlPage(body: unknown): Extract<BackendAnswer, { kind: 'soql-page' }> {
  if (!isObject(body) || !Array.isArray(body.records) || typeof body.totalSize !== 'number')
    throw new BackendError(502, 'The CRM answered a query without its records');
  const { nextRecordsUrl, totalSize } = body;
  return {
    kind: 'soql-page',
    // A record that is no object has nothing in it, not even its id.
    records: body.records.map((record) => (isObject(record) ? record : {})),
    totalSize,
    next: typeof nextRecordsUrl === 'string' ? { nextRecordsUrl } : null,
  };
}

function hitsOf(body: unknown): readonly Row[] {
  // Before v37 the array itself.
  const records = isObject(body) ? body.searchRecords : body;
  if (Array.isArray(records)) return records as readonly Row[];
  throw new BackendError(502, 'The CRM answered a search without its records');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
