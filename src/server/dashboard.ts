/** Dashboard files under `/app`: one page for every address there, and files named by their content. */

import { existsSync, readFileSync } from 'node:fs';
import type { TrustedDocument } from './document/document.ts';
import { end, type Route, readOnly } from './http-server.ts';
import { createAssetRoute, readIfThere, sendPage } from './static-file.ts';

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
  const assets = createAssetRoute(files, assetPath, 'The dashboard');
  return readOnly(async (request, response, record) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    if (path.startsWith(assetPath)) return assets(request, response, record);
    const page = await readPage(path, files);
    if (page !== null) return sendPage(request, response, page, policy);
    end(response, 503, 'The dashboard is not built. Build it with: npm run dashboard\n');
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
