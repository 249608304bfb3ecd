/** The connector service: both interfaces over HTTP on any backend, assembled from its parts. */

import { randomBytes } from 'node:crypto';
import { isLoopback } from '../contract/loopback.ts';
import type { SystemName } from '../errors.ts';
import { bearerGate, issueToken } from './access.ts';
import { type Admin, admin, adminRoute } from './admin.ts';
import { executeHandler } from './execute/execute.ts';
import { cursorCodec, locatorStore } from './execute/token.ts';
import { faultPlan } from './fault/plan.ts';
import { readObject, sendJson } from './http/exchange.ts';
import { listen } from './http/server.ts';
import { readCreation } from './instance/creation.ts';
import { type InstanceStore, keyLength, openInstanceStore } from './instance/store.ts';
import { callLimiter } from './limit.ts';
import { callLog, type LoggedCall } from './log.ts';
import type { ClientCredential, InstanceProfile, ServiceOptions } from './option.ts';

export interface Service {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** The bearer token that does not expire. */
  readonly token: string;
  /** The first client of the token endpoint. */
  readonly client: ClientCredential;
  /** Ids of the two instances there are from the start. */
  readonly instances: { readonly callAnalytics: string; readonly crm: string };
  readonly admin: Admin;
  /** The execute calls received, oldest first. */
  calls(): readonly LoggedCall[];
  /** Ends all connections and closes the backend. */
  close(): Promise<void>;
}

const minute = 60_000;

/**
 * Starts the service on loopback unless told otherwise.
 * @throws Error when the port is taken, or `storeFile` comes without its key.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
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
    lifeMs: options.tokenLifeMs ?? 15 * minute,
  });
  const instances = openInstanceStore({ file: options.storeFile ?? ':memory:', key, clock });
  const limiter = callLimiter(options.limits ?? {}, clock);
  const faults = faultPlan(options.seed ?? 1);
  faults.add(options.faults ?? []);
  const log = callLog(options.logSize ?? 10_000, clock);
  const authorise = bearers.check;
  const adminParts = { faults, limiter, log, instances, bearers };
  const own = {
    callAnalytics: ownInstance(instances, 'call-analytics', options.callAnalytics),
    crm: ownInstance(instances, 'crm', options.crm),
  };
  const execute = executeHandler({
    backends: { synthetic: options.backend, vendor: options.vendor ?? null },
    instances,
    tokens: {
      cursors: cursorCodec({ key, clock, lifeMs: options.cursorLifeMs ?? 60 * minute }),
      locators: locatorStore({ clock, lifeMs: options.locatorLifeMs ?? 60 * minute }),
    },
    limiter,
    faults,
    log,
    clock,
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
          readCreation(await readObject(request), options.vendor ?? null),
        );
        const created_at = new Date(createdAt).toISOString();
        sendJson(response, 201, { id, name, connector_definition_id: system, created_at });
      },
      admin: isLoopback(host) ? (exchange) => adminRoute(adminParts, exchange) : null,
    },
    { host, port: options.port ?? 0, report: options.report ?? reportOnStderr },
  );

  const close = async (): Promise<void> => {
    await listening.close();
    options.backend.close();
    options.vendor?.close();
    instances.close();
  };
  let closing: Promise<void> | undefined;
  return {
    url: listening.url,
    token,
    client: clients[0] ?? { id: '', secret: '' },
    instances: own,
    admin: admin(adminParts),
    calls: () => log.calls(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** The instance of a system the service has from the start; found again in a kept store. */
function ownInstance(
  instances: InstanceStore,
  system: SystemName,
  profile: Partial<InstanceProfile> = {},
): string {
  const name = `embedded ${system}`;
  const kept = instances.list().find((one) => one.system === system && one.name === name);
  if (kept !== undefined) return instances.reshape(kept.id, profile).id;
  return instances.create({ system, name, credentials: {}, profile }).id;
}

function reportOnStderr(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`connector service: ${text}\n`);
}
