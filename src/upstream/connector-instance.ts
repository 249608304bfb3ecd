/** The connector instances that a tenant calls: their options, addresses and keys, with budget and health of each. */

import type { Credential } from '../contract/wire/credential.ts';
import { executePath } from '../contract/wire/execute.ts';
import { type SystemName, UserInputError } from '../errors.ts';
import { createTokenSource, type TokenSource } from './bearer-token-provider.ts';
import type { Health } from './breaker.ts';
import type { Runtime } from './clock.ts';
import { defaultBudgets, type Limits, promptMs } from './default-limit.ts';
import type { BudgetLimits } from './rate-counter.ts';
import type { Budget } from './rate-limiter.ts';
import { instancePrefix, type KeyPrefix } from './row-scope.ts';
import type { Resources } from './shared-resource.ts';

export interface InstanceOptions {
  /** Id of the connector instance at the service. */
  readonly id: string;
  readonly budget?: Partial<BudgetLimits> | undefined;
  /** Parameter in which the service takes a `nextRecordsUrl` back. Default: none. */
  readonly locatorParam?: string | undefined;
  /** Whether the service leaves out members that are null. Default: it sends them, as the CRM does. */
  readonly leavesOutNulls?: boolean | undefined;
  /** Whether the service hands out archived and deleted records, as the CRM's queryAll does. Default: it does not. */
  readonly readsAllRows?: boolean | undefined;
  /** Whether the service leaves out activities that the CRM has archived, as its query does. Default: it has them. */
  readonly lacksArchive?: boolean | undefined;
  /** Whether the service answers `readableFieldsQuery` by the CRM's own description. Default: the CRM answers it, where it does. */
  readonly describesFields?: boolean | undefined;
  /** Whether the service sends statements that are too long for an address. Default: it does not. */
  readonly takesLongStatements?: boolean | undefined;
  /** Whether the service lacks what the vendor has retired. Default: it has it, as its interface documents. */
  readonly lacksRetired?: boolean | undefined;
}

export interface ConnectorOptions {
  /** Address of the connector service, without the /api/v1 part. */
  readonly baseUrl: string;
  /** Name of the service in budgets and caches, for an address that changes at every start. Default: the address. */
  readonly name?: string | undefined;
  readonly credential: Credential;
  readonly instances: Readonly<Partial<Record<SystemName, InstanceOptions>>>;
  /** Tenant of the data: caches and flights are keyed by it. Default: `default`. */
  readonly tenant?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Resources shared with other connectors of this process. Default: resources of its own. */
  readonly resources?: Resources | undefined;
  /** Time and chance, where the connector has its own resources. */
  readonly runtime?: Runtime | undefined;
}

export interface Instance {
  readonly tenant: string;
  readonly system: SystemName;
  /** Path of its execute endpoint. */
  readonly path: string;
  /** Prefix of every key of its rows and answers: tenant, address, credential generation. */
  readonly keyPrefix: KeyPrefix;
  /** Scheme, host and port of its service. */
  readonly origin: string;
  /** Its path with `{id}` in place of its id. */
  readonly pathTemplate: string;
  readonly tokens: TokenSource;
  readonly budget: Budget;
  readonly health: Health;
  /** Wire name of the search action: the newer one once the service has refused the other. */
  searchAction: 'search' | 'api_search';
  /** Parameter that takes a `nextRecordsUrl` back; null without one. */
  readonly locatorParam: string | null;
  readonly leavesOutNulls: boolean;
  readonly readsAllRows: boolean;
  readonly lacksArchive: boolean;
  readonly describesFields: boolean;
  readonly takesLongStatements: boolean;
  readonly lacksRetired: boolean;
}

export type Instances = Readonly<Partial<Record<SystemName, Instance>>>;

/** Creates a tenant's instances, one per configured system. @throws UserInputError for a malformed address or id */
export function createInstances(
  options: ConnectorOptions,
  limits: Limits,
  resources: Resources,
): { readonly instances: Instances; readonly origin: string } {
  const base = baseAddress(options.baseUrl);
  const tenant = options.tenant ?? 'default';
  const { credential } = options;
  const { runtime } = resources;
  const tokens = createTokenSource(
    credential,
    tenant,
    Math.min(limits.attemptMs, promptMs),
    runtime,
  );
  const secret =
    credential.kind === 'token'
      ? credential.token
      : `${credential.clientId}\n${credential.clientSecret}`;

  const instances: Partial<Record<SystemName, Instance>> = {};
  for (const system of ['call-analytics', 'crm'] as const) {
    const instance = options.instances[system];
    if (instance === undefined) continue;
    const path = executePath(base.pathname, instance.id);
    const address = (options.name ?? base.origin) + path;
    const budget = { ...defaultBudgets[system], ...instance.budget };
    instances[system] = {
      tenant,
      system,
      path,
      origin: base.origin,
      pathTemplate: path.replace(/[^/]{1,200}(?=\/execute$)/, '{id}'),
      keyPrefix: instancePrefix(tenant, address, secret),
      tokens,
      ...resources.instance(address, system, tenant, budget, limits),
      searchAction: 'search',
      locatorParam: instance.locatorParam ?? null,
      leavesOutNulls: instance.leavesOutNulls === true,
      readsAllRows: instance.readsAllRows === true,
      lacksArchive: instance.lacksArchive === true,
      describesFields: instance.describesFields === true,
      takesLongStatements: instance.takesLongStatements === true,
      lacksRetired: instance.lacksRetired === true,
    };
  }
  return { instances, origin: base.origin };
}

function baseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search;
  if (!isPlain) {
    throw new UserInputError(
      'The connector service needs an http or https address without user name and query.',
    );
  }
  return url;
}
