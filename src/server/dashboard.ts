/** Dashboard files under `/app`: one page for every address there, and files named by their content. */

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { TrustedDocument } from './document/document.ts';
import { end, type Route, readOnly } from './http-server.ts';
import { type StaticFile, sendPage, sendStaticFile, staticFile } from './static-file.ts';

export interface DashboardOptions {
  /** Folder of the built files. */
  readonly files: URL;
  /** Texts of its questions, which are trusted. */
  readonly documents: readonly TrustedDocument[];
  /** Origins whose pages may show it in a frame. */
  readonly frameAncestors: readonly string[];
}

const dashboardPath = '/app';
const assetPath = `${dashboardPath}/assets/`;

export const isDashboardPath = (path: string): boolean =>
  path === dashboardPath || path.startsWith(`${dashboardPath}/`);

/** @param file what codegen wrote: hash to text. None is no fault: then nothing is trusted for it. */
export function readDashboardDocuments(file: URL): readonly TrustedDocument[] {
  if (!existsSync(file)) return [];
  const texts = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  return texts.map((query) => ({
    name: `dashboard/${/\bquery (\w+)/.exec(query)?.[1] ?? 'unnamed'}`,
    query,
  }));
}

/** Leads from `/` to the dashboard. */
export const homeRoute: Route = readOnly((_request, response) => {
  response.writeHead(302, { location: dashboardPath, 'cache-control': 'no-cache' });
  response.end();
});

export function createDashboardRoute({ files, frameAncestors }: DashboardOptions): Route {
  const policy = contentSecurityPolicy(frameAncestors);
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

  return readOnly(async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    if (!path.startsWith(assetPath)) {
      const page = await readPage(path, files);
      if (page !== null) return sendPage(request, response, page, policy);
      return end(response, 503, 'The dashboard is not built. Build it with: npm run dashboard\n');
    }
    const name = path.slice(assetPath.length);
    const asset = /^[\w-]+\.[\w.-]+$/.test(name) ? await assetOf(name) : null;
    if (asset === null) return end(response, 404, 'The dashboard has no such file.\n');
    // Its name is that of its content.
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
    await sendStaticFile(request, response, asset, headers);
  });
}

/** Only this server, and nothing inline. */
function contentSecurityPolicy(frameAncestors: readonly string[]): string {
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

/**
 * The page of the screen that the address begins with, or that of all others. Read anew each time, since the next
 * build may have replaced it: it is a kilobyte.
 */
async function readPage(path: string, files: URL): Promise<Buffer | null> {
  const name = /^\/app\/([a-z]+)/.exec(path)?.[1] ?? 'index';
  const screenPage = await readIfThere(new URL(`${name}.html`, files));
  return screenPage ?? readIfThere(new URL('index.html', files));
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Null where there is no such file. One that can't be read (too many are open, say) is a fault and no missing build. */
async function readIfThere(file: URL): Promise<Buffer | null> {
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
  return plain === null ? null : staticFile(type!, plain);
}
