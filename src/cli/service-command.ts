/** `switchboard service`: the embedded connector service by itself, for the developer of a dashboard. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bearerToken, type Kind, parameterName } from '../config/variable-kind.ts';
import type { Backend } from '../connector-service/backend.ts';
import type { WrapperForm } from '../connector-service/service-option.ts';
import { openVendorBackend } from '../connector-service/vendor/open.ts';
import { parseCustomSchema } from '../contract/crm/custom-schema.ts';
import { utf8Text } from '../contract/wire/utf8.ts';
import type { CompanyOptions, DemoService, Facade } from '../demo/open.ts';
import { UserInputError } from '../errors.ts';
import { commandLine } from '../main/program-name.ts';
import { shareProgress } from '../main/progress.ts';
import { expectFree } from '../main/start-error.ts';
import { stderr, stdout } from '../main/terminal.ts';
import { makeOnce, readSecretFile, StoredFileError, writeDraft } from '../storage/private-file.ts';
import { systemClock } from '../upstream/clock.ts';
import { commands } from './command-line.ts';
import { expectFlags, misuse, readFlags } from './flag.ts';

type Write = (text: string) => void;
const toStdout: Write = (text) => void stdout.write(text);

/** Starts the side that `--as` names; a signal closes it. @throws UserInputError for impossible flags; Error when the port is taken. */
export async function runServiceAs(args: readonly string[]): Promise<void> {
  const { values } = readFlags(args, commands.service);
  const what = oneOf('as', values.as, ['connector-service', 'vendors']);
  closeOnSignal(await (what === 'vendors' ? runFacade(args) : runService(args)));
}

const facadeFlags = ['as', 'size', 'seed', 'currencies', 'file', 'custom-schema', 'port'];

/**
 * Starts the façade and prints how to reach it.
 * @throws UserInputError for impossible flags; Error when the port is taken.
 */
export async function runFacade(args: readonly string[], write = toStdout): Promise<Facade> {
  const { values: flags, positionals, flagNames } = readFlags(args, commands.service);
  expectFlags(commands.service, '--as vendors', flagNames, facadeFlags);
  expectNoArgument(positionals);
  const port = portOf(flags.port);
  await expectFree('127.0.0.1', port);
  const { openDemoVendors } = await import('../demo/open.ts');
  const facade = await openDemoVendors(companyOf(flags), port);
  write(facadeGreeting(facade));
  return facade;
}

/**
 * Starts the service and prints how to reach it.
 * @throws UserInputError for impossible flags; Error when the port is taken.
 */
export async function runService(args: readonly string[], write = toStdout): Promise<DemoService> {
  const { values: flags, positionals } = readFlags(args, commands.service);
  expectNoArgument(positionals);
  const wrapper = oneOf<WrapperForm>('wrapper', flags.wrapper, ['older', 'newer']);
  const latency = flags.latency === undefined ? null : readLatency(flags.latency);
  const token = ofKind('token', flags.token, bearerToken);
  const locatorParam = ofKind('locator-param', flags['locator-param'], parameterName);
  const port = portOf(flags.port);
  await expectFree('127.0.0.1', port);
  const instanceStore = readStore(flags.instances, flags['key-file']);
  // A store of instances may hold vendors' instances too, with their tokens beside them.
  const vendor =
    instanceStore === null
      ? undefined
      : openVendorBackend({
          file: instanceStore.storeFile,
          key: instanceStore.key,
          unreadable(_account, reason) {
            if (reason !== null) stderr.write(`${reason}\n`);
          },
        });
  const { openDemoService } = await import('../demo/open.ts');
  const { service, backend } = await openDemoService(companyOf(flags), {
    port,
    token,
    callAnalytics: { wrapper },
    crm: { wrapper, locatorParam: locatorParam ?? null },
    faults: latency === null ? [] : [{ kind: 'latency', ms: latency }],
    ...instanceStore,
    vendor,
  }).catch((error: unknown) => {
    vendor?.close();
    throw error;
  });
  await vendor?.checkTokens(service.admin.instances.list().map(({ id }) => id));
  if (flags.limited) {
    service.admin.limiter.setLimits(service.instances.callAnalytics, {
      perSecond: 3,
      perDay: 10_000,
    });
  }
  write(serviceGreeting(service, await someCall(backend), locatorParam));
  return service;
}

function expectNoArgument(positionals: readonly string[]): void {
  if (positionals.length > 0)
    throw misuse(commands.service, `Expected flags alone; got "${positionals.join(' ')}".`);
}

interface CompanyFlags {
  readonly size: string;
  readonly seed: string;
  readonly currencies: string;
  readonly file?: string | undefined;
  readonly 'custom-schema'?: string | undefined;
}

function companyOf(flags: CompanyFlags): CompanyOptions {
  return {
    size: oneOf<CompanyOptions['size']>('size', flags.size, ['small', 'large']),
    seed: whole('seed', flags.seed),
    currencies: oneOf<CompanyOptions['currencies']>('currencies', flags.currencies, [
      'one',
      'three',
    ]),
    customSchema: readCustomSchema(flags['custom-schema']),
    file: flags.file ?? null,
    progress: shareProgress(process.stderr, 'Making the large company, once', systemClock).show,
  };
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const match = allowed.find((name) => name === value);
  if (match !== undefined) return match;
  throw new UserInputError(`--${flag}: expected ${allowed.join(' or ')}; got "${value}"`);
}

function whole(flag: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UserInputError(`--${flag}: expected a whole number; got "${value}"`);
}

function portOf(value: string): number {
  const port = whole('port', value);
  if (port <= 65_535) return port;
  throw new UserInputError(`--port: expected a port from 0 to 65535; got "${value}"`);
}

function readLatency(value: string): number | { min: number; max: number } {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(value) ?? [];
  const min = Number(from);
  const max = Number(to);
  if (min <= max) return min === max ? min : { min, max };
  throw new UserInputError(
    `--latency: expected milliseconds, such as 80 or 50-200; got "${value}"`,
  );
}

/** What the gateway's own variables take. The value is not repeated: it may be secret. */
function ofKind(flag: string, value: string | undefined, kind: Kind<string>): string | undefined {
  if (value === undefined || kind.schema.safeParse(value).success) return value;
  throw new UserInputError(`--${flag}: expected ${kind.expects}; got other characters`);
}

function readCustomSchema(path: string | undefined) {
  if (path === undefined) return null;
  try {
    const text = utf8Text(readFileSync(path));
    if (text === null) throw new Error('expected a file in UTF-8; got other bytes');
    return parseCustomSchema(JSON.parse(text));
  } catch (error) {
    throw new UserInputError(`--custom-schema: ${(error as Error).message}`);
  }
}

/** The instance store's file and key; the key file is made on first use, readable by its owner alone. */
function readStore(storeFile: string | undefined, keyFile: string | undefined) {
  if (storeFile === undefined && keyFile === undefined) return null;
  if (storeFile === undefined || keyFile === undefined) {
    throw new UserInputError('--instances and --key-file: expected both or neither; got one');
  }
  const key = bytesOf(keyFile);
  if (key.length === 32) return { storeFile, key };
  throw new UserInputError(`--key-file: expected a file of 32 bytes; got one of ${key.length}`);
}

function bytesOf(keyFile: string): Buffer {
  try {
    makeOnce(keyFile, (draft) => writeDraft(draft, randomBytes(32)));
    return readSecretFile(keyFile, {
      what: 'the key of an instance store,',
      least: 32,
      remedy: 'Put back a copy: no other key opens the credentials in the store.',
    });
  } catch (error) {
    if (error instanceof StoredFileError) throw new UserInputError(`--key-file: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    throw new UserInputError(`--key-file: expected a file of 32 bytes; got ${code} at ${keyFile}`);
  }
}

function closeOnSignal(service: { close(): Promise<void> }): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close());
  }
}

/** Id of a call to show a download with. */
async function someCall(backend: Backend): Promise<string> {
  const answer = await backend.execute({
    system: 'call-analytics',
    entity: 'calls',
    action: 'list',
    params: {},
    page: null,
  });
  return answer.kind === 'cursor-page' ? String(answer.rows[0]?.id) : '';
}

/** @param callId a call that has a recording */
function serviceGreeting(
  { url, token, client, instances }: DemoService,
  callId: string,
  locatorParam: string | undefined,
): string {
  const curl = (instance: string, body: object, more = ''): string =>
    `curl -s${more} ${url}/api/v1/connectors/instances/${instance}/execute \\
  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  const audio = {
    entity: 'call_audio',
    action: 'download',
    params: {
      filter: { callIds: [callId] },
      contentSelector: { exposedFields: { media: true } },
    },
  };
  const contacts = {
    entity: 'contacts',
    action: 'list',
    params: { q: 'SELECT Id, Name, Email FROM Contact LIMIT 5' },
  };
  const locator = locatorParam === undefined ? '' : ` CRM_LOCATOR_PARAM=${locatorParam}`;
  return `Connector service        ${url}
Bearer token             ${token}
Token endpoint           ${url}/api/v1/token (client_id ${client.id}, client_secret ${client.secret})
Call-analytics instance  ${instances.callAnalytics}
CRM instance             ${instances.crm}
Faults, log, counts      ${url}/admin/faults, /admin/log, /admin/counts

In another terminal, a gateway over its synthetic company:

export CONNECTOR_BASE_URL=${url} CONNECTOR_TOKEN='${token}' CALL_ANALYTICS_INSTANCE_ID=${instances.callAnalytics} CRM_INSTANCE_ID=${instances.crm}${locator}
${commandLine()}

${curl(instances.callAnalytics, { entity: 'users', action: 'list' })}

${curl(instances.crm, contacts)}

${curl(instances.callAnalytics, audio, ' -o call-audio')}
`;
}

/** The façade's address, its credentials, and two calls to try. */
function facadeGreeting({ url, accounts }: Facade): string {
  const { accessKey, accessKeySecret, platformApp, crmApp } = accounts;
  const form = `grant_type=client_credentials&client_id=${crmApp.clientId}&client_secret=${crmApp.clientSecret}`;
  return `The vendors' APIs        ${url}
Call platform            ${url}/v2 (access key ${accessKey}, secret ${accessKeySecret})
  its OAuth              ${url}/oauth2/generate-customer-token (client_id ${platformApp.clientId}, client_secret ${platformApp.clientSecret}, refresh_token ${accounts.platformRefreshToken})
CRM                      ${url}/services/data
  its OAuth              ${url}/services/oauth2/token (client_id ${crmApp.clientId}, client_secret ${crmApp.clientSecret}, refresh_token ${accounts.crmRefreshToken})

Rights, tokens, faults   ${url}/admin (docs/connect/try.md)

In another terminal, a gateway over them, or \`${commandLine('doctor')}\` in place of ${commandLine()}:

export GONG_ACCESS_KEY=${accessKey} GONG_ACCESS_KEY_SECRET=${accessKeySecret} GONG_BASE_URL=${url} SALESFORCE_LOGIN_URL=${url} SALESFORCE_CLIENT_ID=${crmApp.clientId} SALESFORCE_CLIENT_SECRET=${crmApp.clientSecret}
${commandLine()}

curl -s ${url}/v2/users -u '${accessKey}:${accessKeySecret}'

curl -s ${url}/services/oauth2/token -d '${form}'
`;
}
