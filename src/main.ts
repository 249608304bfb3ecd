/** Switchboard, put together: configuration → connector service → connectors → graph → server. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostedService } from './config/hosted.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { type EmbeddedService, startEmbedded } from './main/embedded.ts';
import { type Addresses, greeting } from './main/greeting.ts';

export interface Running extends Addresses {
  /** Unready at once, done when every running request is answered or the patience is over. */
  close(): Promise<void>;
}

/** Starts everything the configuration names. */
export async function start(config: Config): Promise<Running> {
  const { environment: env, connector } = config;
  const customSchema =
    env.CRM_CUSTOM_SCHEMA === undefined ? null : readFileSync(env.CRM_CUSTOM_SCHEMA, 'utf8');

  // 1. The data: the synthetic company begins to be made in its thread while the rest is loaded.
  const embedded =
    connector.kind === 'hosted'
      ? null
      : startEmbedded({
          size: connector.size,
          seed: connector.seed,
          file:
            connector.size === 'small' ? null : join(env.DATA_DIR, `company-${connector.seed}.db`),
          customSchema,
        });

  // 2. What is known of the CRM: its standard objects, and those configuration adds.
  const [{ startGateway }, { modelOf }, { createLog }] = await Promise.all([
    import('./main/gateway.ts'),
    import('./main/model.ts'),
    import('./server/log.ts'),
  ]);
  const model = modelOf(customSchema, connector.kind === 'embedded');

  // 3. Connectors → graph → server, over either service.
  const service = connector.kind === 'hosted' ? connector : await embeddedService(embedded!);
  const gateway = await startGateway(config, service, model, createLog(env.LOG_LEVEL));
  return {
    url: gateway.listening.url,
    adminUrl: gateway.listening.adminUrl,
    serviceUrl: embedded === null ? null : service.baseUrl.origin,
    async close() {
      await gateway.close();
      await embedded?.close();
    },
  };
}

async function embeddedService({ address }: EmbeddedService): Promise<HostedService> {
  const { url, token, instances } = await address;
  return {
    baseUrl: new URL(url),
    credential: { kind: 'token', token },
    instances: { 'call-analytics': instances.callAnalytics, crm: instances.crm },
  };
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
  process.stdout.write(greeting(config, running));
}

if (import.meta.main) {
  try {
    await serve(loadConfig());
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
