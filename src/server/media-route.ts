/** Media route: streams recordings and files. Its signed links expire and name one file of one tenant. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { entities } from '../contract/entity-catalogue.ts';
import type { EntitySpec } from '../contract/entity-spec.ts';
import { OutsideFileError } from '../contract/wire/failure.ts';
import { type ErrorCode, type SwitchboardError, UpstreamError } from '../errors.ts';
import type { FileRef } from '../graph/context.ts';
import type { Connector } from '../upstream/connector.ts';
import type { Download } from '../upstream/transport.ts';
import { HttpError } from './error-response.ts';
import { type Route, readOnly } from './http-server.ts';

interface MediaFile extends FileRef {
  readonly tenant: string;
}

export interface MediaLinks {
  /** An absolute URL below \`/media/\`. */
  url(file: MediaFile): string;
  /** The file a link's path names; null when it is not the path of a link, to the letter, or its time is over. */
  read(path: string): MediaFile | null;
}

interface MediaLinkOptions {
  readonly key: Uint8Array;
  /** Address of this server, read with each link, since a port may be chosen late. */
  readonly base: () => URL;
  readonly lifeSeconds: number;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

export const mediaPrefix = '/media/';

export function createMediaLinks(options: MediaLinkOptions): MediaLinks {
  const key = createHmac('sha256', options.key).update('media link 1').digest();
  const pathOf = (payload: string): string => {
    const mac = createHmac('sha256', key).update(payload).digest().subarray(0, 20);
    return `${mediaPrefix}${payload}.${mac.toString('base64url')}`;
  };
  return {
    url({ tenant, entity, id }) {
      // Links made within one minute are the same, so that players and proxies can reuse them.
      const minute = Math.floor(options.now() / 60_000) * 60;
      const until = minute + 60 + options.lifeSeconds;
      const payload = Buffer.from(JSON.stringify([tenant, entity, id, until])).toString(
        'base64url',
      );
      return new URL(pathOf(payload), options.base()).href;
    },
    read(path) {
      const payload = path.slice(mediaPrefix.length).split('.', 1)[0]!;
      // Texts, not what they decode to: base64 has several spellings of the same bytes.
      const given = Buffer.from(path);
      const expected = Buffer.from(pathOf(payload));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [tenant, entity, id, until] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as [string, string, string, number];
      return until * 1000 > options.now() ? { tenant, entity, id } : null;
    },
  };
}

export interface MediaOptions {
  readonly links: MediaLinks;
  /** The connector of a tenant; null when there is no such tenant any more. */
  readonly connector: (tenant: string) => Connector | null;
}

export function createMediaRoute(options: MediaOptions): Route {
  return readOnly(async (request, response, record) => {
    const range = rangeOf(request);
    const { connector, entity, file } = find(request.url ?? '', options);
    const download = await open(connector, entity, file, range, record.signal);
    try {
      const status = statusOf(download, request.headers);
      response.writeHead(
        status,
        status === download.status ? headersOf(download) : { 'content-length': 0 },
      );
      if (request.method === 'HEAD' || status !== download.status) response.end();
      else await pipeline(download.body, response).catch(() => response.destroy());
    } finally {
      download.body.destroy();
    }
  });
}

/** Only a GET has ranges (RFC 9110, section 14.2). No validator is sent, so none that If-Range names can match. */
function rangeOf({ method, headers }: IncomingMessage): string | undefined {
  return method === 'GET' && headers['if-range'] === undefined ? headers.range : undefined;
}

/** Validators are not sent, so of a condition (RFC 9110, section 13.2.2) only `*` can match. */
function statusOf({ status }: Download, headers: IncomingHttpHeaders): number {
  if ((headers['if-match'] ?? '*') !== '*') return 412;
  return headers['if-none-match'] === '*' ? 304 : status;
}

function find(url: string, { links, connector }: MediaOptions) {
  const file = links.read(url);
  const entity = entities.find(
    (one) => one.entity === file?.entity && one.operations.download !== undefined,
  );
  const found = file === null ? null : connector(file.tenant);
  if (file === null || entity === undefined || found === null)
    throw new HttpError(
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
    throw mediaErrorOf(error);
  });
}

const statuses: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 503,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_FORBIDDEN: 403,
  UPSTREAM_BAD_REQUEST: 404,
};

/** Maps an upstream failure to a status for players; 416 stays 416, with the file's size, by which they know its end. */
function mediaErrorOf(error: unknown): unknown {
  const known = error as SwitchboardError;
  if (known.code === undefined) return error;
  const upstream = error instanceof UpstreamError ? error.status : undefined;
  const status = upstream === 416 || upstream === 404 ? upstream : (statuses[known.code] ?? 502);
  const size = error instanceof OutsideFileError ? error.size : null;
  return new HttpError(status, known.code, known.message, {
    ...(size !== null && { headers: { 'content-range': `bytes */${size}` } }),
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
