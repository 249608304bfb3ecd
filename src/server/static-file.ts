/** Static files of the two pages: read once, compressed once, sent as the client accepts them. */

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { takesGzip } from './accept.ts';
import { end, type Route } from './http-server.ts';

interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Promise<Buffer>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Sends the files of a folder `assets`, each of which is named by its content.
 * @param prefix of their addresses @param page what has them, for whoever asks for another
 */
export function createAssetRoute(files: URL, prefix: string, page: string): Route {
  const assets = new Map<string, Promise<StaticFile | null>>();
  const assetOf = (name: string): Promise<StaticFile | null> => {
    let asset = assets.get(name);
    if (asset === undefined) {
      asset = readAsset(new URL(`assets/${name}`, files));
      const forget = (): unknown => assets.delete(name);
      // What is not there may come with the next build, and strangers' names fill no memory.
      void asset.then((file) => file === null && forget(), forget);
      assets.set(name, asset);
    }
    return asset;
  };
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    const asset = /^[\w-]+\.[\w.-]+$/.test(name) ? await assetOf(name) : null;
    if (asset === null) return end(response, 404, `${page} has no such file.\n`);
    await sendStaticFile(request, response, asset);
  };
}

/** Null where there is no such file. One that can't be read (too many are open, say) is a fault and no missing build. */
export async function readIfThere(file: URL): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readAsset(file: URL): Promise<StaticFile | null> {
  const type = types[extname(file.pathname)];
  const plain = type === undefined ? null : await readIfThere(file);
  return plain === null ? null : { type: type!, plain, gzipped: promisify(gzip)(plain) };
}

/** Sends it to a GET, and its head to a HEAD. */
async function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, plain, gzipped }: StaticFile,
): Promise<void> {
  const zip = takesGzip(String(request.headers['accept-encoding'] ?? ''));
  const body = zip ? await gzipped : plain;
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    // Its name is that of its content.
    'cache-control': 'public, max-age=31536000, immutable',
    ...(zip && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends a page's document, which is revalidated at every visit. @param policy its content security policy */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Buffer,
  policy: string,
): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
