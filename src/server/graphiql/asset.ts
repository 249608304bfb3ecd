/** GraphiQL's scripts, styles and workers, served from this machine, compressed once and cached by content. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { end } from '../http.ts';

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Promise<Buffer>;
  readonly etag: string;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Names below `/graphiql/`. */
const own = {
  'page.js': script,
  'page.css': style,
} as const;

let assets: Promise<ReadonlyMap<string, Asset>> | null = null;

/** Reads nothing until the first person opens the page: nine megabytes would slow every start. */
export function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  assets ??= readAssets();
  return assets;
}

async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const files: [name: string, type: string, content: string][] = [
    ['graphiql.js', script, bundle.js],
    ['graphiql.css', style, bundle.css],
    ['worker/editor.js', script, bundle.editorWorkerService],
    ['worker/json.js', script, bundle.jsonWorker],
    ['worker/graphql.js', script, bundle.graphqlWorker],
  ];
  for (const [name, type] of Object.entries(own))
    files.push([name, type, await readFile(new URL(`page/${name}`, import.meta.url), 'utf8')]);
  return new Map(files.map(([name, type, content]) => [name, asset(type, content)]));
}

function asset(type: string, content: string): Asset {
  const plain = Buffer.from(content);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    type,
    plain,
    gzipped: promisify(gzip)(plain, { level: constants.Z_DEFAULT_COMPRESSION }),
    etag: `"${digest}"`,
  };
}

export async function sendAsset(
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = (await loadAssets()).get(name);
  if (found === undefined) return end(response, 404, 'GraphiQL has no such file.\n');
  response.setHeader('etag', found.etag);
  response.setHeader('vary', 'accept-encoding');
  // Asked again with every visit, answered without a body unless a new version came.
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.headers['if-none-match'] === found.etag) {
    response.writeHead(304);
    response.end();
    return;
  }
  const zip = request.headers['accept-encoding']?.includes('gzip') ?? false;
  const body = zip ? await found.gzipped : found.plain;
  response.writeHead(200, {
    'content-type': found.type,
    'content-length': body.length,
    ...(zip && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
