/** Probes of the data sources at a start: own accounts with their rights, and the environment's hosted instances where they can't be used. */

import type { GraphQLSchema } from 'graphql';
import { dataSources } from '../config/data-source.ts';
import type { Config } from '../config.ts';
import type { CrmModel } from '../contract/crm/model.ts';
import { type ProbedAccount, probeAccounts } from './account-probe.ts';
import { blamedSettings } from './blamed-setting.ts';
import { type DeclaredFields, fieldsDeclaredIn } from './crm-probe.ts';
import { crmUsage } from './crm-usage.ts';
import { probeInstances } from './hosted-probe.ts';
import type { Tenants } from './open-tenant.ts';
import { namedDocuments } from './trusted-document.ts';

interface Probed {
  readonly tenants: Tenants;
  readonly schema: GraphQLSchema;
  readonly model: CrmModel;
}

/** What the operator's own custom schema declares; what was discovered came from the CRM. */
export const declaredIn = ({ discoversSchema }: Config, model: CrmModel): DeclaredFields =>
  discoversSchema === true ? new Map() : fieldsDeclaredIn(model);

/** Behind all interactive requests. @returns null where no tenant has a source that can be probed */
export async function probeSources(
  config: Config,
  { tenants, schema, model }: Probed,
): Promise<readonly ProbedAccount[] | null> {
  const sources = [...dataSources(config)];
  // The environment's, which its tenants share. Connectors of tenants' own may be many: the doctor tries them.
  const hosted = sources
    .flatMap(([tenant, { kind }]) => (kind === 'hosted' ? [tenant] : []))
    .filter((tenant) => (config.access?.tenants.get(tenant)?.connector ?? null) === null)
    .slice(0, 1);
  // Tenants share the own accounts.
  const [account] = sources.flatMap(([tenant, source]) =>
    source.kind === 'vendor' ? [{ tenant, source }] : [],
  );
  if (account === undefined && hosted.length === 0) return null;
  const accounts =
    account === undefined
      ? []
      : await probeAccounts(tenants.connector(account.tenant), {
          usage: crmUsage(schema, model, namedDocuments(config.environment, schema)),
          declared: declaredIn(config, model),
          now: Date.now(),
          priority: 'background',
          settingsOf: (system, problem) => blamedSettings(account.source, system, problem),
        });
  return [...accounts, ...(await probeInstances(config, tenants, hosted))];
}
