/** One gateway for many tests: each has a tenant with instances of its own, so no fault outlives its test. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEntry } from '../../src/connector-service/log.ts';
import type { Fault } from '../../src/demo/fault/fault.ts';
import type { Settings } from '../support/process.ts';
import { type Client, clientOf, type Gateway, startGateway } from './gateway.ts';
import type { Instances, RemoteService } from './service.ts';

export interface Tenant extends Client {
  readonly name: string;
  readonly instances: Instances;
  /** A fault of one of its systems, or of both. */
  fault(fault: Fault): Promise<void>;
  /** The upstream calls made for it. */
  calls(): Promise<readonly LogEntry[]>;
}

export interface House {
  readonly gateway: Gateway;
  /** One nobody has asked for anything yet. */
  tenant(): Tenant;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly tenants: number;
  /** Budgets of the first tenants, in turn. */
  readonly budgets?: readonly object[];
  /** Tenants sign in to the service with a client id and secret. */
  readonly exchange?: boolean;
  readonly settings?: Settings;
}

const permissions = ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'];

export async function openHouse(service: RemoteService, options: HouseOptions): Promise<House> {
  const names = Array.from({ length: options.tenants }, (_, n) => `tenant-${n}`);
  const instances = await Promise.all(names.map(() => service.newInstances()));
  const credential = options.exchange
    ? {
        client: {
          id: service.client.id,
          secret: { env: 'CLIENT_SECRET' },
          tokenUrl: `${service.url}/api/v1/token`,
        },
      }
    : { token: { env: 'CONNECTOR_TOKEN' } };
  const keyOf = (name: string): string => `key-of-${name}-0123456789abcdef`;
  const access = {
    tenants: Object.fromEntries(
      names.map((name, n) => [
        name,
        {
          connector: { baseUrl: service.url, ...credential, ...instances[n] },
          ...(options.budgets?.[n] !== undefined && { budgets: options.budgets[n] }),
        },
      ]),
    ),
    roles: { all: permissions },
    keys: names.map((name) => ({
      name,
      sha256: createHash('sha256').update(keyOf(name)).digest('hex'),
      tenant: name,
      roles: ['all'],
    })),
  };
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-access-'));
  const file = join(folder, 'access.json');
  writeFileSync(file, JSON.stringify(access));
  const gateway = await startGateway(service, {
    ACCESS_FILE: file,
    CLIENT_SECRET: service.client.secret,
    INDEX: 'off',
    ...options.settings,
  });
  const clients: Client[] = [];
  let taken = 0;
  return {
    gateway,
    tenant() {
      const name = names[taken];
      const own = instances[taken];
      if (name === undefined || own === undefined)
        throw new Error(`Expected more than ${taken} tenants to be ordered`);
      taken += 1;
      const client = clientOf(gateway.url, keyOf(name));
      clients.push(client);
      return {
        ...client,
        name,
        instances: own,
        async fault(effect) {
          const { system } = effect;
          const of = [
            ...(system === 'crm' ? [] : [own.callAnalytics]),
            ...(system === 'call-analytics' ? [] : [own.crm]),
          ];
          await service.fault(...of.map((instance) => ({ ...effect, instance })));
        },
        async calls() {
          const both = await Promise.all(Object.values(own).map((id) => service.calls(id)));
          return both.flat().sort((a, b) => a.sequence - b.sequence);
        },
      };
    },
    async close() {
      for (const client of clients) await client.close();
      await gateway.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
