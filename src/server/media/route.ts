/** Streams recordings and files to whoever has a signed link: one range at a time, at the reader's pace. */

import { pipeline } from 'node:stream/promises';
import type { EntitySpec } from '../../contract/catalog.ts';
import { entities } from '../../contract/entity.ts';
import { type ErrorCode, type SwitchboardError, UpstreamError } from '../../errors.ts';
import type { Connector, Download } from '../../upstream/connector.ts';
import type { Route } from '../http.ts';
import { Refusal, sendRefusal } from '../refusal.ts';
import type { MediaFile, MediaLinks } from './link.ts';

export interface MediaOptions {
  readonly links: MediaLinks;
  /** The connector of a tenant; null when there is no such tenant any more. */
  readonly connector: (tenant: string) => Connector | null;
}

export function createMediaRoute(options: MediaOptions): Route {
  return async (request, response, record) => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new Refusal(405, 'BAD_USER_INPUT', 'Expected GET or HEAD.', {
          headers: { allow: 'GET, HEAD' },
        });
      const range = singleRange(request.headers.range);
      const { connector, entity, file } = find(request.url ?? '', options);
      const download = await open(connector, entity, file, range, record.signal);
      response.writeHead(download.status, headersOf(download));
      if (request.method === 'HEAD') {
        download.body.destroy();
        response.end();
      } else await pipeline(download.body, response).catch(() => response.destroy());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendRefusal(request, response, error);
    }
  };
}

const oneRange = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;

/** @throws Refusal 416 for anything but one range, so that nobody can ask for a thousand at once. */
function singleRange(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [first, last] = header.slice('bytes='.length).split('-').map(Number);
  const reversed = /^bytes=\d+-\d+$/.test(header) && first! > last!;
  if (oneRange.test(header) && !reversed && header !== 'bytes=-0') return header;
  throw new Refusal(416, 'BAD_USER_INPUT', 'Expected one range such as bytes=0-1023.', {
    headers: { 'accept-ranges': 'bytes' },
  });
}

function find(url: string, { links, connector }: MediaOptions) {
  const file = links.read(url);
  const entity = entities.find(
    (one) => one.entity === file?.entity && one.operations.download !== undefined,
  );
  const found = file === null ? null : connector(file.tenant);
  if (file === null || entity === undefined || found === null)
    throw new Refusal(
      403,
      'FORBIDDEN',
      'Expected a link as the graph gives it, still in its time.',
    );
  return { connector: found, entity, file };
}

function open(
  connector: Connector,
  entity: EntitySpec,
  { id }: MediaFile,
  range: string | undefined,
  signal: AbortSignal,
): Promise<Download> {
  const params =
    entity.system === 'crm'
      ? { id }
      : { filter: { callIds: [id] }, contentSelector: { exposedFields: { media: true } } };
  return connector.download(entity, params, { range, signal, client: 'media' }).catch((error) => {
    throw refusalOf(error);
  });
}

const statuses: Partial<Record<ErrorCode, number>> = {
  BAD_USER_INPUT: 416,
  RATE_LIMITED: 503,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_FORBIDDEN: 403,
  UPSTREAM_BAD_REQUEST: 404,
};

/** A failure upstream as a status a player understands; 416 stays 416. */
function refusalOf(error: unknown): unknown {
  const known = error as SwitchboardError;
  if (known.code === undefined) return error;
  const upstream = error instanceof UpstreamError ? error.status : undefined;
  const status = upstream === 416 || upstream === 404 ? upstream : (statuses[known.code] ?? 502);
  return new Refusal(status, known.code, known.message, {
    ...(known.retryAfterMs !== undefined && { retryAfterMs: known.retryAfterMs }),
  });
}

function headersOf(download: Download): Record<string, string | number> {
  const { contentType, contentLength, contentRange, fileName } = download;
  return {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    ...(contentLength !== null && { 'content-length': contentLength }),
    ...(contentRange !== null && { 'content-range': contentRange }),
    'content-disposition': disposition(fileName),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=300',
  };
}

/** Saved when opened by itself; players in a page don't mind. */
function disposition(fileName: string | null): string {
  if (fileName === null) return 'attachment';
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
