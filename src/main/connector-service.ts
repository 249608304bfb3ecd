/** The connector service that configuration names: a hosted one, or the embedded one in a thread of its own, which starts beside the gateway and never takes its time. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HostedService } from '../config/hosted.ts';
import type { Config } from '../config.ts';

export interface ConnectorService {
  /** Resolves when it listens; rejects with the reason why the embedded one could not start. */
  readonly address: Promise<HostedService>;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** Begins at once: the synthetic company is made in its thread while the caller goes on. */
export function startConnectorService({ environment: env, connector }: Config): ConnectorService {
  if (connector.kind === 'hosted')
    return { address: Promise.resolve(connector), isEmbedded: false, close: async () => {} };
  const { size, seed } = connector;
  const embedded = startEmbedded({
    size,
    seed,
    file: size === 'small' ? null : join(env.DATA_DIR, `company-${seed}.db`),
    customSchema: customSchemaOf(env),
  });
  return {
    address: embedded.address.then(({ url, token, instances }) => ({
      baseUrl: new URL(url),
      credential: { kind: 'token', token },
      instances: { 'call-analytics': instances.callAnalytics, crm: instances.crm },
    })),
    isEmbedded: true,
    close: () => embedded.close(),
  };
}

/** The text of the custom schema file, where one is configured. */
export function customSchemaOf(env: Config['environment']): string | null {
  return env.CRM_CUSTOM_SCHEMA === undefined ? null : readFileSync(env.CRM_CUSTOM_SCHEMA, 'utf8');
}

/** Options of the embedded service's thread. */
export interface EmbeddedOptions {
  readonly size: 'small' | 'large';
  readonly seed: number;
  /** Where the company's database lies; null: in memory. */
  readonly file: string | null;
  /** JSON of the custom schema; null: the shipped example. */
  readonly customSchema: string | null;
}

/** The thread's message once it listens. */
export interface EmbeddedAddress {
  readonly url: string;
  readonly token: string;
  readonly instances: { readonly callAnalytics: string; readonly crm: string };
}

export interface EmbeddedService {
  /** Resolves when it listens; rejects with the reason why it could not start. */
  readonly address: Promise<EmbeddedAddress>;
  close(): Promise<void>;
}

export function startEmbedded(options: EmbeddedOptions): EmbeddedService {
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
    workerData: options,
  });
  const address = new Promise<EmbeddedAddress>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The embedded connector service ended with ${code} before it listened.`)),
    );
  });
  return {
    address,
    async close() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}
