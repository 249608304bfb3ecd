/** Media route: streams recordings and files to whoever has their link. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { entities } from '../contract/entity-catalogue.ts';
import type { MediaHeaders } from '../contract/wire/download-header.ts';
import type { Connector } from '../upstream/connector.ts';
import type { CallNotes } from '../upstream/upstream-request.ts';
import { attachmentOf } from './attachment.ts';
import { HttpError } from './error-response.ts';
import { type Route, readOnly } from './http-server.ts';
import { LinkedFiles, type LinkShare, type OpenFile } from './linked-file.ts';
import type { MediaLinks } from './media-link.ts';

export interface MediaOptions {
  readonly links: MediaLinks;
  /** The connector of a tenant; null when there is no such tenant any more. */
  readonly connector: (tenant: string) => Connector | null;
  readonly share: LinkShare;
}

export function createMediaRoute(options: MediaOptions): Route {
  const files = new LinkedFiles(options.share);
  return readOnly(async (request, response, record) => {
    const path = request.url ?? '';
    const range = rangeOf(request);
    const open = openerOf(path, options, record);
    const file = files.at(path);
    const condition = conditionOf(request.headers);
    // Before the range is looked at (RFC 9110, section 13.2.2).
    if (request.method === 'HEAD' || condition !== null) {
      const { size, ...head } = await file.head(open);
      const wholeFile = { ...head, contentLength: size, contentRange: null };
      response.writeHead(condition ?? 200, condition === null ? headersOf(wholeFile) : noContent);
      response.end();
      return;
    }
    const download = await file.download(open, range, record.signal);
    try {
      response.writeHead(download.status, headersOf(download));
      await pipeline(download.body, response).catch(() => response.destroy());
    } finally {
      download.body.destroy();
    }
  });
}

/** Only a GET has ranges (RFC 9110, section 14.2). No validator is sent, so none that If-Range names can match. */
function rangeOf({ method, headers }: IncomingMessage): string | undefined {
  return method === 'GET' && headers['if-range'] === undefined ? headers.range : undefined;
}

/** Status of a condition that is not met: validators are not sent, so of one (RFC 9110, section 13.2.2) only `*` can match. */
function conditionOf(headers: IncomingHttpHeaders): 412 | 304 | null {
  if ((headers['if-match'] ?? '*') !== '*') return 412;
  return headers['if-none-match'] === '*' ? 304 : null;
}

const noContent = { 'content-length': 0 };

/** @throws HttpError 403 for what is no link. */
function openerOf(path: string, { links, connector }: MediaOptions, notes: CallNotes): OpenFile {
  const link = links.read(path);
  const entity = entities.find(
    (candidate) => candidate.entity === link?.entity && candidate.operations.download !== undefined,
  );
  const upstream = link === null ? null : connector(link.tenant);
  if (link === null || entity === undefined || upstream === null)
    throw new HttpError(
      403,
      'FORBIDDEN',
      'Expected a link as the graph gives it, still in its time.',
    );
  const { id } = link;
  const params =
    entity.system === 'crm'
      ? { id }
      : { filter: { callIds: [id] }, contentSelector: { exposedFields: { media: true } } };
  return (range, signal) =>
    upstream.download(entity, params, { range, signal, client: 'media', notes });
}

function headersOf(file: Omit<MediaHeaders, 'status'>): Record<string, string | number> {
  const { contentType, contentLength, contentRange, fileName } = file;
  return {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    ...(contentLength !== null && { 'content-length': contentLength }),
    ...(contentRange !== null && { 'content-range': contentRange }),
    // Saved when opened by itself; players in a page don't mind.
    'content-disposition': fileName === null ? 'attachment' : attachmentOf(fileName),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=300',
  };
}
