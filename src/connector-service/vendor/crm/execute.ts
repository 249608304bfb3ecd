/**
 * The CRM behind an instance: queries, searches, records and files as requests of its REST API.
 * Paths and answers are those of the vendor's published reference; pages, records, child lists and
 * searches were seen in recordings.
 */

import { objectsOfFieldsQuery } from '../../../contract/crm/readable-field.ts';
import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { beginningOf } from '../../../errors.ts';
import {
  type BackendAnswer,
  BackendError,
  type BackendOperation,
  type Continuation,
  crmError,
  type ObjectDescription,
} from '../../backend.ts';
import type { VendorHttp } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { queryRequest } from './archived-row.ts';
import {
  describeObjects,
  descriptionPath,
  readableFieldRows,
  shortDescription,
} from './describe.ts';
import { openCrmFile } from './file.ts';
import { crmRequests } from './request.ts';

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

export interface VendorCrm {
  execute(operation: BackendOperation): Promise<BackendAnswer>;
  /** See `describeObjects`. */
  describe(isMeant: (head: ObjectDescription) => boolean): Promise<readonly ObjectDescription[]>;
}

export function openVendorCrm(options: VendorCrmOptions): VendorCrm {
  const { http, sessions, apiVersion } = options;
  const root = `/services/data/${apiVersion}`;
  const { read, post } = crmRequests({ http, sessions, root });

  const execute = async (operation: BackendOperation): Promise<BackendAnswer> => {
    const { entity, action, params, page } = operation;
    const inVersion = (answer: Promise<unknown>): Promise<unknown> =>
      answer.catch((error: unknown) => {
        throw isUnknownVersion(error)
          ? crmError(400, 'UNSUPPORTED_API_VERSION', `the CRM has no version ${apiVersion}`)
          : error;
      });
    switch (action) {
      case 'list': {
        if (page !== null) return soqlPage(await read(locatorOf(page), operation));
        const described = objectsOfFieldsQuery(textOf(params.q));
        if (described !== null) {
          const batch = { root, post: (path: string, body: string) => post(path, operation, body) };
          const records = await readableFieldRows(batch, described);
          return { kind: 'soql-page', records, totalSize: records.length, next: null };
        }
        const written = textOf(params.q);
        const query = (resource: string, q: string): Promise<unknown> =>
          read(`${root}/${resource}?q=${encodeURIComponent(q)}`, operation);
        const { resource, q } = queryRequest(written);
        const answer = query(resource, q).catch(async (error: unknown) => {
          // A refusal quotes the statement and counts its columns: that of a changed one is had for the one that was written.
          if (q !== written && error instanceof BackendError && error.status === 400)
            await query('query', written);
          throw error;
        });
        return soqlPage(await inVersion(answer));
      }
      case 'search': {
        const path = `${root}/search?q=${encodeURIComponent(textOf(params.q))}`;
        return { kind: 'hits', records: hitsOf(await inVersion(read(path, operation))) };
      }
      case 'get': {
        const path = descriptionPath(root, entity, params);
        if (path !== null)
          return { kind: 'row', row: shortDescription(await read(path, operation)) };
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

  return {
    execute,
    describe: (isMeant) =>
      describeObjects(
        { root, read: (path) => read(path, {}), post: (path, body) => post(path, {}, body) },
        isMeant,
      ),
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
