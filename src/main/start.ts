/** Switchboard, put together: configuration → connector service → connectors → graph → server. */

import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import type { Config } from '../config.ts';
import type { UsageReport } from '../server/usage.ts';
import { systemClock } from '../upstream/clock.ts';
import type { ProbedAccount } from './account-probe.ts';
import { type ConnectorServices, startConnectorServices } from './connector-service.ts';
import { type DataDirectory, enterDataDirectory } from './data-directory.ts';
import { watchFill } from './fill-line.ts';
import type { FillFacts } from './progress.ts';
import { expectFree } from './start-error.ts';
import { type Addresses, accountGreeting, greeting } from './startup-banner.ts';
import { stderr } from './terminal.ts';

export interface Running extends Addresses {
  /** Identity and rights of own accounts; null where this process does not have them. */
  accounts(): Promise<readonly ProbedAccount[] | null>;
  /** How far the index of each tenant is; null where this process can't ask. */
  fills(): Promise<readonly FillFacts[] | null>;
  /** Which client asked for which fields, since the start. */
  usage(): Promise<UsageReport>;
  /**
   * Unready at once, done when every running request is answered or the patience is over. Called
   * again it is the same end.
   */
  close(): Promise<void>;
}

/** Starts everything the configuration names, in this process or in several. */
export async function start(configured: Config): Promise<Running> {
  const config = await withSchema(configured);
  const { environment: env } = config;
  if (!cluster.isWorker) {
    await expectFree(env.HOST, env.PORT);
    if (env.ADMIN_PORT !== undefined) await expectFree(env.ADMIN_HOST, env.ADMIN_PORT);
  }
  // Of several workers the process that forks them is the gateway.
  const directory = cluster.isWorker ? nowhere : enterDataDirectory(config);
  const { beside } = directory;
  const isSeveral = env.WORKERS > 1 && !cluster.isWorker;
  try {
    const running = await (isSeveral ? startSeveral(config, beside) : startOne(config, beside));
    const close = async (): Promise<void> => {
      await running.close();
      directory.leave();
    };
    return { ...running, beside, close: oneEnd(close) };
  } catch (error) {
    directory.leave();
    throw error;
  }
}

const nowhere: DataDirectory = { beside: null, leave: () => {} };

type Started = Omit<Running, 'beside'>;

async function startOne(config: Config, beside: string | null): Promise<Started> {
  // 1. The data: a synthetic company begins to be made in its thread while the rest is loaded.
  const services = startConnectorServices(config);
  try {
    return await startOver(config, services, beside);
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Loaded where it is asked for: most starts know their schema. */
async function withSchema(config: Config): Promise<Config> {
  if (!config.discoversSchema) return config;
  const { withDiscoveredSchema } = await import('./schema-discovery.ts');
  // Workers take what their primary has stored.
  return withDiscoveredSchema(config, cluster.isWorker ? null : say);
}

/** Not on standard output, where commands that start a gateway write rows. */
const say = (sentence: string): void => void stderr.write(`${sentence}\n`);

async function startOver(
  config: Config,
  { services, close }: ConnectorServices,
  beside: string | null,
): Promise<Started> {
  const { environment: env } = config;
  // 2. CRM model: standard objects, and the configuration's own.
  const [{ startGateway }, { crmModelFor }, { createLog }] = await Promise.all([
    import('./gateway.ts'),
    import('./crm-model.ts'),
    import('../server/log.ts'),
  ]);
  const model = crmModelFor(config);

  // 3. Connectors → graph → server, over whichever services the tenants have.
  const log = createLog(env.LOG_LEVEL);
  if (beside !== null) log.warn(beside);
  const gateway = await startGateway(config, services, model, log);
  const synthetic = [...(await services).values()].find(({ isSynthetic }) => isSynthetic);
  return {
    url: gateway.listening.url,
    adminUrl: gateway.listening.adminUrl,
    serviceUrl: synthetic?.baseUrl.origin ?? null,
    accounts: () => gateway.accounts(),
    fills: () => gateway.fills(),
    usage: async () => gateway.usage(),
    async close() {
      await gateway.close();
      await close();
    },
  };
}

/** Idempotent: the parts expect one end, and a second might wait for an event of the past. */
function oneEnd(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

async function startSeveral(config: Config, beside: string | null): Promise<Started> {
  const [{ startWorkers }, { createLog }] = await Promise.all([
    import('./cluster.ts'),
    import('../server/log.ts'),
  ]);
  const log = createLog(config.environment.LOG_LEVEL);
  if (beside !== null) log.warn(beside);
  return { ...(await startWorkers(config, log)), serviceUrl: null };
}

/** Starts, greets, and ends gracefully on SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  let running: Running | null = null;
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    void Promise.resolve(running?.close()).then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  running = await start(config);
  if (cluster.isWorker) (await import('./cluster.ts')).answerPrimary(running);
  else await greet(config, running);
  if (!cluster.isWorker && config.discoversSchema)
    (await import('./schema-discovery.ts')).refreshDiscoveredSchema(config, say);
  // Left to the process's end, it would be lost with a process that is killed.
  setImmediate(flushCompileCache);
}

/** Prints the graph's address at once, and the accounts behind it when the vendors have answered. */
async function greet(config: Config, running: Running): Promise<void> {
  process.stdout.write(greeting(config, running));
  if (config.environment.INDEX === 'on') watchFill(running.fills, process.stderr, systemClock);
  // Rejects when the gateway ends first: then there is no reader.
  const accounts = await running.accounts().catch(() => null);
  if (accounts !== null) process.stdout.write(accountGreeting(accounts));
}
