/** The GraphiQL page: a small document that loads everything else from this server and nothing from elsewhere. */

import type { Route } from '../http.ts';
import type { Showcase } from '../showcase.ts';
import { sendAsset } from './asset.ts';

export interface PageOptions {
  readonly showcases: readonly Showcase[];
  /** True where answers can explain themselves, so that the page offers the switch. */
  readonly explain: boolean;
  /** True where nothing but the tabs' documents is executed, which the page says. */
  readonly onlyTrusted: boolean;
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

export function createPageRoute(options: PageOptions): Route {
  const page = Buffer.from(renderPage(options));
  return (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.length,
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    response.end(page);
  };
}

export const assetPrefix = '/graphiql/';

export const assetRoute: Route = (request, response) =>
  sendAsset((request.url ?? '').slice(assetPrefix.length).split('?', 1)[0]!, request, response);

/** The settings stand in the page as data: whatever a query contains, it can't end the element it stands in. */
export function renderPage(options: PageOptions): string {
  const settings = JSON.stringify({
    explain: options.explain,
    onlyTrusted: options.onlyTrusted,
    tabs: options.showcases.map(({ query, variables }) => ({ query, variables })),
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
<script src="${assetPrefix}page.js"></script>
<script src="${assetPrefix}graphiql.js" defer></script>
</body>
</html>
`;
}
