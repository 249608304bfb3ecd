/** Probe of a hosted connector service: one cheap call to each instance, and where it fails the settings to look at. */

import { dataSources } from '../config/data-source.ts';
import type { Config } from '../config.ts';
import { users } from '../contract/calls/user.ts';
import { accounts } from '../contract/crm/entity.ts';
import { knownRefusal } from '../contract/wire/known-refusal.ts';
import { type SystemName, UpstreamError } from '../errors.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import { type AccountProblem, isPassing, type ProbedAccount } from './account-probe.ts';
import type { Tenants } from './open-tenant.ts';

/** Names of the settings of a connector, for a reader. */
interface SettingNames {
  readonly baseUrl: string;
  readonly credential: readonly string[];
  readonly tokenUrl: string;
  readonly instance: string;
}

/** Those of a tenant's own connector in the access file, or the environment's. */
function namesOf(config: Config, tenant: string, system: SystemName): SettingNames {
  const source = dataSources(config).get(tenant);
  const isToken = source?.kind === 'hosted' && source.credential.kind === 'token';
  const ownConnector = config.access?.tenants.get(tenant)?.connector ?? null;
  if (ownConnector === null)
    return {
      baseUrl: 'CONNECTOR_BASE_URL',
      credential: isToken
        ? ['CONNECTOR_TOKEN']
        : ['CONNECTOR_CLIENT_ID', 'CONNECTOR_CLIENT_SECRET'],
      tokenUrl: 'CONNECTOR_TOKEN_URL',
      instance: system === 'crm' ? 'CRM_INSTANCE_ID' : 'CALL_ANALYTICS_INSTANCE_ID',
    };
  const at = `tenants.${tenant}.connector`;
  return {
    baseUrl: `${at}.baseUrl`,
    credential: [`${at}.${isToken ? 'token' : 'client'}`],
    tokenUrl: `${at}.client.tokenUrl`,
    instance: `${at}.${system === 'crm' ? 'crm' : 'callAnalytics'}`,
  };
}

/** One cheap call to an instance, past every cache. @returns how many rows came. @throws UpstreamError */
export async function askInstance(
  connector: UpstreamConnector,
  system: SystemName,
  priority: 'interactive' | 'background',
): Promise<number> {
  const options = { cache: 'off', priority } as const;
  const { rows } = await (system === 'crm'
    ? connector.execute(accounts, 'list', { q: 'SELECT Id FROM Account LIMIT 1' }, options)
    : connector.execute(users, 'list', {}, options));
  return rows.length;
}

/** What is wrong with an instance, by the error of a call to it. */
export function instanceProblem(
  config: Config,
  tenant: string,
  system: SystemName,
  error: UpstreamError,
): AccountProblem {
  const { code, upstreamCode, message } = error;
  const names = namesOf(config, tenant, system);
  const problem = (
    state: AccountProblem['state'],
    ...settings: readonly string[]
  ): AccountProblem => ({ state, reason: message, settings });
  if (message.startsWith('The token service'))
    return problem('not signed in', names.tokenUrl, ...names.credential);
  if (code === 'UPSTREAM_AUTH') {
    // With a code, or in known words, the service itself was let in, and its account at the vendor was not.
    const isOurs = upstreamCode === undefined && knownRefusal(message) === null;
    return problem('not signed in', ...(isOurs ? names.credential : []));
  }
  if (code === 'UPSTREAM_BAD_REQUEST') return problem('failed', names.instance, names.baseUrl);
  if (code === 'UPSTREAM_UNAVAILABLE' || code === 'UPSTREAM_TIMEOUT')
    return {
      ...problem('not reachable', ...(error.status === undefined ? [names.baseUrl] : [])),
      isPassing: isPassing(error),
    };
  return problem('failed');
}

/** The instances of these tenants that can't be used; one that can't be reached is named once. */
export async function probeInstances(
  config: Config,
  tenants: Tenants,
  names: readonly string[],
): Promise<readonly ProbedAccount[]> {
  const accounts: ProbedAccount[] = [];
  for (const tenant of names)
    for (const system of ['call-analytics', 'crm'] as const) {
      const problem = await askInstance(tenants.connector(tenant), system, 'background').then(
        () => null,
        (error: unknown) => {
          if (error instanceof UpstreamError) return instanceProblem(config, tenant, system, error);
          throw error;
        },
      );
      if (problem === null) continue;
      accounts.push({ system, name: tenant === 'default' ? null : tenant, problem, rights: [] });
      if (problem.state === 'not reachable' && problem.settings.length > 0) break;
    }
  return accounts;
}
