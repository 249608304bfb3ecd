/**
 * Schema discovery: the organisation's custom objects and fields, as its CRM describes them to an own
 * account, or answers statements of a hosted connector service on them. Kept in DATA_DIR, so that only the first start waits for it; looked at anew each day.
 */

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostedService } from '../config/hosted-service.ts';
import type { OwnAccounts } from '../config/own-account.ts';
import type { Config } from '../config.ts';
import { accountId } from '../connector-service/service.ts';
import { failureReason } from '../connector-service/vendor/http.ts';
import { openVendorBackend } from '../connector-service/vendor/open.ts';
import { parseCustomSchema } from '../contract/crm/custom-schema.ts';
import {
  type DescribedSchema,
  describedSchema,
  isGraphObject,
} from '../contract/crm/described-schema.ts';
import { query } from '../contract/crm/entity.ts';
import { isObject } from '../contract/wire/json.ts';
import { counted, UpstreamError, UserInputError } from '../errors.ts';
import {
  keepPrivate,
  makePrivateFolder,
  replaceFile,
  writeDraft,
} from '../storage/private-file.ts';
import { accountOptions } from './connector-service.ts';
import { type AskRows, describeBySoql } from './soql-description.ts';
import { type Crm, usedFields } from './used-field.ts';

interface Discovery {
  /** API names; default: all. */
  readonly objects?: readonly string[];
  /** Only fields that are filled in one of the last 1,000 records, and objects that have records. */
  readonly used?: boolean;
}

/**
 * Asks the CRM: one request for the list of its objects, one for ten of them, with `used` one more for
 * each hundred fields of an object.
 * @throws UserInputError without an account at the CRM, for an object that it does not name, and where the CRM does not answer
 */
export async function discoverSchema(
  config: Config,
  { objects, used = false }: Discovery = {},
): Promise<DescribedSchema> {
  return overCrm(config, async ({ crm, describe, notes }) => {
    const descriptions = await describe((head) => {
      const isAsked = objects === undefined || objects.includes(String(head.name));
      return isAsked && isGraphObject(head);
    });
    const names = descriptions.map(({ name }) => name);
    const missing = (objects ?? []).filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new UserInputError(
        `Expected objects of the CRM that this user may read and the graph can have; got ${missing.join(', ')}`,
      );
    const all = describedSchema(descriptions);
    const described = used ? describedSchema(await usedFields(crm, descriptions, all)) : all;
    return { ...described, notes: [...notes, ...described.notes] };
  });
}

interface DescribedCrm {
  readonly crm: Crm;
  readonly describe: (isMeant: (head: Row) => boolean) => Promise<readonly Row[]>;
  /** What the descriptions lack. */
  readonly notes: readonly string[];
}

type Use<T> = (crm: DescribedCrm) => Promise<T>;

async function overCrm<T>(config: Config, use: Use<T>): Promise<T> {
  const { connector } = config;
  if (connector.kind === 'hosted' && connector.instances.crm !== null)
    return overHosted(config.environment, connector, use);
  const credentials = connector.kind === 'vendor' ? connector.accounts.crm : null;
  if (connector.kind !== 'vendor' || credentials === null)
    throw new UserInputError(
      'Expected an account at the CRM: your own (SALESFORCE_CLIENT_ID and the like), or a hosted one (CRM_INSTANCE_ID).',
    );
  return overAccount(config.environment, connector, credentials, use);
}

/** A hosted service answers statements, and no description. */
async function overHosted<T>(
  environment: Config['environment'],
  service: HostedService,
  use: Use<T>,
): Promise<T> {
  const { openTenants } = await import('./open-tenant.ts');
  const tenants = openTenants(environment, null, new Map([['default', service]]));
  const connector = tenants.connector('default');
  const notes: string[] = [];
  const ask: AskRows = async (q) =>
    (await connector.execute(query, 'list', { q }, { cache: 'off' })).rows;
  try {
    return await use({
      crm: async (q) => ({ records: await ask(q), next: null }),
      describe: (isMeant) => describeBySoql(ask, isMeant, (sentence) => notes.push(sentence)),
      notes,
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new UserInputError(`The CRM did not describe its objects. ${error.message}`);
  } finally {
    await tenants.close();
  }
}

async function overAccount<T>(
  environment: Config['environment'],
  connector: OwnAccounts,
  credentials: Readonly<Record<string, string>>,
  use: Use<T>,
): Promise<T> {
  const { file, key, postgresUrl, redisUrl, apiVersion } = accountOptions(environment, connector);
  makePrivateFolder(environment.DATA_DIR);
  const vendor = openVendorBackend({
    apiVersion,
    file,
    key: key ?? undefined,
    postgresUrl: postgresUrl ?? undefined,
    redisUrl: redisUrl ?? undefined,
  });
  // The gateway's own id of the account: they share its tokens.
  const instance = { id: accountId('crm', credentials), credentials: () => credentials };
  const crm: Crm = async (q, page = null) => {
    const operation = { system: 'crm', entity: 'query', action: 'list', params: { q } } as const;
    const answer = await vendor.execute({ ...operation, page, instance });
    return answer.kind === 'soql-page' ? answer : { records: [], next: null };
  };
  try {
    return await use({
      crm,
      describe: (isMeant) => vendor.describeCrm(instance, isMeant),
      notes: [],
    });
  } catch (error) {
    if (error instanceof UserInputError) throw error;
    throw new UserInputError(`The CRM did not describe its objects. ${failureReason(error)}.`);
  } finally {
    vendor.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** A day, ms: after it the CRM is asked again. */
const refreshMs = 86_400_000;

interface Stored {
  /** Epoch ms. */
  readonly at: number;
  readonly schema: DescribedSchema['schema'];
}

/**
 * The configuration with the custom schema in it, where CRM_CUSTOM_SCHEMA is `discover`: as stored, else from
 * the CRM. A CRM that does not answer leaves the standard objects, and says so.
 * @param report receives sentences for the operator; null: nothing is asked of the CRM
 */
export async function withDiscoveredSchema(
  config: Config,
  report: ((sentence: string) => void) | null,
): Promise<Config> {
  const stored = readStored(config);
  if (stored !== null) return { ...config, customSchema: stored.schema };
  if (report === null) return config;
  try {
    const { schema, notes } = await discoverSchema(config);
    store(config, schema);
    report(`${summaryOf(schema)} discovered${notes.length > 0 ? leftOut(notes) : ''}.`);
    return { ...config, customSchema: schema };
  } catch (error) {
    report(
      `The CRM's custom fields were not discovered, and are not in the graph: ${sentenceOf(error)}`,
    );
    return config;
  }
}

const leftOut = (notes: readonly string[]): string =>
  `; ${counted(notes.length, 'note')} on what is left out or renamed: \`switchboard schema discover\` lists them`;

/** Looks at the CRM each day, and stores what it describes by then; `report` says that a start would show another graph. */
export function refreshDiscoveredSchema(config: Config, report: (sentence: string) => void): void {
  const refresh = async (): Promise<void> => {
    const stored = readStored(config);
    if (stored !== null && Date.now() - stored.at < refreshMs) return;
    const { schema } = await discoverSchema(config);
    store(config, schema);
    if (stored !== null && JSON.stringify(schema) !== JSON.stringify(stored.schema))
      report('The CRM has other custom fields than the graph: they show after a restart.');
  };
  const attempt = () => void refresh().catch(() => undefined);
  setInterval(attempt, refreshMs / 24).unref();
  attempt();
}

function fileOf({ connector, environment }: Config): string {
  const credentials = connector.kind === 'vendor' ? connector.accounts.crm : null;
  const hosted =
    connector.kind === 'hosted' ? `${connector.baseUrl.href} ${connector.instances.crm}` : 'none';
  const name = credentials === null ? hosted : accountId('crm', credentials);
  return join(environment.DATA_DIR, `custom-schema-${hash('sha256', name).slice(0, 12)}.json`);
}

/** Null where none is stored, or what is there can't be read: then the CRM is asked. */
function readStored(config: Config): Stored | null {
  const file = fileOf(config);
  if (!existsSync(file)) return null;
  try {
    keepPrivate(file);
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(stored) || typeof stored.at !== 'number') return null;
    // One without objects is whole for the file of an organisation, and is never stored.
    if (!isObject(stored.schema) || !isObject(stored.schema.objects)) return null;
    parseCustomSchema(stored.schema);
    return stored as unknown as Stored;
  } catch {
    return null;
  }
}

function store(config: Config, schema: Stored['schema']): void {
  const stored: Stored = { at: Date.now(), schema };
  makePrivateFolder(config.environment.DATA_DIR);
  replaceFile(fileOf(config), (draft) => writeDraft(draft, JSON.stringify(stored)));
}

/** `12 custom fields and 2 custom objects` */
export function summaryOf({ objects }: DescribedSchema['schema']): string {
  const configs = Object.values(objects);
  const fields = configs.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0);
  const customObjects = configs.filter(({ keyPrefix }) => keyPrefix !== undefined).length;
  return `${counted(fields, 'custom field')} and ${counted(customObjects, 'custom object')}`;
}

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'it did not answer';
