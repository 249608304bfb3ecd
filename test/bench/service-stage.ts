/** The connector service of a benchmark, and what can be ordered of it and counted in it. */

import { join } from 'node:path';
import { request } from 'undici';
import { type Child, line, root, startChild } from './child.ts';

/** A call as the service's log has it. */
export interface SeenCall {
  readonly sequence: number;
  readonly time: number;
  readonly entity: string;
  readonly action: string;
  readonly ms: number | null;
}

export interface ExecuteAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the entity has.
  readonly result: any;
  readonly connector_metadata: {
    readonly pagination?: { readonly cursor?: string | null };
  } | null;
}

export interface ServiceStage {
  readonly url: string;
  readonly token: string;
  readonly instances: { readonly calls: string; readonly crm: string };
  readonly child: Child;
  /** From now on every answer comes so many milliseconds later. */
  latency(ms: number): Promise<void>;
  /** Faults in place of all others. */
  faults(faults: readonly object[]): Promise<void>;
  /** One execute call, as a benchmark asks for facts of the company. @throws Error unless it answers 200. */
  execute(system: 'calls' | 'crm', call: object): Promise<ExecuteAnswer>;
  received(): Promise<number>;
  /** What arrived since a number of received calls. */
  callsAfter(received: number): Promise<readonly SeenCall[]>;
  end(): Promise<void>;
}

/** The large company's instances are kept with it, because an index belongs to the instance that it was read from. */
const kept = (file: string): string[] => [
  ...['--file', file],
  ...['--instances', `${file}.instances`, '--key-file', `${file}.key`],
];

export async function startServiceStage(size: string, file: string): Promise<ServiceStage> {
  const token = 'bench';
  const child = startChild(
    join(root, 'src/cli/main.ts'),
    [
      'service',
      '--size',
      size,
      '--port',
      '0',
      '--token',
      token,
      ...(size === 'large' ? kept(file) : []),
    ],
    {},
    { core: 'others' },
  );
  const url = await line(child, /^Connector service +(\S+)$/m);
  await line(child, /(call_audio)/);
  const output = child.output();
  const instances = {
    calls: /^Call-analytics instance +(\S+)$/m.exec(output)![1]!,
    crm: /^CRM instance +(\S+)$/m.exec(output)![1]!,
  };
  const admin = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const response = await request(`${url}/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${method} /admin/${path}: ${text}`);
    return JSON.parse(text) as { received: number; calls: SeenCall[] };
  };
  const execute = async (system: 'calls' | 'crm', call: object): Promise<ExecuteAnswer> => {
    const path = `/api/v1/connectors/instances/${instances[system]}/execute`;
    const { statusCode, body } = await request(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${JSON.stringify(call)}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as ExecuteAnswer;
  };
  const received = async (): Promise<number> =>
    (await admin('GET', `log?after=${Number.MAX_SAFE_INTEGER}`)).received;
  const faults = async (ordered: readonly object[]): Promise<void> => {
    await admin('DELETE', 'faults');
    for (const fault of ordered) await admin('POST', 'faults', fault);
  };
  return {
    url,
    token,
    instances,
    child,
    execute,
    faults,
    latency: (ms) => faults(ms === 0 ? [] : [{ kind: 'latency', ms }]),
    received,
    callsAfter: async (from) => (await admin('GET', `log?after=${from}`)).calls,
    end: () => child.end(),
  };
}
