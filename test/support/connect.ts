import { onTestFinished } from 'vitest';
import type { EntitySpec } from '../../src/contract/entity-spec.ts';
import type { Runtime } from '../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import type { ConnectorOptions } from '../../src/upstream/connector-instance.ts';
import {
  createEntityStores,
  type EntityMemory,
  type EntityStore,
} from '../../src/upstream/entity-store.ts';
import { RowScope, tenantPrefix } from '../../src/upstream/row-scope.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** Closes what a test opened at its end, the last first. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  onTestFinished(() => one.close());
  return one;
}

export const unlimited = { perSecond: null, perDay: null, concurrent: null } as const;

/** Times that no busy machine uses up, for connectors on the machine's own clock. */
export const unhurried = { attemptMs: 300_000, requestMs: 300_000 } as const;

export function connect(
  baseUrl: string,
  options: Partial<ConnectorOptions> = {},
): UpstreamConnector {
  return closing(
    createConnector({
      baseUrl,
      credential: { kind: 'token', token: 'bearer-of-the-test' },
      instances: {
        'call-analytics': { id: 'calls-1', budget: unlimited },
        crm: { id: 'crm-1', budget: unlimited },
      },
      ...(options.runtime === undefined && { limits: unhurried }),
      ...options,
    }),
  );
}

/** A hand-made upstream and a connector to it. */
export async function connected(
  answer: Parameters<typeof startUpstream>[0],
  options: Partial<ConnectorOptions> = {},
): Promise<{ upstream: Upstream; connector: UpstreamConnector }> {
  const upstream = closing(await startUpstream(answer));
  return { upstream, connector: connect(upstream.baseUrl, options) };
}

/** A store of rows as the tenant's connected user sees them. */
export const rowStore = (memory: EntityMemory, runtime: Runtime, tenant = 't'): EntityStore => {
  const scope = RowScope.ofConnectedUser(tenant);
  return createEntityStores(memory, () => tenantPrefix(tenant), scope, runtime)(scope);
};

/** Entities to ask for, of no system in particular but with every kind of answer. */
export const thing = {
  system: 'call-analytics',
  entity: 'things',
  key: 'id',
  operations: {
    list: {
      answer: 'cursor-page',
      params: { cursor: { type: 'string' }, q: { type: 'string' }, ids: { type: 'strings' } },
    },
    get: { answer: 'row', params: { id: { type: 'string', required: true } } },
    search: { answer: 'hits', params: { q: { type: 'string', required: true } } },
    download: {
      answer: 'bytes',
      params: { id: { type: 'string' }, range_header: { type: 'string' } },
    },
  },
  freshness: { freshMs: 1_000, staleMs: 2_000 },
} as const satisfies EntitySpec;

/** The same, never kept. */
export const fleeting = { ...thing, freshness: { freshMs: 0, staleMs: 0 } } as const;

/** Lets sockets and promises work until `done`; gives up as soon as `expect.poll` does. */
export async function until(done: () => boolean, what = 'the condition'): Promise<void> {
  const end = performance.now() + 15_000;
  while (!done()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((turn) => setImmediate(turn));
  }
}

/** How a promise ended, without throwing. */
export async function outcome<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
