/**
 * A connector service in a thread of its own, steered by its admin routes. It counts arrivals by
 * when it sees them, so it must not share an event loop with a thousand clients.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LogEntry } from '../../src/connector-service/log.ts';
import type { CallCounts } from '../../src/connector-service/request-rate-limit.ts';
import type { CallLimits, ClientCredential } from '../../src/connector-service/service-option.ts';
import type { Fault } from '../../src/demo/fault/fault.ts';
import type { SystemName } from '../../src/errors.ts';
import { aheadMs } from './wall-clock.ts';

export interface ThreadOptions {
  readonly port?: number;
  readonly token?: string;
  /** Of its wall clock before the machine's. */
  readonly aheadMs: number;
}

export interface Instances {
  readonly callAnalytics: string;
  readonly crm: string;
}

export interface ThreadAddress {
  readonly url: string;
  readonly token: string;
  readonly client: ClientCredential;
  readonly instances: Instances;
}

export interface RemoteService extends ThreadAddress {
  /** Puts these faults in force beside those there are. */
  fault(...faults: readonly Fault[]): Promise<void>;
  calm(): Promise<void>;
  limit(instance: string, limits: Partial<CallLimits>): Promise<void>;
  counts(instance: string): Promise<CallCounts>;
  /** Tokens issued since the start. */
  issued(): Promise<number>;
  revoke(): Promise<void>;
  /** Calls received, of one instance where given, oldest first. */
  calls(instance?: string): Promise<readonly LogEntry[]>;
  clearLog(): Promise<void>;
  /** Two instances that share nothing with others but the data. */
  newInstances(): Promise<Instances>;
  close(): Promise<void>;
}

const credentials: Readonly<Record<SystemName, Readonly<Record<string, string>>>> = {
  'call-analytics': { access_token: 'vendor-token' },
  crm: { refresh_token: 'r', client_id: 'c', client_secret: 's' },
};

export async function openRemoteService(
  options: Partial<ThreadOptions> = {},
): Promise<RemoteService> {
  const workerData: ThreadOptions = { ...options, aheadMs };
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), { workerData });
  const [address] = (await once(worker, 'message')) as [ThreadAddress];
  const send = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const response = await fetch(`${address.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${address.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const create = async (system: SystemName): Promise<string> => {
    const { id } = (await send('/api/v1/connectors/instances', 'POST', {
      connector_definition_id: system,
      name: 'of a test',
      auth_config: credentials[system],
    })) as { id: string };
    return id;
  };
  interface Counts {
    readonly instances: Readonly<Record<string, CallCounts>>;
    readonly tokensIssued: number;
  }
  return {
    ...address,
    fault: async (...faults) => void (await send('/admin/faults', 'POST', { faults })),
    calm: async () => void (await send('/admin/faults', 'DELETE')),
    limit: async (instance, limits) =>
      void (await send(`/admin/limits/${instance}`, 'POST', limits)),
    counts: async (instance) => ((await send('/admin/counts')) as Counts).instances[instance]!,
    issued: async () => ((await send('/admin/counts')) as Counts).tokensIssued,
    revoke: async () => void (await send('/admin/tokens', 'DELETE')),
    async calls(instance) {
      const query = instance === undefined ? '' : `?instance=${instance}`;
      return ((await send(`/admin/log${query}`)) as { calls: LogEntry[] }).calls;
    },
    clearLog: async () => void (await send('/admin/log', 'DELETE')),
    newInstances: async () => ({
      callAnalytics: await create('call-analytics'),
      crm: await create('crm'),
    }),
    async close() {
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
  };
}
