/** The greeting on standard output after a start. */

import { misspellingText } from '../config/name-suggestion.ts';
import type { Config } from '../config.ts';
import { counted } from '../errors.ts';
import type { Permission } from '../graph/context.ts';
import type { ProbedAccount } from './account-probe.ts';
import { rightsWithheld } from './authenticator.ts';

export interface Addresses {
  readonly url: URL;
  readonly adminUrl: URL | null;
  /** Of the embedded connector service; null where a hosted one is configured. */
  readonly serviceUrl: string | null;
}

/** One that is answered: of the call platform where that is all there is. */
function firstQuery(connector: Config['connector']): string {
  return connector.kind === 'vendor' && !connector.accounts.crm
    ? '{ calls(first: 3) { nodes { title startedAt } } }'
    : '{ accounts(first: 3) { nodes { name contacts(first: 2) { nodes { name email } } } } }';
}

/** Withheld data, with the variable that shows them. */
const withheldNames: Partial<Record<Permission, string>> = {
  'private-calls': 'private calls (PRIVATE_CALLS)',
  transcripts: 'transcripts (TRANSCRIPTS)',
};

/** Addresses to listen on that are no address of any machine. */
const everywhere = ['0.0.0.0', '[::]'];

/** The credential is the client's own and in no file of the server, so the line takes it from the shell. */
const keyHeader = ` -H "Authorization: Bearer $KEY"`;

export function greeting(config: Config, addresses: Addresses): string {
  const { environment, connector, access, misspelt = [] } = config;
  const { url, adminUrl, serviceUrl } = addresses;
  const graph = new URL('/graphql', url).href;
  const withheld = rightsWithheld(config).map((right) => withheldNames[right] ?? right);
  const lines = [
    environment.DASHBOARD === 'on' ? `Dashboard  ${new URL('/app', url).href}` : null,
    environment.GRAPHIQL === 'on' ? `GraphiQL   ${graph} in a browser` : null,
    `Graph      ${graph}`,
    adminUrl === null ? null : `Admin      ${adminUrl.href}metrics, readyz, healthz`,
    `Data       ${dataOf(connector, serviceUrl)}`,
    access === null
      ? `Access     open, on loopback only: whoever reaches this address may ask everything${withheld.length === 0 ? '' : ` but ${withheld.join(' and ')}`}`
      : `Access     ${counted(access.keys.length, 'API key')}, ${counted(access.issuers.length, 'token issuer')}, ${counted(access.tenants.size, 'tenant')}`,
    environment.PUBLIC_URL === undefined && everywhere.includes(url.hostname)
      ? `Links      to recordings and files begin with ${url.origin}, where no other machine finds them: PUBLIC_URL names the address that clients reach`
      : null,
    ...misspelt.map((one) => `Ignored    ${misspellingText(one)}`),
    '',
    access === null
      ? 'A first query:'
      : 'A first query, where KEY is an API key of the access file (`npx switchboard key` makes one):',
    '',
    `  curl -s ${graph} -H 'content-type: application/json'${access === null ? '' : keyHeader} \\`,
    `    -d '${JSON.stringify({ query: firstQuery(connector) })}'`,
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n\n`;
}

function dataOf(connector: Config['connector'], serviceUrl: string | null): string {
  switch (connector.kind) {
    case 'hosted':
      return connector.baseUrl.href;
    case 'embedded':
      return `a synthetic company, served at ${serviceUrl}`;
    case 'vendor': {
      const names = { 'call-analytics': 'the call platform', crm: 'the CRM' } as const;
      const own = (['call-analytics', 'crm'] as const).filter((name) => connector.accounts[name]);
      const only = own.length === 1 ? '; the other system is not configured' : '';
      return `your own account at ${own.map((name) => names[name]).join(' and ')}${only}`;
    }
  }
}

/** Names and rights of own accounts: printed after the greeting, when the vendors have answered. */
export function accountGreeting(accounts: readonly ProbedAccount[]): string {
  const titles = { 'call-analytics': 'Calls', crm: 'CRM' } as const;
  const lines = accounts.flatMap(({ system, name, rights }) => {
    const works = rights.filter(({ state }) => state === 'works').map((right) => right.name);
    const others = Map.groupBy(
      rights.filter(({ state }) => state !== 'works'),
      ({ state }) => state,
    );
    const may = works.length === 0 ? 'nothing' : works.join(', ');
    return [
      `${titles[system].padEnd(10)} ${name ?? 'an account whose name may not be read'}`,
      `           may read ${may}`,
      ...[...others].map(
        ([state, list]) =>
          `           ${state}: ${list.map((one) => `${one.name} (${one.right})`).join(', ')}`,
      ),
    ];
  });
  const isWhole = accounts.every(({ rights }) => rights.every(({ state }) => state === 'works'));
  const hint = isWhole ? [] : ['', '`npx switchboard doctor` says more.'];
  return `${[...lines, ...hint].join('\n')}\n\n`;
}
