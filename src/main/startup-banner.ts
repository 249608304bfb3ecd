/** The greeting on standard output after a start. */

import type { Access } from '../config/access-file.ts';
import { rowLevelOf } from '../config/access-reference.ts';
import { type DataSource, dataSources, hasSystem } from '../config/data-source.ts';
import { misspellingText } from '../config/name-suggestion.ts';
import { transcribedTenants } from '../config/transcript-right.ts';
import type { Environment } from '../config/variable.ts';
import type { Config } from '../config.ts';
import { withheldBy } from '../contract/permission.ts';
import { counted, type SystemName } from '../errors.ts';
import type { ProbedAccount, Right } from './account-probe.ts';
import { rightsWithheld } from './authenticator.ts';
import { problemText } from './blamed-setting.ts';
import { indexPlace } from './index-place.ts';
import { commandLine } from './program-name.ts';
import { transcriptRate } from './transcript-cost.ts';

export interface Addresses {
  readonly url: URL;
  readonly adminUrl: URL | null;
  /** Of the embedded connector service; null where no tenant asks it. */
  readonly serviceUrl: string | null;
  /** What it means that another gateway works in the data directory; null where none does. Default: none. */
  readonly beside?: string | null;
}

/** One that is answered: of the call platform where that is all there is. */
function firstQuery(sources: readonly DataSource[]): string {
  return sources.length > 0 && !sources.some((source) => hasSystem(source, 'crm'))
    ? '{ calls(first: 3) { nodes { title startedAt } } }'
    : '{ accounts(first: 3) { nodes { name contacts(first: 2) { nodes { name email } } } } }';
}

/** Addresses to listen on that are no address of any machine. */
const everywhere = ['0.0.0.0', '[::]'];

/** The credential is the client's own and in no file of the server, so the line takes it from the shell. */
const keyHeader = ` -H "Authorization: Bearer $KEY"`;

export function greeting(config: Config, addresses: Addresses): string {
  const { environment, access, misspelt = [], unused = [] } = config;
  const sources = [...dataSources(config).values()];
  const { url, adminUrl, serviceUrl, beside = null } = addresses;
  const graph = new URL('/graphql', url).href;
  const withheld = rightsWithheld(config).map(
    // `private calls (PRIVATE_CALLS)`
    (right) => `${right.replace('-', ' ')} (${withheldBy.get(right)})`,
  );
  const has = (system: SystemName): boolean =>
    sources.length === 0 || sources.some((source) => hasSystem(source, system));
  const files = [
    ...(has('call-analytics') ? ['recordings'] : []),
    ...(has('crm') ? ['files'] : []),
  ].join(' and ');
  const lines = [
    environment.DASHBOARD === 'on' ? `Dashboard  ${new URL('/app', url).href}` : null,
    environment.GRAPHIQL === 'on' ? `GraphiQL   ${graph} in a browser` : null,
    `Graph      ${graph}`,
    adminUrl === null ? null : `Admin      ${adminUrl.href}metrics, readyz, healthz`,
    `Data       ${dataOf(sources, serviceUrl)}`,
    ...(environment.INDEX === 'off' || !has('call-analytics')
      ? []
      : [
          `Index      ${indexOf(environment, sources)}`,
          `           calls are read into it newest first; \`${commandLine(`index status --url ${url.origin}${access === null ? '' : ' --key "$KEY"'}`)}\` says how far, how fast and until when. Calls by their date, and all else, can be asked for meanwhile`,
        ]),
    transcribedTenants(config).size === 0 ? null : `           ${transcriptRate(environment)}`,
    access === null
      ? `Access     open, on loopback only: whoever reaches this address may ask everything that the connected user sees${withheld.length === 0 ? '' : ` but ${withheld.join(' and ')}`}`
      : `Access     ${counted(access.keys.length, 'API key')}, ${counted(access.issuers.length, 'token issuer')}, ${counted(access.tenants.size, 'tenant')}${rowsOf(access)}`,
    environment.PUBLIC_URL === undefined && everywhere.includes(url.hostname)
      ? `Links      to ${files} begin with ${url.origin}, where no other machine finds them: PUBLIC_URL names the address that clients reach`
      : null,
    beside === null ? null : `Beside     ${beside}`,
    ...misspelt.map((misspelling) => `Ignored    ${misspellingText(misspelling)}`),
    ...unused.map((line) => `Unused     ${line}`),
    '',
    access === null
      ? 'A first query:'
      : `A first query, where KEY is an API key of the access file (\`${commandLine('key')}\` makes one):`,
    '',
    `  curl -s ${graph} -H 'content-type: application/json'${access === null ? '' : keyHeader} \\`,
    `    -d '${JSON.stringify({ query: firstQuery(sources) })}'`,
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n\n`;
}

/** Says who sees more than the rows of a person. */
function rowsOf(access: Access): string {
  const line = (text: string): string => `\n           ${text}`;
  const all = 'all rows that the connected user sees';
  const entries = [...access.tenants.values(), ...access.roles.values()];
  if (!entries.some(({ rows }) => rows === 'own' || rows === 'team'))
    return line(`whoever may ask sees ${all}`);
  const names = access.keys
    .filter(({ tenant, roles }) => rowLevelOf(access, tenant, roles) === 'all')
    .map(({ name }) => name);
  const count = names.length;
  if (count === 0) return '';
  const more = count > mostKeys ? ` and ${count - mostKeys} more` : '';
  return line(
    `of which ${counted(count, 'key')} ${count === 1 ? 'shows' : 'show'} ${all}: ${names.slice(0, mostKeys).join(', ')}${more}`,
  );
}

/** Keys named one by one. */
const mostKeys = 3;

/** Sources named one by one; of more only the number is told. */
const mostNamed = 4;

/** Says how many tenants have what, where not all have the same. */
function perTenant(things: readonly string[]): string {
  const counts = [...Map.groupBy(things, (thing) => thing)];
  if (counts.length < 2) return counts[0]?.[0] ?? 'none: there are no tenants';
  return counts.map(([thing, { length }]) => `${thing} (${counted(length, 'tenant')})`).join('; ');
}

function dataOf(sources: readonly DataSource[], serviceUrl: string | null): string {
  const hosted = new Set(
    sources.flatMap((source) => (source.kind === 'hosted' ? [source.baseUrl.href] : [])),
  );
  const isMany = hosted.size > mostNamed;
  return perTenant(
    sources.map((source) =>
      source.kind === 'hosted' && isMany
        ? `${hosted.size} connector services`
        : dataOfOne(source, serviceUrl),
    ),
  );
}

function dataOfOne(source: DataSource, serviceUrl: string | null): string {
  switch (source.kind) {
    case 'hosted':
      return source.baseUrl.href;
    case 'embedded':
      return `a synthetic company, served at ${serviceUrl}`;
    case 'vendor': {
      const names = { 'call-analytics': 'the call platform', crm: 'the CRM' } as const;
      const systems = (['call-analytics', 'crm'] as const).filter((name) =>
        hasSystem(source, name),
      );
      return `your own account at ${systems.map((name) => names[name]).join(' and ')}`;
    }
  }
}

/** Where the index of each tenant's calls is kept. */
function indexOf(environment: Environment, sources: readonly DataSource[]): string {
  return perTenant(
    sources.map((source) => {
      if (!hasSystem(source, 'call-analytics')) return 'none without the call platform';
      if (source.kind === 'embedded') return 'in memory, made anew at every start';
      const { url, directory } = indexPlace(environment, false);
      return url === undefined ? `SQLite in ${directory}` : 'PostgreSQL (INDEX_DATABASE_URL)';
    }),
  );
}

/** Names and rights of own accounts, and whatever can't be used: printed after the greeting, when the vendors have answered. */
export function accountGreeting(accounts: readonly ProbedAccount[]): string {
  if (accounts.length === 0) return '';
  const titles = { 'call-analytics': 'Calls', crm: 'CRM' } as const;
  const lines = accounts.flatMap(({ system, name, problem, rights }) => {
    const title = titles[system].padEnd(10);
    if (problem !== null)
      return [`${title} ${name === null ? '' : `of ${name} `}${problemText(problem)}`];
    const works = rights.filter(({ state }) => state === 'works').map((right) => right.name);
    const others = Map.groupBy(
      rights.filter(({ state }) => state !== 'works'),
      ({ state }) => state,
    );
    const may = works.length === 0 ? 'nothing' : works.join(', ');
    return [
      `${title} ${name ?? 'an account whose name may not be read'}`,
      `           may read ${may}`,
      ...[...others].map(([state, list]) => `           ${state}: ${list.map(shortOf).join(', ')}`),
    ];
  });
  const isWhole = accounts.every(
    ({ problem, rights }) => problem === null && rights.every(({ state }) => state === 'works'),
  );
  const hint = isWhole ? [] : ['', `\`${commandLine('doctor')}\` says more.`];
  return `${[...lines, ...hint].join('\n')}\n\n`;
}

/** `accounts (Account without AnnualRevenue)` */
function shortOf({ name, right, hidden }: Right): string {
  const fields = hidden.flatMap(({ field }) => field ?? []);
  return `${name} (${right}${fields.length === 0 ? '' : ` without ${fields.join(', ')}`})`;
}
