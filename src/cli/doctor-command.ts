/** `switchboard doctor`: tries each thing Switchboard needs, one line each. */

import { accessSync, constants } from 'node:fs';
import { Client } from 'pg';
import { dataSources } from '../config/data-source.ts';
import type { HostedService } from '../config/hosted-service.ts';
import { type Config, loadConfig } from '../config.ts';
import { users } from '../contract/calls/user.ts';
import { accounts } from '../contract/crm/entity.ts';
import { counted, SwitchboardError } from '../errors.ts';
import { expectFree } from '../main/start-error.ts';
import { openTenants } from '../main/tenant.ts';
import { makePrivateFolder } from '../storage/private-file.ts';
import { systemClock } from '../upstream/clock.ts';
import { openRedis } from '../upstream/shared-store.ts';
import { commands } from './command-line.ts';
import { misuse, readFlags } from './flag.ts';

interface Check {
  readonly name: string;
  /** Runs the check and returns its finding; throws on a failed one. */
  readonly look: () => Promise<string> | string;
}

/** @returns 1 when something is wrong. @throws ConfigError before anything is tried. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.doctor);
  if (positionals.length > 0)
    throw misuse(commands.doctor, `Expected flags alone; got "${positionals.join(' ')}".`);
  const config = loadConfig();
  const { connector, environment } = config;
  if (values.record !== undefined && connector.kind !== 'vendor')
    throw misuse(commands.doctor, '--record: expected accounts of your own; none are configured.');
  let wrong = 0;
  for (const { name, look } of checksOf(config)) {
    const line = await Promise.try(look).then(
      (found) => `ok    ${name}: ${found}`,
      (error: unknown) => {
        wrong += 1;
        return `WRONG ${name}: ${reason(error)}`;
      },
    );
    process.stdout.write(`${line}\n`);
  }
  if (connector.kind === 'vendor') {
    const { examineAccounts } = await import('./doctor/own-account.ts');
    const { table, isWrong } = await examineAccounts(environment, connector, values.record ?? null);
    process.stdout.write(`${isWrong ? 'WRONG' : 'ok   '} Your own accounts:\n${table}`);
    if (isWrong) wrong += 1;
  }
  return wrong === 0 ? 0 : 1;
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
      look: () => 'the embedded service is started with the gateway',
    });
  for (const [tenant, source] of sources) {
    if (source.kind !== 'hosted') continue;
    checks.push(
      { name: `Call analytics of ${tenant}`, look: () => probe(env, source, 'call-analytics') },
      { name: `CRM of ${tenant}`, look: () => probe(env, source, 'crm') },
    );
  }
  const { REDIS_URL: redis, INDEX_DATABASE_URL: database } = env;
  if (redis !== undefined) checks.push({ name: 'REDIS_URL', look: () => pingRedis(redis) });
  if (database !== undefined)
    checks.push({ name: 'INDEX_DATABASE_URL', look: () => pingPostgres(database) });
  return checks;
}

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

/** One cheap call to the instance, past every cache. */
async function probe(
  env: Config['environment'],
  service: HostedService,
  system: 'call-analytics' | 'crm',
): Promise<string> {
  const services = new Map([['default', service]]);
  const tenants = openTenants({ ...env, REDIS_URL: undefined }, null, services);
  const began = performance.now();
  try {
    const connector = tenants.connector('default');
    const answer =
      system === 'crm'
        ? await connector.execute(accounts, 'list', { q: 'SELECT Id FROM Account LIMIT 1' })
        : await connector.execute(users, 'list', {});
    return `answered in ${Math.round(performance.now() - began)} ms with ${counted(answer.rows.length, 'row')}`;
  } finally {
    await tenants.close();
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
