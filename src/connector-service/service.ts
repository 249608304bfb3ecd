/** The connector service: both interfaces over HTTP on any backend, assembled from its parts. */

import { hash, randomBytes } from 'node:crypto';
import { isLoopback } from '../contract/loopback.ts';
import type { SystemName } from '../errors.ts';
import { type AdminParts, adminRoute } from './admin.ts';
import type { Backend, VendorBackend } from './backend.ts';
import { bearerGate, issueToken } from './bearer-token.ts';
import { keyLength } from './encryption.ts';
import { executeHandler } from './execute/execute.ts';
import { cursorCodec, locatorStore } from './execute/page-token.ts';
import { readObject, sendJson } from './http/json-exchange.ts';
import { listen } from './http/server.ts';
import { readCreation } from './instance/creation.ts';
import { type InstanceStore, openInstanceStore } from './instance/store.ts';
import type { Interceptor } from './interceptor.ts';
import { callLog, type LogEntry } from './log.ts';
import { callLimiter } from './request-rate-limit.ts';
import type {
  AccountFields,
  AccountServiceOptions,
  ClientCredential,
  ListenOptions,
} from './service-option.ts';

/** @typeParam I ids of the instances there are from the start */
export interface ConnectorService<I> {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** The bearer token that does not expire. */
  readonly token: string;
  /** The first client of the token endpoint. */
  readonly client: ClientCredential;
  readonly instances: I;
  readonly admin: AdminParts;
  /** The execute calls received, oldest first. */
  calls(): readonly LogEntry[];
  /** Ends all connections and closes the backends. */
  close(): Promise<void>;
}

/** Serves the vendors' data alone. An id is null where a system is not configured. */
export type AccountService = ConnectorService<{
  readonly callAnalytics: string | null;
  readonly crm: string | null;
}>;

const minute = 60_000;

/** Starts the service for own accounts. Tokens and answers are stored under the instances' ids, which are the same at every start. */
export async function startAccountService(options: AccountServiceOptions): Promise<AccountService> {
  const { vendor, accounts } = options;
  return startConnectorService({ synthetic: null, vendor }, null, options, (instances) => ({
    callAnalytics: accountInstance(instances, 'call-analytics', accounts['call-analytics']),
    crm: accountInstance(instances, 'crm', accounts.crm),
  }));
}

/**
 * Starts a service on any backends, on loopback by default.
 * @param firstInstances makes the instances there are from the start, or finds them in the store
 * @throws Error when the port is taken, or `storeFile` comes without its key.
 */
export async function startConnectorService<I>(
  backends: { readonly synthetic: Backend | null; readonly vendor: VendorBackend | null },
  interceptor: Interceptor | null,
  options: ListenOptions,
  firstInstances: (instances: InstanceStore) => I,
): Promise<ConnectorService<I>> {
  if (options.storeFile !== undefined && options.key === undefined) {
    throw new Error(
      'Expected a key beside the instance store file: a random one could not read it again',
    );
  }
  const host = options.host ?? '127.0.0.1';
  const key = options.key ?? randomBytes(keyLength);
  const clock = options.clock ?? Date.now;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const clients = options.clients ?? [
    { id: 'embedded', secret: randomBytes(24).toString('base64url') },
  ];
  const bearers = bearerGate({
    token,
    clients,
    clock,
    lifeMs: 15 * minute,
  });
  const instances = openInstanceStore({ file: options.storeFile ?? ':memory:', key, clock });
  const limiter = callLimiter(options.limits ?? {}, clock);
  const log = callLog(options.logSize ?? 10_000, clock);
  const authorise = bearers.check;
  const admin = { limiter, log, instances, bearers };
  const configured = firstInstances(instances);
  const execute = executeHandler({
    backends,
    instances,
    tokens: {
      cursors: cursorCodec({ key, clock, lifeMs: options.cursorLifeMs ?? 60 * minute }),
      locators: locatorStore({ clock, lifeMs: options.locatorLifeMs ?? 60 * minute }),
    },
    limiter,
    interceptor,
    log,
    monotonic: options.monotonic ?? (() => performance.now()),
    authorise,
  });

  const listening = await listen(
    {
      execute,
      issueToken: (exchange) => issueToken(bearers, exchange),
      async createInstance({ request, response }) {
        authorise(request.headers.authorization);
        const { id, name, system, createdAt } = instances.create(
          readCreation(await readObject(request), backends.vendor),
        );
        const created_at = new Date(createdAt).toISOString();
        sendJson(response, 201, { id, name, connector_definition_id: system, created_at });
      },
      admin: isLoopback(host) ? (exchange) => adminRoute(admin, interceptor, exchange) : null,
    },
    { host, port: options.port ?? 0, report: options.report ?? reportOnStderr },
  );

  const close = async (): Promise<void> => {
    await listening.close();
    backends.synthetic?.close();
    backends.vendor?.close();
    instances.close();
  };
  let closing: Promise<void> | undefined;
  return {
    url: listening.url,
    token,
    client: clients[0] ?? { id: '', secret: '' },
    instances: configured,
    admin,
    calls: () => log.calls(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Id of an own account: the same in every process, whatever its tokens are by now. */
export function accountId(system: SystemName, credentials: AccountFields): string {
  const { access_key, client_id, username, base_url, login_url } = credentials;
  const lasting = JSON.stringify([access_key, client_id, username, base_url, login_url]);
  return `own-${system}-${hash('sha256', lasting).slice(0, 16)}`;
}

function accountInstance(
  instances: InstanceStore,
  system: SystemName,
  credentials: AccountFields | null,
): string | null {
  if (credentials === null) return null;
  const id = accountId(system, credentials);
  const profile = { backend: 'vendor', locatorParam: 'locator' } as const;
  return instances.create({ id, system, name: `own ${system}`, credentials, profile }).id;
}

function reportOnStderr(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`connector service: ${text}\n`);
}
