/** Files of the CRM: name and size by a query, bytes by range where it is honoured and by skipping where it is not. */

import type { Row } from '../../../contract/wire/execute.ts';
import { type BackendAnswer, BackendError, crmError } from '../../backend.ts';
import { refusal, type VendorHttp, type VendorStream } from '../http.ts';
import type { SessionManager } from '../sign-in/session.ts';
import { openSigned } from '../sign-in/signed-request.ts';
import { isEndedSession } from './ended-session.ts';

interface CrmFileOptions {
  readonly http: VendorHttp;
  readonly sessions: SessionManager;
  /** `/services/data/v65.0` */
  readonly root: string;
  readonly object: 'ContentVersion' | 'Attachment';
  readonly id: string;
  readonly signal: AbortSignal | undefined;
  /** Records of a statement. @throws BackendError */
  readonly query: (statement: string) => Promise<readonly Row[]>;
}

const kinds = {
  ContentVersion: {
    fields: 'Title, PathOnClient, FileExtension, ContentSize',
    size: 'ContentSize',
    body: 'VersionData',
  },
  Attachment: { fields: 'Name, ContentType, BodyLength', size: 'BodyLength', body: 'Body' },
} as const;

/** Types by ending: a version's record names none. */
const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** @throws BackendError 404 where the query finds no record, or the query's own error. */
export async function openCrmFile(options: CrmFileOptions): Promise<BackendAnswer> {
  const { object, id, query } = options;
  const { fields, size: sizeField } = kinds[object];
  const [record] = await query(`SELECT ${fields} FROM ${object} WHERE Id = '${id}'`);
  if (record === undefined)
    throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  const size = record[sizeField];
  if (typeof size !== 'number')
    throw new BackendError(502, 'The CRM did not say how long a file is');
  const { fileName, contentType } = headOf(object, record);
  return {
    kind: 'bytes',
    size,
    contentType,
    fileName,
    open: (first, last) => readBytes(options, { first, last, size }),
  };
}

function headOf(object: CrmFileOptions['object'], record: Row) {
  const text = (name: string): string => (typeof record[name] === 'string' ? record[name] : '');
  const ending = text('FileExtension').toLowerCase();
  const title = text('Title');
  const named =
    ending === '' || title.toLowerCase().endsWith(`.${ending}`) ? title : `${title}.${ending}`;
  const fileName = object === 'Attachment' ? text('Name') : named;
  const typeOfEnding = types[fileName.toLowerCase().split('.').at(-1) ?? ''];
  const contentType = object === 'Attachment' ? text('ContentType') : '';
  return { fileName, contentType: contentType || typeOfEnding || 'application/octet-stream' };
}

interface Wanted {
  readonly first: number;
  readonly last: number;
  readonly size: number;
}

async function* readBytes(
  { http, sessions, root, object, id, signal }: CrmFileOptions,
  range: Wanted,
): AsyncGenerator<Uint8Array> {
  const { first, last, size } = range;
  const isPart = first > 0 || last < size - 1;
  const opened = await openSigned(sessions, isEndedSession, ({ base, authorization }) =>
    http.open({
      method: 'GET',
      url: `${base}${root}/sobjects/${object}/${id}/${kinds[object].body}`,
      from: base,
      headers: { authorization, ...(isPart ? { range: `bytes=${first}-${last}` } : {}) },
      signal,
    }),
  );
  if (opened.isRefused) throw refusal(opened.answer);
  const { stream } = opened;
  try {
    yield* bytesOf(stream, range);
  } finally {
    stream.destroy();
  }
}

async function* bytesOf(
  stream: VendorStream,
  { first, last, size }: Wanted,
): AsyncGenerator<Uint8Array> {
  const { status, header } = stream;
  const isWhole = status === 200;
  const range = header('content-range') ?? '';
  if (!isWhole && !(status === 206 && range.startsWith(`bytes ${first}-`)))
    throw new BackendError(502, `The CRM answered ${status} to a file`);
  // Not every file store honours a range: then the bytes before it are read and skipped.
  let at = isWhole ? 0 : first;
  for await (const chunk of stream.chunks()) {
    const from = Math.max(first - at, 0);
    const to = Math.min(last + 1 - at, chunk.length);
    at += chunk.length;
    if (to > from) yield chunk.subarray(from, to);
    // Nothing behind the range is transferred.
    if (at > last) return;
  }
  if (at <= last) throw new BackendError(502, `The file ended after ${at} of ${size} bytes`);
}
