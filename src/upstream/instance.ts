/** One connector instance: its address, and everything that is shared by all calls to it. */

import { executePath } from '../contract/wire/request.ts';
import { type SystemName, UserInputError } from '../errors.ts';
import type { Budget } from './budget.ts';
import { digest } from './canonical.ts';
import { createExchange } from './exchange.ts';
import type { Health } from './health.ts';
import { type ConnectorOptions, defaultBudgets, type Limits } from './option.ts';
import type { Resources } from './resource.ts';
import { createTokenSource, type TokenSource } from './token.ts';

export interface Instance {
  readonly tenant: string;
  readonly system: SystemName;
  /** Path of its execute endpoint. */
  readonly path: string;
  /** Goes before every key of its calls: tenant, address, credential generation. */
  readonly keyPrefix: string;
  readonly tokens: TokenSource;
  readonly budget: Budget;
  readonly health: Health;
  /** Further members of the request body. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Wire name of the search action; learned when not configured. */
  searchAction: 'search' | 'api_search';
  readonly learnsSearchAction: boolean;
  /** Takes a `nextRecordsUrl` back; null: no parameter does. */
  readonly locatorParam: string | null;
  readonly leavesOutNulls: boolean;
}

export type Instances = Readonly<Partial<Record<SystemName, Instance>>>;

/** @throws UserInputError for an address or an id that can't be one */
export function createInstances(
  options: ConnectorOptions,
  limits: Limits,
  resources: Resources,
): { readonly instances: Instances; readonly origin: string } {
  const base = baseAddress(options.baseUrl);
  const tenant = options.tenant ?? 'default';
  const { credential } = options;
  const tokens = createTokenSource(
    credential,
    tenant,
    createExchange(limits, resources.surroundings),
    resources.surroundings,
  );
  // Another secret may see other rows, so what the former one saw is not served to it.
  const generation = digest(
    credential.kind === 'static'
      ? credential.token
      : `${credential.clientId}\n${credential.clientSecret}`,
  ).slice(0, 12);

  const instances: Partial<Record<SystemName, Instance>> = {};
  for (const system of ['call-analytics', 'crm'] as const) {
    const own = options.instances[system];
    if (own === undefined) continue;
    const path = executePath(base.pathname, own.id);
    const address = base.origin + path;
    const budget = { ...defaultBudgets[system], ...own.budget };
    instances[system] = {
      tenant,
      system,
      path,
      keyPrefix: `${encodeURIComponent(tenant)}:${digest(address).slice(0, 16)}:${generation}:`,
      tokens,
      ...resources.instance(address, system, tenant, budget, limits),
      extra: own.skipTruncation ? { skip_truncation: true } : {},
      searchAction: own.searchAction ?? 'search',
      learnsSearchAction: own.searchAction === undefined,
      locatorParam: own.locatorParam ?? null,
      leavesOutNulls: own.leavesOutNulls === true,
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
