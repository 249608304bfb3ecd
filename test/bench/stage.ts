/** The processes of a benchmark: the connector service, Switchboard, the peers, and whoever sends the load. */

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import type { LoadOrder, LoadReport } from './load.ts';
import type { Operation } from './operation.ts';
import type { Usage } from './probe.ts';

const root = join(import.meta.dirname, '../..');
const probe = join(import.meta.dirname, 'probe.ts');

export interface Child {
  readonly process: ChildProcess;
  output(): string;
  /** What it has used; `collect` takes out the garbage first. */
  usage(ask?: 'usage' | 'collect'): Promise<Usage>;
  end(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** Starts a module with a probe in it. Its environment holds the settings and nothing else of ours. */
export function startChild(
  module: string,
  args: readonly string[],
  settings: Settings,
  options: { readonly execArgv?: readonly string[] } = {},
): Child {
  const child = fork(module, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    execArgv: ['--expose-gc', '--import', probe, ...(options.execArgv ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-100_000);
  };
  child.stdout!.on('data', keep);
  child.stderr!.on('data', keep);
  let asked = 0;
  const waiting = new Map<number, (usage: Usage) => void>();
  child.on('message', (message) => {
    const { id, usage } = message as { id?: number; usage?: Usage };
    if (id === undefined || usage === undefined) return;
    waiting.get(id)?.(usage);
    waiting.delete(id);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    output: () => text,
    usage(ask = 'usage') {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.send({ ask, id });
      });
    },
    end() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      return ended.then(() => clearTimeout(late));
    },
  };
}

/** Waits for a line of the child's output. @throws Error with the output when it ends before. */
export function line(child: Child, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = form.exec(child.output())?.[1];
      if (found !== undefined) resolve(found);
    };
    child.process.stdout!.on('data', look);
    child.process.once('exit', (code) =>
      reject(new Error(`It ended with ${code}:\n${child.output()}`)),
    );
    look();
  });
}

/** A call as the service's log has it. */
export interface SeenCall {
  readonly sequence: number;
  readonly time: number;
  readonly entity: string;
  readonly action: string;
  readonly ms: number | null;
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
  received(): Promise<number>;
  /** What arrived since a number of received calls. */
  callsAfter(received: number): Promise<readonly SeenCall[]>;
  end(): Promise<void>;
}

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
      ...(size === 'large' ? ['--file', file] : []),
    ],
    {},
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
    faults,
    latency: (ms) => faults(ms === 0 ? [] : [{ kind: 'latency', ms }]),
    received,
    callsAfter: async (from) => (await admin('GET', `log?after=${from}`)).calls,
    end: () => child.end(),
  };
}

/** Somebody who answers the operations. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly child: Child;
  /** Sent with every question. */
  readonly headers?: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

export interface SwitchboardOptions {
  readonly caching: boolean;
  /** Whole answers are kept, too. Default: no, so that what is measured is executed. */
  readonly answers?: boolean;
  readonly settings?: Settings;
  /** What its clients send beside the question. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly execArgv?: readonly string[];
}

export async function startSwitchboard(
  service: ServiceStage,
  { caching, answers = false, settings = {}, headers = {}, execArgv = [] }: SwitchboardOptions,
): Promise<Contestant> {
  const own = {
    ...(caching ? {} : { CACHE_MAX_BYTES: '0' }),
    ...(answers ? {} : { ANSWER_CACHE_MAX_BYTES: '0' }),
    ...settings,
  };
  const name = answers ? 'Switchboard, answers kept' : 'Switchboard';
  return startOver(service, name, join(root, 'src/main.ts'), own, headers, execArgv);
}

/** Sends what `origin` has answered, and does nothing else. */
export async function startBareHttp(origin: Contestant): Promise<Contestant> {
  const module = join(import.meta.dirname, 'bare-http.ts');
  const child = startChild(module, [], { ORIGIN: origin.url });
  const url = await line(child, /^Graph +(\S+)$/m);
  return { name: 'bare node:http, the same bytes', url, child, end: () => child.end() };
}

/** The same graph and connectors under Yoga alone. */
export function startBareYoga(service: ServiceStage): Promise<Contestant> {
  return startOver(service, 'bare Yoga', join(import.meta.dirname, 'bare-yoga.ts'), {});
}

/** A process of this program over the service. */
async function startOver(
  service: ServiceStage,
  name: string,
  module: string,
  settings: Settings,
  headers: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Promise<Contestant> {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const child = startChild(
    module,
    [],
    {
      PORT: '0',
      DATA_DIR: directory,
      CONNECTOR_BASE_URL: service.url,
      CONNECTOR_TOKEN: service.token,
      CALL_ANALYTICS_INSTANCE_ID: service.instances.calls,
      CRM_INSTANCE_ID: service.instances.crm,
      // What is measured is the program and not the upstreams' own limits.
      CALL_ANALYTICS_PER_SECOND: '1000000',
      CALL_ANALYTICS_PER_DAY: '1000000000',
      CRM_PER_DAY: '1000000000',
      MAX_COST: '100000',
      INDEX: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    { execArgv },
  );
  child.process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const url = await line(child, /^Graph +(\S+)$/m);
  return { name, url, child, headers, end: () => child.end() };
}

export const peerNames = {
  limit: 'the limit',
  apollo: 'Apollo Server + DataLoader',
  mercurius: 'Mercurius + JIT',
  mesh: 'GraphQL Mesh on Hive Gateway',
  yoga: 'Yoga, no batching',
} as const;
export type PeerName = keyof typeof peerNames;

export async function startPeer(
  peer: PeerName,
  service: ServiceStage,
  caching: boolean,
): Promise<Contestant> {
  const child = startChild(join(import.meta.dirname, 'peers', `${peer}.ts`), [], {
    UPSTREAM_URL: service.url,
    UPSTREAM_TOKEN: service.token,
    CALLS_INSTANCE: service.instances.calls,
    CRM_INSTANCE: service.instances.crm,
    CACHE: caching ? 'on' : 'off',
  });
  const url = await line(child, /^Graph +(\S+)$/m);
  return { name: peerNames[peer], url, child, end: () => child.end() };
}

export interface Timed {
  readonly data: unknown;
  readonly ms: number;
  readonly firstByteMs: number;
  readonly bytes: number;
}

/** Asks once. @throws Error for an answer with errors. */
export async function ask(contestant: Contestant, operation: Operation): Promise<Timed> {
  const start = performance.now();
  const { statusCode, body } = await request(contestant.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...contestant.headers },
    body: bodyOf(operation),
  });
  let firstByteMs = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    if (firstByteMs === 0) firstByteMs = performance.now() - start;
    chunks.push(chunk as Buffer);
  }
  const ms = performance.now() - start;
  const bytes = Buffer.concat(chunks);
  const answer = JSON.parse(bytes.toString()) as { data?: unknown; errors?: unknown };
  if (statusCode !== 200 || answer.errors !== undefined || answer.data === undefined)
    throw new Error(
      `${contestant.name} failed ${operation.name}: ${statusCode} ${bytes.toString().slice(0, 400)}`,
    );
  return { data: answer.data, ms, firstByteMs, bytes: bytes.length };
}

export function bodyOf({ query, variables }: Operation): string {
  return JSON.stringify({ query, variables });
}

export interface Load {
  run(contestant: Contestant, operation: Operation, order: LoadOrder): Promise<LoadReport>;
  end(): Promise<void>;
}

/** One process that sends load wherever it is told. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    run(contestant, operation, order) {
      return new Promise((resolve, reject) => {
        const onExit = (code: number | null): void =>
          reject(new Error(`The load process ended with ${code}.`));
        child.once('exit', onExit);
        child.once('message', (report) => {
          child.off('exit', onExit);
          resolve(report as LoadReport);
        });
        const { url, headers = {} } = contestant;
        child.send({ url, headers, body: bodyOf(operation), ...order });
      });
    },
    end() {
      child.disconnect();
      return ended;
    },
  };
}
