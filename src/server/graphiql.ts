/** The GraphiQL page: a document with its settings, and files named by their content. */

import type { Showcase } from './example-operation.ts';
import { end, type Route, readOnly } from './http-server.ts';
import { createAssetRoute, readIfThere, sendPage } from './static-file.ts';

interface GraphiqlOptions {
  readonly showcases: readonly Showcase[];
  /** True where answers can explain themselves, and questions tell their cost. */
  readonly explain: boolean;
  /** True where nothing but the page's questions is executed, which the page says. */
  readonly onlyTrusted: boolean;
  /** True where requests need a key, so that the page offers one for all tabs. */
  readonly needsKey: boolean;
}

/** Files of `npm run graphiql`. */
const files = new URL('../../dist/graphiql/', import.meta.url);

/** Only this server, and the styles that the editor writes. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function createPageRoute(options: GraphiqlOptions): Route {
  const settings = settingsOf(options);
  return readOnly(async (request, response) => {
    // Read anew each time, since the next build may have replaced it: it is a kilobyte.
    const page = await readIfThere(new URL('index.html', files));
    if (page === null)
      return end(response, 503, 'GraphiQL is not built. Build it with: npm run graphiql\n');
    const html = page.toString().replace(emptySettings, () => settings);
    sendPage(request, response, Buffer.from(html), contentSecurityPolicy);
  });
}

export const assetPrefix = '/graphiql/';

export const assetRoute: Route = readOnly(
  createAssetRoute(files, `${assetPrefix}assets/`, 'GraphiQL'),
);

const settingsTag = '<script type="application/json" id="settings">';
const emptySettings = `${settingsTag}{}</script>`;

/**
 * The settings as data, so that no query text can end their element. The page opens without a credential, so
 * nothing in it may be an organisation's own, as saved questions are.
 */
function settingsOf({ showcases, ...switches }: GraphiqlOptions): string {
  const settings = { ...switches, showcases: showcases.map(describeShowcase) };
  return `${settingsTag}${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`;
}

/** The title is the file's name; the description is the first paragraph of the comment at its head. */
function describeShowcase({ name, query, variables }: Showcase) {
  const comment = /^(?:# .*\n)+/.exec(query)?.[0] ?? '';
  return {
    name,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ').replace('soql', 'SOQL')}`,
    description: comment.replaceAll(/^# /gm, '').replaceAll('\n', ' ').trim(),
    query,
    variables,
  };
}
