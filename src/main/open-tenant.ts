/** Tenants: one connector each, over the caches and budgets that the process shares. */

import type { Access } from '../config/access-file.ts';
import type { HostedService } from '../config/hosted-service.ts';
import type { Environment } from '../config/variable.ts';
import type { SystemName } from '../errors.ts';
import type { RowAccess, RowViewer } from '../row-access/row-access.ts';
import { createRowAccess } from '../row-access/tenant-access.ts';
import type { BudgetLeft, Budgets } from '../server/pipeline.ts';
import { systemClock } from '../upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../upstream/connector.ts';
import type { ConnectorOptions, InstanceOptions } from '../upstream/connector-instance.ts';
import { defaultBudgets, type Limits } from '../upstream/default-limit.ts';
import { createResources, type Resources } from '../upstream/shared-resource.ts';
import { cacheSizes } from './cache-size.ts';
import type { TenantServices } from './connector-service.ts';

export interface Tenants {
  readonly resources: Resources;
  readonly names: readonly string[];
  /** @throws Error for an unknown tenant: identities name configured tenants alone. */
  connector(tenant: string): UpstreamConnector;
  find(tenant: string): UpstreamConnector | null;
  /** Which rows a viewer of the tenant may see; null for all. */
  rowAccess(tenant: string, viewer: RowViewer | undefined): RowAccess | null;
  budgets(tenant: string): Budgets;
  /** The tenant's name in the participant index: another account's calls are another index. */
  indexName(tenant: string): string;
  /** Whether its company is the synthetic one, which is made anew at every start: so is its index. */
  isSynthetic(tenant: string): boolean;
  close(): Promise<void>;
}

/** @param access budgets of tenants; null: they have those of the environment. */
export function openTenants(
  env: Environment,
  access: Access | null,
  services: TenantServices,
  limits: Partial<Limits> = {},
): Tenants {
  const { upstream, rows } = cacheSizes(env);
  const resources = createResources({
    cacheBytes: upstream,
    entityBytes: rows,
    redisUrl: env.REDIS_URL?.href,
  });
  const options = new Map(
    [...services].map(([tenant, service]) => [
      tenant,
      connectorOptions(env, service, access?.tenants.get(tenant)?.budgets),
    ]),
  );
  const connectors = new Map(
    [...withStrictest(options)].map(([tenant, tenantOptions]) => {
      const strict = { ...tenantOptions, limits: { ...tenantOptions.limits, ...limits } };
      return [tenant, createConnector({ ...strict, tenant, resources })];
    }),
  );
  const accesses = new Map(
    [...connectors].map(([tenant, connector]) => [
      tenant,
      createRowAccess(
        { connector, monotonic: systemClock.monotonic },
        access?.tenants.get(tenant)?.team ?? 'manager',
      ),
    ]),
  );
  const find = (tenant: string): UpstreamConnector | null => connectors.get(tenant) ?? null;
  return {
    resources,
    names: [...connectors.keys()],
    find,
    connector(tenant) {
      const connector = find(tenant);
      if (connector === null) throw new Error(`Expected a configured tenant; got "${tenant}"`);
      return connector;
    },
    rowAccess: (tenant, viewer) =>
      viewer === undefined ? null : (accesses.get(tenant)?.(viewer) ?? null),
    budgets: (tenant) => ({
      'call-analytics': budgetLeft(find(tenant), 'call-analytics'),
      crm: budgetLeft(find(tenant), 'crm'),
    }),
    indexName(tenant) {
      const { instances, isSynthetic = false } = services.get(tenant) ?? noService;
      const account = instances['call-analytics'];
      // The synthetic company's service has another id at every start.
      return account === null || isSynthetic ? tenant : `${tenant}@${account}`;
    },
    isSynthetic: (tenant) => services.get(tenant)?.isSynthetic === true,
    async close() {
      await Promise.all([...connectors.values()].map((connector) => connector.close()));
      await resources.close();
    },
  };
}

const noService: Pick<HostedService, 'instances' | 'isSynthetic'> = {
  instances: { 'call-analytics': null, crm: null },
};

/** The tenant in an index's name. Old names have no account after it. */
export const tenantOf = (indexName: string): string => indexName.replace(/@[^@]*$/, '');

function connectorOptions(
  env: Environment,
  service: HostedService,
  budgets: NonNullable<ReturnType<Access['tenants']['get']>>['budgets'],
): ConnectorOptions {
  const { baseUrl, name, credential, instances, reportsDay, isSynthetic } = service;
  const { readsAllRows, describesFields, takesLongStatements, lacksRetired } = service;
  const { locatorParam = env.CRM_LOCATOR_PARAM, leavesOutNulls = env.CRM_NULLS === 'left-out' } =
    service;
  const calls: Omit<InstanceOptions, 'id'> = {
    budget: {
      perSecond:
        budgets?.callAnalytics?.perSecond ?? (isSynthetic ? null : env.CALL_ANALYTICS_PER_SECOND),
      perDay: budgets?.callAnalytics?.perDay ?? env.CALL_ANALYTICS_PER_DAY,
      jitterMs: env.UPSTREAM_JITTER_MS,
    },
    lacksRetired,
  };
  const crm: Omit<InstanceOptions, 'id'> = {
    budget: {
      perSecond: budgets?.crm?.perSecond ?? (env.CRM_PER_SECOND || null),
      perDay:
        budgets?.crm?.perDay ?? env.CRM_PER_DAY ?? (reportsDay ? null : defaultBudgets.crm.perDay),
      concurrent: env.CRM_CONCURRENT,
      jitterMs: env.UPSTREAM_JITTER_MS,
    },
    locatorParam: locatorParam ?? undefined,
    leavesOutNulls,
    readsAllRows,
    // The synthetic company has no archive that a statement would not reach.
    lacksArchive: readsAllRows !== true && isSynthetic !== true,
    describesFields,
    takesLongStatements,
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

/**
 * Tenants that ask one instance share its limits, because the platform counts the instance's calls and not the
 * tenants': the strictest of theirs holds for all, whichever comes first.
 */
function withStrictest(
  options: ReadonlyMap<string, ConnectorOptions>,
): ReadonlyMap<string, ConnectorOptions> {
  const strictest = new Map<string, NonNullable<InstanceOptions['budget']>>();
  const addressOf = ({ name, baseUrl }: ConnectorOptions, id: string): string =>
    `${name ?? baseUrl} ${id}`;
  for (const connector of options.values())
    for (const { id, budget = {} } of Object.values(connector.instances)) {
      const others = strictest.get(addressOf(connector, id)) ?? budget;
      strictest.set(addressOf(connector, id), {
        ...budget,
        perSecond: leastOf(budget.perSecond, others.perSecond),
        perDay: leastOf(budget.perDay, others.perDay),
      });
    }
  const shared = (connector: ConnectorOptions): ConnectorOptions['instances'] =>
    Object.fromEntries(
      Object.entries(connector.instances).map(([system, instance]) => [
        system,
        { ...instance, budget: strictest.get(addressOf(connector, instance.id)) },
      ]),
    );
  return new Map(
    [...options].map(([name, connector]) => [name, { ...connector, instances: shared(connector) }]),
  );
}

/** Null is no limit. */
const leastOf = (a: number | null = null, b: number | null = null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

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
