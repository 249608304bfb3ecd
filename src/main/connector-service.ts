/** The connector service that configuration names: a hosted one, or the embedded one started here. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostedService } from '../config/hosted.ts';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';

export interface ConnectorService {
  /** Resolves when it can be asked; rejects with what kept the embedded one from starting. */
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
