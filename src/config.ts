/** Configuration: the only reader of the environment. All issues are found at once and named by variable. */

import { type Access, readAccess } from './config/access-file.ts';
import { checkSources, type DataSource, embeddedSource } from './config/data-source.ts';
import { type Misspelling, misspellings, misspellingText } from './config/name-suggestion.ts';
import { readManifest, readNamedFile, readNamedJson } from './config/named-file.ts';
import { areSet, checkSpelling, givenNames, readOwnAccounts } from './config/own-account.ts';
import { isRetired, retiredSettings } from './config/retired-variable.ts';
import { unusedSettings } from './config/unused-setting.ts';
import { type Environment, type VariableName, variables } from './config/variable.ts';
import { readWebhookKeys, type WebhookKeys } from './config/webhook-key.ts';
import { isLoopback } from './contract/loopback.ts';
import type { Credential } from './contract/wire/credential.ts';
import { counted } from './errors.ts';

export interface Config {
  readonly environment: Environment;
  /** Connector of the environment, for tenants without one of their own; embedded where the environment names none. */
  readonly connector: DataSource;
  /** Null without an access file: every client has all rights, on loopback. */
  readonly access: Access | null;
  /** Webhook keys by tenant. */
  readonly webhooks: WebhookKeys;
  /** Custom objects and fields of the organisation, as JSON; null where none are declared. */
  readonly customSchema: unknown;
  /** Whether they are discovered from the CRM instead. Default: no. */
  readonly discoversSchema?: boolean;
  /** Trusted documents by id or hash. */
  readonly manifest: Readonly<Record<string, string>>;
  /** Names in the environment that are probably misspelt: they have no effect. Default: none. */
  readonly misspelt?: readonly Misspelling[];
  /** One line for each limit, place or credential that was set and that no tenant uses, or that is read no more. Default: none. */
  readonly unused?: readonly string[];
}

/** Invalid configuration; `issues` has one line for each wrong variable. */
export class ConfigError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(
      `Configuration has ${counted(issues.length, 'fault')}:\n${issues.map((f) => `  ${f}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.issues = issues;
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every variable. An empty value counts as unset.
 * @throws ConfigError with all faults, never with the value of a secret.
 */
export function loadConfig(source: Source = process.env): Config {
  const issues: string[] = [];
  const isGiven = (name: VariableName): boolean => Boolean(source[name]?.trim());
  const environment = readVariables(source, issues);
  const connector = connectorConfig(environment, source, issues);
  const access = accessConfig(environment, source, issues);
  const webhooks = readWebhookKeys(environment, access, issues);
  const discoversSchema = environment.CRM_CUSTOM_SCHEMA === 'discover';
  const customSchema = discoversSchema
    ? null
    : readNamedJson('CRM_CUSTOM_SCHEMA', environment.CRM_CUSTOM_SCHEMA, issues);
  if (discoversSchema && connector !== null && !isDescribed(connector))
    issues.push(
      'CRM_CUSTOM_SCHEMA: expected a file, since there is no CRM that is described, neither by an own account (SALESFORCE_CLIENT_ID and the like) nor by a hosted one (CRM_INSTANCE_ID); got "discover"',
    );
  const manifest = readManifest(environment.DOCUMENT_MANIFEST, issues);
  if (!isLoopback(environment.HOST) && environment.ACCESS_FILE === undefined)
    issues.push(
      `HOST: expected a loopback address while ACCESS_FILE is unset (everyone may ask everything); got "${environment.HOST}"`,
    );
  checkSources(environment, connector, access, issues);
  if (environment.WORKERS > 1 && environment.REDIS_URL === undefined)
    issues.push(
      `REDIS_URL: expected a value since WORKERS is ${environment.WORKERS} (processes share one budget); got none`,
    );
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = environment;
  if (ADMIN_PORT && PORT === ADMIN_PORT && HOST === ADMIN_HOST)
    issues.push(`ADMIN_PORT: expected another port than PORT; got ${PORT}, too`);
  const misspelt = misspellings(source, Object.keys(variables)).filter(
    ({ name }) => !isRetired(name),
  );
  for (const misspelling of misspelt)
    if (closingNames.includes(misspelling.meant) && !isGiven(misspelling.meant as VariableName))
      issues.push(misspellingText(misspelling));
  if (issues.length > 0 || connector === null)
    throw new ConfigError([
      ...issues.filter(isFirst),
      ...misspelt
        .filter(({ name }) => !issues.some((fault) => fault.startsWith(`${name}:`)))
        .map(misspellingText),
    ]);
  const config = {
    environment,
    connector,
    access,
    webhooks,
    customSchema,
    discoversSchema,
    manifest,
    misspelt,
  };
  return { ...config, unused: [...unusedSettings(isGiven, config), ...retiredSettings(source)] };
}

/** Variables that close something: misspelt, they would leave it open without a word that anybody has to read. */
const closingNames: readonly string[] = [
  'ACCESS_FILE',
  'DOCUMENTS',
  'PRIVATE_CALLS',
  'TRANSCRIPTS',
] satisfies readonly VariableName[];

/** Whether there is a CRM that tells of its objects: the synthetic one has those of the file. */
const isDescribed = (source: DataSource): boolean =>
  source.kind === 'hosted'
    ? source.instances.crm !== null
    : source.kind === 'vendor' && source.accounts.crm !== null;

/** A wrong value counts as none for whatever needs the variable, which is not to be said of one that was given. */
const isFirst = (issue: string, at: number, issues: readonly string[]): boolean =>
  !issue.endsWith('got none') ||
  issues.findIndex((earlier) => earlier.startsWith(issue.slice(0, issue.indexOf(':') + 1))) === at;

function readVariables(source: Source, issues: string[]): Environment {
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const name of Object.keys(variables) as VariableName[]) {
    const { kind, fallback, secret } = variables[name];
    const text = source[name]?.trim() || fallback;
    if (text === null) continue;
    const parsed = kind.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else
      issues.push(
        `${name}: expected ${kind.expects}; got ${secret ? 'something else' : JSON.stringify(text)}`,
      );
  }
  return values as Environment;
}

function accessConfig(env: Environment, source: Source, issues: string[]): Access | null {
  if (env.ACCESS_FILE === undefined) return null;
  const text = readNamedFile('ACCESS_FILE', env.ACCESS_FILE, issues);
  return text === null ? null : readAccess(text, source, issues, env.ACCESS_FILE);
}

/** A hosted service needs its address, a credential and both instances; none of them means the embedded one. */
function connectorConfig(env: Environment, source: Source, issues: string[]): DataSource | null {
  const setHosted = hostedNames.filter((name) => env[name] !== undefined);
  const [ownAccountName] = givenNames(env);
  if (env.CONNECTOR_BASE_URL === undefined) {
    const before = issues.length;
    checkSpelling(source, Object.keys(variables), issues);
    if (setHosted.length === 0 && ownAccountName !== undefined) {
      const accounts = readOwnAccounts(env, issues);
      return accounts && { kind: 'vendor', ...accounts };
    }
    if (issues.length > before) return null;
    if (setHosted.length === 0) return embeddedSource(env);
    issues.push(`CONNECTOR_BASE_URL: expected a value since ${areSet(setHosted)}; got none`);
    return null;
  }
  if (ownAccountName !== undefined)
    issues.push(
      `CONNECTOR_BASE_URL: expected either it or accounts of your own (${ownAccountName}), not both; got both`,
    );
  const credential = connectorCredential(env, issues);
  const { CALL_ANALYTICS_INSTANCE_ID: calls, CRM_INSTANCE_ID: crm } = env;
  for (const name of ['CALL_ANALYTICS_INSTANCE_ID', 'CRM_INSTANCE_ID'] as const)
    if (env[name] === undefined)
      issues.push(`${name}: expected a value since CONNECTOR_BASE_URL is set; got none`);
  if (credential === null || calls === undefined || crm === undefined) return null;
  return {
    kind: 'hosted',
    baseUrl: env.CONNECTOR_BASE_URL,
    credential,
    instances: { 'call-analytics': calls, crm },
  };
}

const hostedNames = [
  'CONNECTOR_TOKEN',
  'CONNECTOR_CLIENT_ID',
  'CONNECTOR_CLIENT_SECRET',
  'CONNECTOR_TOKEN_URL',
  'CALL_ANALYTICS_INSTANCE_ID',
  'CRM_INSTANCE_ID',
] as const satisfies readonly VariableName[];

function connectorCredential(env: Environment, issues: string[]): Credential | null {
  const client = ['CONNECTOR_CLIENT_ID', 'CONNECTOR_CLIENT_SECRET', 'CONNECTOR_TOKEN_URL'] as const;
  const missing = client.filter((name) => env[name] === undefined);
  if (env.CONNECTOR_TOKEN !== undefined) {
    if (missing.length < client.length)
      issues.push('CONNECTOR_TOKEN: expected either it or CONNECTOR_CLIENT_ID, not both; got both');
    return { kind: 'token', token: env.CONNECTOR_TOKEN };
  }
  const { CONNECTOR_CLIENT_ID: clientId, CONNECTOR_CLIENT_SECRET: clientSecret } = env;
  const tokenUrl = env.CONNECTOR_TOKEN_URL;
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined)
    return { kind: 'client', clientId, clientSecret, tokenUrl };
  if (missing.length === client.length)
    issues.push('CONNECTOR_TOKEN: expected a value since CONNECTOR_BASE_URL is set; got none');
  else
    for (const name of missing)
      issues.push(`${name}: expected a value beside the other two of its kind; got none`);
  return null;
}
