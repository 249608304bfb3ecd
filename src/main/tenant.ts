/** Tenants: one connector each, over the caches and budgets that the process shares. */

import type { Access } from '../config/access-file.ts';
import type { HostedService } from '../config/hosted-service.ts';
import type { Environment } from '../config/variable.ts';
import type { SystemName } from '../errors.ts';
import type { BudgetLeft, Budgets } from '../server/pipeline.ts';
import { createConnector, type UpstreamConnector } from '../upstream/connector.ts';
import type { ConnectorOptions, InstanceOptions } from '../upstream/connector-instance.ts';
import { defaultBudgets, type Limits } from '../upstream/default-limit.ts';
import { createResources, type Resources } from '../upstream/shared-resource.ts';
import { cacheSizes } from './cache-size.ts';

export interface Tenants {
  readonly resources: Resources;
  readonly names: readonly string[];
  /** @throws Error for an unknown tenant: identities name configured tenants alone. */
  connector(tenant: string): UpstreamConnector;
  find(tenant: string): UpstreamConnector | null;
  budgets(tenant: string): Budgets;
  /** The tenant's name in the participant index: another account's calls are another index. */
  indexName(tenant: string): string;
  close(): Promise<void>;
}

/**
 * @param service the connector service of tenants that configure none of their own.
 * @param isReal false for the embedded company: it is this program's own, without a limit a second
 *   and with another instance id at every start.
 */
export function openTenants(
  env: Environment,
  access: Access | null,
  service: HostedService,
  isReal: boolean,
  limits: Partial<Limits> = {},
): Tenants {
  const { upstream, rows } = cacheSizes(env);
  const resources = createResources({
    cacheBytes: upstream,
    entityBytes: rows,
    redisUrl: env.REDIS_URL?.href,
  });
  const entries = access === null ? [['default', null] as const] : [...access.tenants];
  const connectors = new Map(
    entries.map(([tenant, entry]) => {
      const options = connectorOptions(env, entry?.connector ?? service, isReal, entry?.budgets);
      const own = { ...options, limits: { ...options.limits, ...limits } };
      return [tenant, createConnector({ ...own, tenant, resources })];
    }),
  );
  const accountOf = new Map(
    entries.map(([tenant, entry]) => [
      tenant,
      (entry?.connector ?? service).instances['call-analytics'],
    ]),
  );
  const find = (tenant: string): UpstreamConnector | null => connectors.get(tenant) ?? null;
  return {
    resources,
    names: [...connectors.keys()],
    find,
    connector(tenant) {
      const found = find(tenant);
      if (found === null) throw new Error(`Expected a configured tenant; got "${tenant}"`);
      return found;
    },
    budgets: (tenant) => ({
      'call-analytics': budgetLeft(find(tenant), 'call-analytics'),
      crm: budgetLeft(find(tenant), 'crm'),
    }),
    indexName(tenant) {
      const account = accountOf.get(tenant) ?? null;
      return account === null || !isReal ? tenant : `${tenant}@${account}`;
    },
    async close() {
      await Promise.all([...connectors.values()].map((connector) => connector.close()));
      await resources.close();
    },
  };
}

/** The tenant in an index's name. Old names have no account after it. */
export const tenantOf = (indexName: string): string => indexName.replace(/@[^@]*$/, '');

function connectorOptions(
  env: Environment,
  {
    baseUrl,
    name,
    credential,
    instances,
    locatorParam,
    readsAllRows,
    reportsDay = false,
  }: HostedService,
  isReal: boolean,
  budgets: NonNullable<ReturnType<Access['tenants']['get']>>['budgets'],
): ConnectorOptions {
  const calls: Omit<InstanceOptions, 'id'> = {
    budget: {
      perSecond:
        budgets?.callAnalytics?.perSecond ?? (isReal ? env.CALL_ANALYTICS_PER_SECOND : null),
      perDay: budgets?.callAnalytics?.perDay ?? env.CALL_ANALYTICS_PER_DAY,
      jitterMs: env.UPSTREAM_JITTER_MS,
    },
  };
  const crm: Omit<InstanceOptions, 'id'> = {
    budget: {
      perSecond: budgets?.crm?.perSecond ?? (env.CRM_PER_SECOND || null),
      perDay:
        budgets?.crm?.perDay ?? env.CRM_PER_DAY ?? (reportsDay ? null : defaultBudgets.crm.perDay),
      concurrent: env.CRM_CONCURRENT,
      jitterMs: env.UPSTREAM_JITTER_MS,
    },
    locatorParam: locatorParam ?? env.CRM_LOCATOR_PARAM,
    leavesOutNulls: env.CRM_NULLS === 'left-out',
    readsAllRows,
  };
  return {
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    name,
    credential,
    instances: {
      ...withId('call-analytics', instances['call-analytics'], calls),
      ...withId('crm', instances.crm, crm),
    },
    limits: { requestMs: env.REQUEST_TIMEOUT_MS, attemptMs: env.ATTEMPT_TIMEOUT_MS },
  };
}

/** Nothing where the system is not configured. */
function withId(
  system: SystemName,
  id: string | null,
  options: Omit<InstanceOptions, 'id'>,
): ConnectorOptions['instances'] {
  return id === null ? {} : { [system]: { ...options, id } };
}

function budgetLeft(connector: UpstreamConnector | null, system: SystemName): BudgetLeft | null {
  const view = connector?.budget(system) ?? null;
  if (view === null) return null;
  return {
    remaining: view.day,
    resetAt: view.day === null ? null : secondText(Date.now() + view.dayEndsMs),
  };
}

/** Rounded, so that all requests of a day say the same. */
const secondText = (ms: number): string => new Date(Math.round(ms / 1_000) * 1_000).toISOString();
