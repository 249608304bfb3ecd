/** Real gateway processes, and clients that ask them over sockets. */

import { join } from 'node:path';
import { Agent, request } from 'undici';
import { type Settings, type Started, startProcess } from '../support/process.ts';
import type { RemoteService } from './service.ts';
import { aheadMs } from './wall-clock.ts';

export interface Gateway extends Started {
  readonly adminUrl: URL;
  ready(): Promise<Readiness>;
  metrics(): Promise<string>;
}

export interface Readiness {
  /** HTTP status of /readyz; 0 where nobody answers. */
  readonly status: number;
  readonly parts: Readonly<Record<string, string>>;
}

/**
 * Starts `node src/main.ts` against the service, with a wall clock that can be moved, and with time
 * for its upstreams and its clients that no busy machine uses up.
 * @param preloaded files to load before it, beside those that every gateway has.
 */
export async function startGateway(
  { url, token, instances }: Pick<RemoteService, 'url' | 'token' | 'instances'>,
  settings: Settings = {},
  preloaded: readonly string[] = [],
): Promise<Gateway> {
  const loaded = ['moved-clock.ts', 'sent-times.ts', ...preloaded].flatMap((file) => [
    '--import',
    join(import.meta.dirname, file),
  ]);
  const started = await startProcess([...loaded, 'src/main.ts'], {
    CLOCK_AHEAD_MS: String(aheadMs),
    CONNECTOR_BASE_URL: url,
    CONNECTOR_TOKEN: token,
    CALL_ANALYTICS_INSTANCE_ID: instances.callAnalytics,
    CRM_INSTANCE_ID: instances.crm,
    ADMIN_PORT: '0',
    CALL_ANALYTICS_PER_SECOND: '1000000',
    ATTEMPT_TIMEOUT_MS: '300000',
    REQUEST_TIMEOUT_MS: '300000',
    HEADERS_TIMEOUT_MS: '300000',
    DRAIN_TIMEOUT_MS: '300000',
    ...settings,
  });
  const adminUrl = new URL(/^Admin +(http:\S+?\/)metrics/m.exec(started.output())![1]!);
  return {
    ...started,
    adminUrl,
    async ready() {
      try {
        const response = await fetch(new URL('/readyz', adminUrl));
        const { parts } = (await response.json()) as { parts: { name: string; state: string }[] };
        const states = parts.map(({ name, state }) => [name, state] as const);
        return { status: response.status, parts: Object.fromEntries(states) };
      } catch {
        return { status: 0, parts: {} };
      }
    },
    metrics: async () => (await fetch(new URL('/metrics', adminUrl))).text(),
  };
}

/** What a gateway's log says of its synchronisations so far. */
export function synchronised(
  gateway: Gateway,
): readonly { readonly calls: number; readonly complete: number }[] {
  return gateway
    .output()
    .split('\n')
    .filter((line) => line.includes('"index synchronised"'))
    .map((line) => JSON.parse(line));
}

/** When a gateway wrote each call of an instance to a socket, in milliseconds of the machine's monotonic clock. */
export function sentTimes(gateway: Gateway, instance: string): readonly number[] {
  const line = /^sent (\d+) (\S+)$/gm;
  return [...gateway.output().matchAll(line)]
    .filter(([, , path]) => path!.includes(`/${instance}/`))
    .map(([, at]) => Number(BigInt(at!) / 1_000n) / 1_000);
}

/** Whether the machine gave a gateway no turn for longer than gateways allow each other. */
export const hasStalled = (gateway: Gateway): boolean => /^stalled /m.test(gateway.output());

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly data: any;
  readonly errors: readonly GraphError[];
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly extensions: any;
  /** From the request's start to the answer's end. */
  readonly ms: number;
  /** As it came. */
  readonly text: string;
}

export interface Client {
  ask(query: string, variables?: object, signal?: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

/** @param key an API key, where the gateway wants one. */
export function clientOf(url: URL, key?: string): Client {
  const dispatcher = new Agent({ connections: 2_000, keepAliveTimeout: 30_000 });
  return {
    async ask(query, variables, signal) {
      const began = performance.now();
      const { statusCode, headers, body } = await request(url, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ query, variables }),
        ...(signal !== undefined && { signal }),
      });
      const text = await body.text();
      const { data = null, errors = [], extensions = {} } = JSON.parse(text);
      const ms = performance.now() - began;
      return { status: statusCode, headers, data, errors, extensions, ms, text };
    },
    close: () => dispatcher.destroy(),
  };
}

/** Asks again and again until the answer satisfies; gives up as soon as `expect.poll` does, if nothing else is said. */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  satisfied: (found: T) => boolean,
  limitMs = 15_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (satisfied(found)) return found;
    if (performance.now() > end)
      throw new Error(`Waited in vain for ${what}: ${JSON.stringify(found)}`);
    await new Promise((turn) => setTimeout(turn, 20));
  }
}

/** The error codes of a reply, each once. */
export const codesOf = ({ errors }: Pick<Reply, 'errors'>): readonly string[] =>
  [...new Set(errors.map(({ extensions }) => extensions.code))].sort();

/** Runs `work` for 0 … count - 1, so many at a time. */
export async function lanes(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
