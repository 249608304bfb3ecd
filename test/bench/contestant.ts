/** Whoever answers the operations of a benchmark: Switchboard, its peers, and servers that only send bytes. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { type Child, line, root, type Settings, startChild } from './child.ts';
import type { Operation } from './operation.ts';
import type { RowCounts } from './probe.ts';
import type { ServiceStage } from './service-stage.ts';

/** Somebody who answers the operations. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly child: Child;
  /** Sent with every question. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How many clients have a key: of many questions each comes from another one. */
  readonly clients?: number;
  /** A process of its own beside it, whose CPU and memory are counted as its. */
  readonly beside?: number;
  /** What it has answered from its caches so far, and what it has not: rows and windows of a peer, Switchboard's upstream answers. */
  rows?(): Promise<RowCounts>;
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

/** What `npm start` gives Node. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const startFlags = scripts.start.split(' ').slice(1, -1);

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
  return startOver(service, name, join(root, 'src/main.ts'), own, headers, [
    ...startFlags,
    ...execArgv,
  ]);
}

/** Sends what `origin` has answered, and does nothing else. */
export async function startBareHttp(origin: Contestant): Promise<Contestant> {
  const module = join(import.meta.dirname, 'bare-http.ts');
  const child = startChild(module, [], { ORIGIN: origin.url });
  const url = await line(child, /^Graph +(\S+)$/m);
  const { headers = {} } = origin;
  return { name: 'bare node:http, the same bytes', url, child, headers, end: () => child.end() };
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
  const contestant = { name, url, child, headers, end: () => child.end() };
  if (settings.ADMIN_PORT === undefined) return contestant;
  const metrics = await line(child, /^Admin +(\S+\/metrics)/m);
  return { ...contestant, rows: () => metricCounts(metrics) };
}

export const peerNames = {
  limit: 'the least calls',
  handwritten: 'hand-written program',
  mercurius: 'Mercurius + JIT',
  equipped: 'Mercurius in production',
  lean: 'Mercurius in production, lean',
  grafast: 'Grafast',
  apollo: 'Apollo Server',
  tailcall: 'Tailcall',
} as const;
export type PeerName = keyof typeof peerNames;

/** Peers that are one program with other settings. */
const kinds: Partial<Record<PeerName, readonly [module: string, kind: string]>> = {
  equipped: ['equipped', 'packages'],
  lean: ['equipped', 'lean'],
};

/** Peers are compared only where they are installed (`--install`). */
export const installed = (): boolean =>
  existsSync(join(import.meta.dirname, 'peers', 'node_modules'));

const tailcall = 'peers/node_modules/@tailcallhq/core-linux-x64-gnu';

/** It comes as a program for Linux on x64, and is left out by npm elsewhere. */
export const hasTailcall = (): boolean => existsSync(join(import.meta.dirname, tailcall));

export interface PeerOptions {
  readonly caching: boolean;
  /** File of the participant index, for workloads that ask who took part in a call. */
  readonly participants?: string;
  /** The access file, for peers that have API keys, and what a client sends then. */
  readonly accessFile?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startPeer(
  peer: PeerName,
  service: ServiceStage,
  { caching, participants, accessFile, headers = {} }: PeerOptions,
): Promise<Contestant> {
  const [module, kind] = kinds[peer] ?? [peer, ''];
  const child = startChild(join(import.meta.dirname, 'peers', `${module}.ts`), [], {
    KIND: kind,
    UPSTREAM_URL: service.url,
    UPSTREAM_TOKEN: service.token,
    CALLS_INSTANCE: service.instances.calls,
    CRM_INSTANCE: service.instances.crm,
    CACHE: caching ? 'on' : 'off',
    ...(participants === undefined ? {} : { PARTICIPANTS: participants }),
    ...(accessFile === undefined ? {} : { ACCESS_FILE: accessFile }),
  });
  const url = await line(child, /^Graph +(\S+)$/m);
  const beside = /^Beside (\d+)$/m.exec(child.output())?.[1];
  return {
    name: peerNames[peer],
    url,
    child,
    headers,
    ...(beside === undefined ? {} : { beside: Number(beside) }),
    rows: async () => (await child.usage()).rows ?? none,
    end: () => child.end(),
  };
}

const none: RowCounts = { hits: 0, misses: 0 };

/** Answers from below by where they came from, as the gateway's own metrics count them. */
async function metricCounts(metrics: string): Promise<RowCounts> {
  const { body } = await request(metrics);
  const text = await body.text();
  const counts = { hits: 0, misses: 0 };
  for (const [, cache, count] of text.matchAll(
    /^switchboard_upstream_calls_total\{.*cache="(.*?)".*\} (\d+)$/gm,
  ))
    counts[cache === 'miss' || cache === 'off' ? 'misses' : 'hits'] += Number(count);
  return counts;
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
