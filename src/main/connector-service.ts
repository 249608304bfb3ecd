/**
 * Connector services of the configuration: hosted ones, own accounts and the embedded company, of which only those
 * are started that a tenant asks. What is started runs in a thread of its own and never takes the gateway's time.
 */

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type DataSource, dataSources } from '../config/data-source.ts';
import type { HostedService } from '../config/hosted-service.ts';
import type { OwnAccounts } from '../config/own-account.ts';
import type { Config } from '../config.ts';
import { siblingModule } from '../sibling-module.ts';
import { systemClock } from '../upstream/clock.ts';
import { shareProgress } from './progress.ts';
import type { Output } from './terminal.ts';

/** The service that each tenant asks, by its name. */
export type TenantServices = ReadonlyMap<string, HostedService>;

export interface ConnectorServices {
  /** Resolves when all of them listen; rejects with the reason why one that is started here could not. */
  readonly services: Promise<TenantServices>;
  close(): Promise<void>;
}

interface OpenedService {
  readonly address: Promise<HostedService>;
  close(): Promise<void>;
}

/**
 * Begins at once: a synthetic company is made in its thread while the caller goes on.
 * @param output of the progress of a large company.
 */
export function startConnectorServices(
  config: Config,
  output: Output = process.stderr,
): ConnectorServices {
  const opened = new Map<DataSource, OpenedService>();
  const addresses: Promise<readonly [string, HostedService]>[] = [];
  for (const [tenant, source] of dataSources(config)) {
    const service = opened.get(source) ?? openService(config, source, output);
    opened.set(source, service);
    addresses.push(service.address.then((address) => [tenant, address]));
  }
  const services = Promise.all(addresses).then((entries) => new Map(entries));
  // The promise may reject before it is awaited; a later await rejects all the same.
  services.catch(() => {});
  return {
    services,
    close: async () =>
      void (await Promise.all([...opened.values()].map((service) => service.close()))),
  };
}

/** Of the company that a gateway brings; `switchboard service --seed` makes others. */
const companySeed = 1;

function openService(config: Config, source: DataSource, output: Output): OpenedService {
  const { environment: env, customSchema } = config;
  if (source.kind === 'hosted') return { address: Promise.resolve(source), close: async () => {} };
  const embedded = startEmbedded(
    source.kind === 'vendor'
      ? accountOptions(env, source)
      : {
          kind: 'synthetic',
          size: source.size,
          seed: companySeed,
          currencies: source.currencies,
          file: source.size === 'small' ? null : join(env.DATA_DIR, `company-${companySeed}.db`),
          customSchema,
        },
    output,
  );
  const address = embedded.address.then(
    ({ url, token, instances }): HostedService => ({
      baseUrl: new URL(url),
      credential: { kind: 'token', token },
      instances: { 'call-analytics': instances.callAnalytics, crm: instances.crm },
      ...(source.kind === 'vendor'
        ? { ...ownAccountsAt, tokens: embedded.tokens }
        : { isSynthetic: true, locatorParam: null }),
    }),
  );
  return { address, close: embedded.close };
}

/** The port of the thread is another one at every start; budgets and caches that gateways share are not. */
export const ownAccountsAt = {
  name: 'own-accounts',
  locatorParam: 'locator',
  reportsDay: true,
  readsAllRows: true,
  describesFields: true,
  takesLongStatements: true,
  lacksRetired: true,
} as const;

/** Options of a service for own accounts: the same in every process, so that processes share counts and caches. */
export function accountOptions(
  env: Config['environment'],
  { accounts, apiVersion, tokenKey }: OwnAccounts,
): AccountOptions {
  return {
    kind: 'vendor',
    accounts,
    apiVersion,
    file: join(env.DATA_DIR, 'accounts.db'),
    key: tokenKey === null ? null : hash('sha256', tokenKey, 'buffer'),
    postgresUrl: env.INDEX_DATABASE_URL?.href ?? null,
    redisUrl: env.REDIS_URL?.href ?? null,
    // Derived from the credentials, so only their holders know it.
    token: hash('sha256', JSON.stringify(['connector service', accounts]), 'base64url'),
  };
}

/** Options of the embedded service's thread: the synthetic company, or own accounts. */
export type EmbeddedOptions = SyntheticThreadOptions | AccountOptions;

export interface SyntheticThreadOptions {
  readonly kind: 'synthetic';
  readonly size: 'small' | 'large';
  readonly seed: number;
  readonly currencies: 'one' | 'three';
  /** File of the company's database; null: in memory. */
  readonly file: string | null;
  /** JSON of the custom schema; null: the shipped example. */
  readonly customSchema: unknown;
}

export interface AccountOptions {
  readonly kind: 'vendor';
  readonly accounts: OwnAccounts['accounts'];
  readonly apiVersion: string;
  /** SQLite file of answered scorecards, and of tokens where nothing is shared. */
  readonly file: string;
  /** 32 bytes that encrypt tokens; null: they are in memory only. */
  readonly key: Uint8Array | null;
  readonly postgresUrl: string | null;
  readonly redisUrl: string | null;
  /** Bearer of the service. */
  readonly token: string;
}

/** Message of the thread: once that it listens, each time that stored tokens become unreadable, or readable, and while a company is made. */
export type ThreadMessage =
  | { readonly kind: 'company'; readonly share: number }
  | ({ readonly kind: 'listening' } & EmbeddedAddress)
  | { readonly kind: 'tokens'; readonly reasons: readonly string[] };

interface EmbeddedAddress {
  readonly url: string;
  readonly token: string;
  /** Null where a system is not configured. */
  readonly instances: { readonly callAnalytics: string | null; readonly crm: string | null };
}

interface EmbeddedService {
  /** Resolves when it listens; rejects with the reason why it could not start. */
  readonly address: Promise<EmbeddedAddress>;
  readonly tokens: ThreadTokens;
  close(): Promise<void>;
}

/** State of the tokens that the thread stores. */
class ThreadTokens {
  reasons: readonly string[] = [];
  #listener: (reasons: readonly string[]) => void = () => {};

  set(reasons: readonly string[]): void {
    this.reasons = reasons;
    this.#listener(reasons);
  }

  watch(listener: (reasons: readonly string[]) => void): void {
    this.#listener = listener;
    if (this.reasons.length > 0) listener(this.reasons);
  }
}

function startEmbedded(options: EmbeddedOptions, output: Output): EmbeddedService {
  const worker = new Worker(siblingModule(import.meta.url, './embedded-thread'), {
    workerData: options,
  });
  const making = shareProgress(output, 'Making the large company, once', systemClock);
  let listens = false;
  const tokens = new ThreadTokens();
  const address = new Promise<EmbeddedAddress>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'tokens') return tokens.set(message.reasons);
      if (message.kind === 'company') return making.show(message.share);
      listens = true;
      resolve(message);
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The embedded connector service ended with ${code} before it listened.`)),
    );
  });
  // Listened for from the start: of a thread that has ended no further event comes.
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  return {
    address,
    tokens,
    close: async () => {
      if (listens) worker.postMessage('close');
      // It sends no call yet, and may be busy with building a company for minutes.
      else void worker.terminate();
      await ended;
    },
  };
}
