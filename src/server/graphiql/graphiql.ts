/** The GraphiQL page: a small document whose scripts and styles come from this server, compressed once and cached by content. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Showcase } from '../example-operation.ts';
import { end, type Route, readOnly } from '../http-server.ts';
import { type StaticFile, sendPage, sendStaticFile, staticFile } from '../static-file.ts';

interface GraphiqlOptions {
  readonly showcases: readonly Showcase[];
  /** True where answers can explain themselves, so that the page offers the switch. */
  readonly explain: boolean;
  /** True where nothing but the page's questions is executed, which the page says. */
  readonly onlyTrusted: boolean;
  /** True where requests need a key, so that the page offers one for all tabs. */
  readonly needsKey: boolean;
}

/** Only this server, and what the editor makes itself (inline styles, data: fonts and icons, blob: workers). */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function createPageRoute(options: GraphiqlOptions): Route {
  const page = Buffer.from(renderPage(options));
  return readOnly((request, response) => sendPage(request, response, page, contentSecurityPolicy));
}

export const assetPrefix = '/graphiql/';

export const assetRoute: Route = readOnly((request, response) =>
  sendAsset((request.url ?? '').slice(assetPrefix.length).split('?', 1)[0]!, request, response),
);

/**
 * Renders the page with its settings as data, so that no query text can end their element. It opens
 * without a credential, so nothing in it may be an organisation's own, as saved questions are.
 */
function renderPage(options: GraphiqlOptions): string {
  const settings = JSON.stringify({
    explain: options.explain,
    onlyTrusted: options.onlyTrusted,
    needsKey: options.needsKey,
    showcases: options.showcases.map(describeShowcase),
  }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Switchboard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetPrefix}graphiql.css">
<link rel="stylesheet" href="${assetPrefix}page.css">
</head>
<body>
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"><p id="loading">Loading GraphiQL …</p></div>
<section id="explain" aria-label="Upstream calls" hidden></section>
<script type="application/json" id="settings">${settings}</script>
<script type="module" src="${assetPrefix}page.js"></script>
<script src="${assetPrefix}graphiql.js" defer></script>
</body>
</html>
`;
}

/** The title is the file's name; the description is the first paragraph of the comment at its head. */
function describeShowcase({ name, query, variables }: Showcase) {
  const comment = /^(?:# .*\n)+/.exec(query)?.[0] ?? '';
  return {
    title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ').replace('soql', 'SOQL')}`,
    description: comment.replaceAll(/^# /gm, '').replaceAll('\n', ' ').trim(),
    query,
    variables,
  };
}

interface Asset extends StaticFile {
  readonly etag: string;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Names below `/graphiql/`. */
const assetNames = {
  'page.js': script,
  'chooser.js': script,
  'element.js': script,
  'explain.js': script,
  'key.js': script,
  'tab.js': script,
  'page.css': style,
} as const;

let assets: Promise<ReadonlyMap<string, Asset>> | null = null;

/** Reads nothing until the first person opens the page: nine megabytes would slow every start. */
function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
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
  for (const [name, type] of Object.entries(assetNames))
    files.push([name, type, await readFile(new URL(`page/${name}`, import.meta.url), 'utf8')]);
  return new Map(files.map(([name, type, content]) => [name, asset(type, content)]));
}

function asset(type: string, content: string): Asset {
  const plain = Buffer.from(content);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { ...staticFile(type, plain), etag: `"${digest}"` };
}

async function sendAsset(
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asset = (await loadAssets()).get(name);
  if (asset === undefined) return end(response, 404, 'GraphiQL has no such file.\n');
  // Revalidated at every visit, answered without a body unless a new version came.
  const headers = { etag: asset.etag, 'cache-control': 'no-cache' };
  // A list of tags may come, and a weak one: proxies that compress weaken them.
  if (request.headers['if-none-match']?.includes(asset.etag) !== true)
    return sendStaticFile(request, response, asset, headers);
  response.writeHead(304, { ...headers, vary: 'accept-encoding' });
  response.end();
}
