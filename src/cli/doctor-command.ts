/** `switchboard doctor`: tries each thing Switchboard needs, one line each. */

import { accessSync, constants } from 'node:fs';
import { Client } from 'pg';
import { dataSources } from '../config/data-source.ts';
import type { HostedService } from '../config/hosted-service.ts';
import { transcribedTenants } from '../config/transcript-right.ts';
import { type Config, loadConfig } from '../config.ts';
import { normaliseEmail } from '../contract/email-address.ts';
import { counted, SwitchboardError, type SystemName, UpstreamError } from '../errors.ts';
import { problemText } from '../main/blamed-setting.ts';
import { startConnectorServices } from '../main/connector-service.ts';
import { crmModelFor } from '../main/crm-model.ts';
import { askInstance, instanceProblem } from '../main/hosted-probe.ts';
import { openTenants } from '../main/open-tenant.ts';
import { markRights } from '../main/rights-mark.ts';
import { expectFree } from '../main/start-error.ts';
import { stdout } from '../main/terminal.ts';
import { transcriptCost, transcriptMonths, transcriptRate } from '../main/transcript-cost.ts';
import { announcedCalls } from '../participants/sync/platform-source.ts';
import { horizonOf } from '../participants/sync/schedule.ts';
import { makePrivateFolder, replaceFile, writeDraft } from '../storage/private-file.ts';
import { systemClock } from '../upstream/clock.ts';
import { openRedis } from '../upstream/shared-store.ts';
import { commands } from './command-line.ts';
import { misuse, readFlags } from './flag.ts';

interface Check {
  readonly name: string;
  /** Runs the check and returns its finding; throws on a failed one. Null: another check has said it. */
  readonly look: () => Promise<string | null> | string;
}

/** What was found, for machines. */
interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly finding: string;
}

/** @returns 1 when something is wrong. @throws ConfigError before anything is tried. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.doctor);
  if (positionals.length > 0)
    throw misuse(commands.doctor, `Expected flags alone; got "${positionals.join(' ')}".`);
  const config = loadConfig();
  const { connector } = config;
  if (values.record !== undefined && connector.kind !== 'vendor')
    throw misuse(commands.doctor, '--record: expected accounts of your own; none are configured.');
  const file = values['permission-set'];
  if (file !== undefined) return writePermissionSet(config, file);
  if (values.as !== undefined) return writeViewer(config, values.as, values.json === true);
  const say = (text: string): void => {
    if (!values.json) stdout.write(text);
  };
  const checks: CheckResult[] = [];
  for (const { name, look } of checksOf(config)) {
    const result = await Promise.try(look).then(
      (finding) => (finding === null ? null : { name, ok: true, finding }),
      (error: unknown) => ({ name, ok: false, finding: reason(error) }),
    );
    if (result === null) continue;
    checks.push(result);
    say(`${result.ok ? 'ok   ' : 'WRONG'} ${name}: ${result.finding}\n`);
  }
  let accounts: object | null = null;
  let isWrong = checks.some(({ ok }) => !ok);
  if (connector.kind === 'vendor') {
    const { examineAccounts, accountReport } = await import('./doctor/own-account.ts');
    const report = await examineAccounts(config, connector, values.record ?? null);
    say(`${report.isWrong ? 'WRONG' : 'ok   '} Your own accounts:\n${accountReport(report)}`);
    isWrong ||= report.isWrong;
    accounts = { accounts: report.accounts, requests: report.requests };
  }
  const canWrite = checks.some(({ name, ok }) => name === 'DATA_DIR' && ok);
  if (canWrite && connector.kind !== 'embedded')
    markRights(config.environment.DATA_DIR, new Date());
  if (values.json)
    stdout.write(`${JSON.stringify({ ok: !isWrong, checks, ...accounts }, null, 1)}\n`);
  return isWrong ? 1 : 0;
}

/** Asks nothing of anybody: it can be made before there is an account. */
async function writePermissionSet(config: Config, file: string): Promise<number> {
  const [{ permissionSet }, { usageOf }] = await Promise.all([
    import('./doctor/permission-set.ts'),
    import('./doctor/own-account.ts'),
  ]);
  const text = permissionSet(usageOf(config), crmModelFor(config));
  replaceFile(file, (draft) => writeDraft(draft, text));
  stdout.write(
    `Written to ${file}: a permission set that reads what Switchboard asks for. Deploy it (sf project deploy start), and assign it to the user.\n`,
  );
  return 0;
}

/** Who somebody is, and what they will see. */
async function writeViewer(config: Config, address: string, isJson: boolean): Promise<number> {
  const person = normaliseEmail(address);
  if (person === null)
    throw misuse(commands.doctor, `--as: expected an e-mail address; got "${address}".`);
  const { viewerReports } = await import('./doctor/viewer-report.ts');
  const reports = await viewerReports(config, person);
  const isFound = reports.some((report) => report.isFound);
  const texts = reports.map(({ tenant, lines }) => `${person} in ${tenant}\n${lines.join('\n')}\n`);
  stdout.write(
    isJson ? `${JSON.stringify({ ok: isFound, tenants: reports }, null, 1)}\n` : texts.join('\n'),
  );
  return isFound ? 0 : 1;
}

function checksOf(config: Config): readonly Check[] {
  const { environment: env } = config;
  const checks: Check[] = [
    { name: 'Node', look: () => nodeVersion() },
    { name: 'DATA_DIR', look: () => writable(env.DATA_DIR) },
    { name: 'PORT', look: () => freeOrServed(env.HOST, env.PORT) },
  ];
  const sources = [...dataSources(config)];
  if (sources.some(([, { kind }]) => kind === 'embedded'))
    checks.push({
      name: 'Connector',
      look: () =>
        `the embedded service is started with the gateway${config.connector.kind === 'embedded' ? noAccount : ''}`,
    });
  for (const [tenant, service] of sources) {
    if (service.kind !== 'hosted') continue;
    // A service that can't be reached is named once.
    let isAway = false;
    const look = (system: SystemName) => async () => {
      if (isAway) return null;
      return probe(config, { tenant, service, system }).catch((error: unknown) => {
        isAway = error instanceof AwayError;
        throw error;
      });
    };
    checks.push(
      { name: `Call analytics of ${tenant}`, look: look('call-analytics') },
      { name: `CRM of ${tenant}`, look: look('crm') },
    );
  }
  for (const tenant of transcribedTenants(config))
    if (sources.some(([name, { kind }]) => name === tenant && kind !== 'embedded'))
      checks.push({
        name: `TRANSCRIPTS_INDEX of ${tenant}`,
        look: () => transcriptsOf(config, tenant),
      });
  for (const [tenant, { trackers }] of config.access?.tenants ?? [])
    if (trackers !== undefined)
      checks.push({
        name: `Trackers of ${tenant}`,
        look: async () => {
          const { examineTrackers } = await import('./doctor/named-tracker.ts');
          return examineTrackers(config, tenant, trackers);
        },
      });
  const { REDIS_URL: redis, INDEX_DATABASE_URL: database } = env;
  if (redis !== undefined) checks.push({ name: 'REDIS_URL', look: () => pingRedis(redis) });
  if (database !== undefined)
    checks.push({ name: 'INDEX_DATABASE_URL', look: () => pingPostgres(database) });
  return checks;
}

/** The least that an account takes, or a service. */
const noAccount =
  '; no account of your own is configured (GONG_ACCESS_KEY, GONG_ACCESS_KEY_SECRET and GONG_BASE_URL; SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET and SALESFORCE_LOGIN_URL), nor a hosted service (CONNECTOR_BASE_URL)';

function nodeVersion(): string {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return process.versions.node;
  throw new Error(`expected 24 or newer; got ${process.versions.node} (start through npm scripts)`);
}

function writable(directory: string): string {
  try {
    makePrivateFolder(directory);
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`expected a directory that can be written at ${directory}; got ${code}`);
  }
  return `${directory} can be written`;
}

/** The doctor may run beside a gateway, so one that answers there is no failure. */
async function freeOrServed(host: string, port: number): Promise<string> {
  try {
    await expectFree(host, port);
    return `${host}:${port} is free`;
  } catch (error) {
    if (await isGateway(host, port)) return `a gateway answers at ${host}:${port}`;
    throw error;
  }
}

/** Recognised by its request ids, which are on every answer, with a key or without. */
async function isGateway(host: string, port: number): Promise<boolean> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/graphql`;
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.headers.has('x-request-id');
  } catch {
    return false;
  }
}

/** An instance that can't be used, in words for an operator. */
class InstanceError extends Error {}
class AwayError extends InstanceError {}

interface ProbedInstance {
  readonly tenant: string;
  readonly service: HostedService;
  readonly system: SystemName;
}

/** @throws InstanceError that names the settings to look at */
async function probe(config: Config, { tenant, service, system }: ProbedInstance): Promise<string> {
  const env = { ...config.environment, REDIS_URL: undefined };
  const tenants = openTenants(env, null, new Map([['default', service]]));
  const began = performance.now();
  try {
    const rows = await askInstance(tenants.connector('default'), system, 'interactive');
    return `answered in ${Math.round(performance.now() - began)} ms with ${counted(rows, 'row')}`;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const problem = instanceProblem(config, tenant, system, error);
    const isAway = problem.state === 'not reachable' && problem.settings.length > 0;
    const text = `${error.code}: ${problemText(problem)}`;
    throw isAway ? new AwayError(text) : new InstanceError(text);
  } finally {
    await tenants.close();
  }
}

/** What the transcript index will cost, by the number of calls that the platform tells. */
async function transcriptsOf(config: Config, tenant: string): Promise<string> {
  const { environment, access } = config;
  const env = { ...environment, REDIS_URL: undefined };
  const started = startConnectorServices(config);
  const tenants = openTenants(env, access, await started.services);
  try {
    const source = {
      connector: tenants.connector(tenant),
      clock: systemClock,
      walk: 'people',
      execute: { priority: 'interactive' },
    } as const;
    const secondAt = (at: number): number => Math.floor(at / 1_000) * 1_000;
    const now = secondAt(systemClock.now());
    const from = secondAt(horizonOf(now, transcriptMonths(env)));
    const calls = await announcedCalls(source, { from, to: now });
    return calls === null ? transcriptRate(env) : transcriptCost(env, calls);
  } finally {
    await tenants.close();
    await started.close();
  }
}

async function pingRedis(url: URL): Promise<string> {
  const { client, close } = openRedis(url.href, systemClock, { once: true });
  // The client rejects with a closed connection, whatever closed it.
  let cause: unknown = null;
  client.on('error', (error) => {
    cause = error;
  });
  try {
    await client.connect();
    return `answers ${await client.ping()}`;
  } catch (error) {
    throw cause ?? error;
  } finally {
    close();
  }
}

async function pingPostgres(url: URL): Promise<string> {
  const ms = 5_000;
  const client = new Client({
    connectionString: url.href,
    connectionTimeoutMillis: ms,
    query_timeout: ms,
  });
  // The query tells of a connection that breaks; unheard, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]?.server_version}`;
  } finally {
    await client.end();
  }
}

/** Our own errors explain themselves; of others only the code is sure to hold no secret. */
function reason(error: unknown): string {
  if (error instanceof SwitchboardError) return `${error.code}: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  const advice = code === undefined ? undefined : codeAdvice[code];
  return advice === undefined ? (code ?? message) : `${code}: ${advice}`;
}

/** Of addresses, and of PostgreSQL, whose codes are numbers. */
const codeAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has this name',
  EADDRINUSE: 'something else listens there',
  '28000': 'the server lets this user in from nowhere',
  '28P01': 'the password is not accepted',
  '3D000': 'there is no such database',
};
