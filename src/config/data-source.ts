/** Data sources: where each tenant's data comes from. Its limits, index, rights and greeting follow from that alone. */

import type { Access } from './access-file.ts';
import type { HostedService } from './hosted-service.ts';
import type { OwnAccounts } from './own-account.ts';
import type { Environment } from './variable.ts';

/** A hosted connector service, your own accounts at the vendors, or a synthetic company that is served here. */
export type DataSource =
  | ({ readonly kind: 'hosted' } & HostedService)
  | ({ readonly kind: 'vendor' } & OwnAccounts)
  | {
      readonly kind: 'embedded';
      readonly size: 'small' | 'large';
      readonly currencies: 'one' | 'three';
    };

/** What of the configuration decides where data comes from. */
export interface SourceSettings {
  readonly environment: Environment;
  /** Connector of the environment. */
  readonly connector: DataSource;
  readonly access: Access | null;
}

export const embeddedSource = (
  env: Pick<Environment, 'COMPANY_SIZE' | 'COMPANY_CURRENCIES'>,
): Extract<DataSource, { kind: 'embedded' }> => ({
  kind: 'embedded',
  size: env.COMPANY_SIZE,
  currencies: env.COMPANY_CURRENCIES,
});

/** Source of each tenant, in the order of the access file; tenants with one source have one object. */
export function dataSources({
  environment,
  connector,
  access,
}: SourceSettings): ReadonlyMap<string, DataSource> {
  if (access === null) return new Map([['default', connector]]);
  const embedded = connector.kind === 'embedded' ? connector : embeddedSource(environment);
  return new Map(
    [...access.tenants].map(([tenant, { connector: source }]) => {
      if (source === 'embedded') return [tenant, embedded];
      return [tenant, source ? { kind: 'hosted', ...source } : connector];
    }),
  );
}

/** Whether it has a system: of own accounts one may be missing. */
export const hasSystem = (source: DataSource, system: 'call-analytics' | 'crm'): boolean =>
  source.kind !== 'vendor' || source.accounts[system] !== null;

/** Finds tenants that would be taken for the synthetic company without anybody's having said so. */
export function checkSources(
  env: Environment,
  connector: DataSource | null,
  access: Access | null,
  issues: string[],
): void {
  const entries = [...(access?.tenants ?? [])];
  const plain = entries.filter(([, entry]) => entry.connector === null);
  const withSource = entries.filter(
    ([, { connector: source }]) => source !== null && source !== 'embedded',
  );
  const [first] = withSource;
  if (connector?.kind === 'embedded' && first !== undefined)
    for (const [tenant] of plain)
      issues.push(
        `ACCESS_FILE: tenants.${tenant}.connector: expected a connector, or "embedded" for the synthetic company, since the environment has none and ${first[0]} has its own; got none`,
      );
  if (env.WORKERS === 1) return;
  const asksEnvironment = access === null || plain.length > 0;
  if (env.CONNECTOR_BASE_URL === undefined && connector?.kind !== 'vendor' && asksEnvironment)
    issues.push(
      `CONNECTOR_BASE_URL: expected a value since WORKERS is ${env.WORKERS} (processes share one budget and one service); got none`,
    );
  for (const [tenant, entry] of entries)
    if (entry.connector === 'embedded')
      issues.push(
        `ACCESS_FILE: tenants.${tenant}.connector: expected none that is "embedded" since WORKERS is ${env.WORKERS} (each process would have a company of its own)`,
      );
}
