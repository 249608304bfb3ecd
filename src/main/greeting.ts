/** The greeting on standard output after a start. */

import type { Config } from '../config.ts';

export interface Addresses {
  readonly url: URL;
  readonly adminUrl: URL | null;
  /** Of the embedded connector service; null where a hosted one is configured. */
  readonly serviceUrl: string | null;
}

const firstQuery =
  '{ accounts(first: 3) { nodes { name contacts(first: 2) { nodes { name email } } } } }';

export function greeting({ environment, access }: Config, addresses: Addresses): string {
  const { url, adminUrl, serviceUrl } = addresses;
  const graph = new URL('/graphql', url).href;
  const lines = [
    environment.GRAPHIQL === 'on' ? `GraphiQL   ${url.href}` : null,
    `Graph      ${graph}`,
    adminUrl === null ? null : `Admin      ${adminUrl.href}metrics, readyz, healthz`,
    serviceUrl === null
      ? `Data       ${environment.CONNECTOR_BASE_URL?.href}`
      : `Data       a synthetic company, served at ${serviceUrl}`,
    access === null
      ? 'Access     open: whoever reaches this address may ask everything (it is on loopback only)'
      : `Access     ${access.keys.length} API keys, ${access.issuers.length} token issuers, ${access.tenants.size} tenants`,
    '',
    'A first query:',
    '',
    `  curl -s ${graph} -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify({ query: firstQuery })}'`,
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n\n`;
}
