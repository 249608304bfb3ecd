/** Gateways as configuration makes them, over two companies in this process: tenants, keys and tokens with roles, caches on or off. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { type Gateway, startGateway } from '../../src/main/gateway.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { createLog } from '../../src/server/log.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { fillMs } from './patience.ts';
import { openSynthetic } from './synthetic.ts';
import { signToken, startTokenIssuer, type TokenIssuer } from './token-issuer.ts';
import type { TruthRow } from './truth.ts';
import { customSchema, today } from './world.ts';

/** Those with keys: `other` and `stranger` belong to a tenant with a company of its own, `twin` to one that shares the first. */
const keyNames = ['full', 'plain', 'reader', 'twin', 'other', 'stranger'] as const;
/** Those with tokens of an issuer. */
const tokenNames = ['bearer', 'visitor'] as const;
/** Who asks. */
export const clientNames = [...keyNames, ...tokenNames];
export type ClientName = (typeof clientNames)[number];

const allRights = ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'];
const roles: Readonly<Record<ClientName, { tenant: string; rights: readonly string[] }>> = {
  full: { tenant: 'acme', rights: allRights },
  plain: { tenant: 'acme', rights: [] },
  reader: { tenant: 'acme', rights: ['transcripts', 'free-soql'] },
  twin: { tenant: 'twin', rights: ['private-calls'] },
  other: { tenant: 'globex', rights: allRights },
  stranger: { tenant: 'globex', rights: [] },
  bearer: { tenant: 'acme', rights: ['transcripts'] },
  visitor: { tenant: 'twin', rights: allRights },
};

const noCaches = { CACHE_MAX_BYTES: '0', ANSWER_CACHE_MAX_BYTES: '0' } as const;

export interface Companies {
  readonly services: readonly [DemoService, DemoService];
  /** Another gateway over them, with the same signing key; `indexed`: with a participant index that knows the calls of the last months. */
  open(caches: 'cached' | 'uncached', index?: 'indexed'): Promise<Gateway>;
  close(): Promise<void>;
}

export async function openCompanies(): Promise<Companies> {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-pair-'));
  const clock = () => today.getTime();
  // Indexes reach back from the day on which the companies end, too.
  const { now } = systemClock;
  systemClock.now = clock;
  const serve = (seed: number): Promise<DemoService> =>
    startDemoService({ backend: openSynthetic({ now: () => today, customSchema, seed }), clock });
  const [service, own] = await Promise.all([serve(1), serve(2)]);
  const issuer = await startTokenIssuer();
  const access = join(directory, 'access.json');
  writeFileSync(access, JSON.stringify(accessOf(own, issuer)));
  const gateways: Gateway[] = [];
  return {
    services: [service, own],
    async open(caches, index) {
      const config = loadConfig({
        PORT: '0',
        DATA_DIR: join(directory, String(gateways.length)),
        INDEX: index === undefined ? 'off' : 'on',
        INDEX_HORIZON_MONTHS: '3',
        ACCESS_FILE: access,
        SIGNING_KEY: 'a-signing-key-that-both-gateways-share',
        GLOBEX_TOKEN: own.token,
        CONNECTOR_BASE_URL: service.url,
        CONNECTOR_TOKEN: service.token,
        CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
        CRM_INSTANCE_ID: service.instances.crm,
        CALL_ANALYTICS_PER_SECOND: '100000',
        CALL_ANALYTICS_PER_DAY: '10000000',
        CRM_PER_DAY: '10000000',
        CLIENT_REQUESTS_PER_MINUTE: '0',
        ...(caches === 'uncached' && noCaches),
      });
      const model = crmModelOf(null, true);
      const gateway = await startGateway(
        config,
        startConnectorServices(config).services,
        model,
        createLog('silent'),
      );
      gateways.push(gateway);
      if (index !== undefined) await Promise.all(oneOfEach.map((name) => indexOf(gateway, name)));
      return gateway;
    },
    async close() {
      for (const gateway of gateways) await gateway.close();
      issuer.close();
      await service.close();
      await own.close();
      systemClock.now = now;
      rmSync(directory, { recursive: true });
    },
  };
}

const keys = keyNames.map((name) => ({ name, ...createKey() }));

/** A client of each tenant. */
const oneOfEach = ['full', 'twin', 'other'] as const;

/** Waits until a client's tenant has a whole index. */
async function indexOf(gateway: Gateway, client: ClientName): Promise<void> {
  const question = '{ indexStatus { completeShare state } }';
  const whole = { completeShare: 1, state: 'IDLE' };
  const look = async (): Promise<void> =>
    expect((await askAs(gateway, client, question)).data.indexStatus).toEqual(whole);
  await vi.waitFor(look, { interval: 20, timeout: fillMs });
}

/** What each client sends. */
export const credentials: ReadonlyMap<ClientName, string> = new Map([
  ...keys.map(({ name, text }): [ClientName, string] => [name, text]),
  ...(await Promise.all(
    tokenNames.map(
      async (name): Promise<[ClientName, string]> => [
        name,
        await signToken(name, roles[name].tenant, [name]),
      ],
    ),
  )),
]);

const accessOf = (own: DemoService, issuer: TokenIssuer): object => ({
  tenants: {
    acme: {},
    twin: {},
    globex: {
      connector: {
        baseUrl: own.url,
        token: { env: 'GLOBEX_TOKEN' },
        callAnalytics: own.instances.callAnalytics,
        crm: own.instances.crm,
      },
    },
  },
  roles: Object.fromEntries(clientNames.map((name) => [name, roles[name].rights])),
  issuers: [issuer.entry],
  keys: keys.map(({ name, sha256 }) => ({
    name,
    sha256,
    tenant: roles[name].tenant,
    roles: [name],
  })),
});

/** The answer to one question, as its client gets it. */
export async function askAs(
  gateway: Gateway,
  client: ClientName,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<TruthRow> {
  const response = await fetch(new URL('/graphql', gateway.listening.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${credentials.get(client)}`,
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as TruthRow) };
}

/** What of an answer must be the same, whoever asked before: all but what it cost and how it is called in logs. */
export function comparable({ status, data, errors }: TruthRow): unknown {
  return {
    status,
    data,
    errors: errors?.map(({ message, path, extensions }: TruthRow) => {
      const { requestId: _id, retryAfterMs: _wait, ...others } = extensions ?? {};
      return { message, path, extensions: others };
    }),
  };
}
