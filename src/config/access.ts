/** Who may ask: the access file, checked against itself, with the secrets it names taken from the environment. */

import {
  type AccessFile,
  accessFile,
  type IssuerEntry,
  type PermissionName,
  type TenantEntry,
} from './access-file.ts';
import type { Credential, HostedService } from './hosted.ts';

export interface TenantAccess {
  /** Null: the connector of the environment, with caches and budgets of the tenant's own. */
  readonly connector: HostedService | null;
  readonly budgets: TenantEntry['budgets'];
}

export interface KeyAccess {
  readonly name: string;
  readonly sha256: string;
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly requestsPerMinute: number | null;
}

export interface Access {
  readonly tenants: ReadonlyMap<string, TenantAccess>;
  readonly roles: ReadonlyMap<string, readonly PermissionName[]>;
  readonly keys: readonly KeyAccess[];
  readonly issuers: readonly IssuerEntry[];
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads the access file's text.
 * @param source the environment, for the secrets the file names.
 * @param faults gets a line for everything wrong.
 */
export function readAccess(text: string, source: Source, faults: string[]): Access | null {
  const json = parseJson(text);
  if (json === undefined) {
    faults.push('ACCESS_FILE: expected JSON; got something else');
    return null;
  }
  const parsed = accessFile.safeParse(json);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      faults.push(`ACCESS_FILE: ${issue.path.join('.') || 'the file'}: ${issue.message}`);
    return null;
  }
  checkNames(parsed.data, faults);
  const secret = ({ env }: { env: string }, at: string): string => {
    if (!source[env])
      faults.push(`${env}: expected a value since ACCESS_FILE names it at ${at}; got none`);
    return source[env] ?? '';
  };
  const tenants = new Map<string, TenantAccess>();
  for (const [name, { connector, budgets }] of Object.entries(parsed.data.tenants))
    tenants.set(name, {
      connector: connector === undefined ? null : hosted(connector, name, secret),
      budgets,
    });
  return {
    tenants,
    roles: new Map(Object.entries(parsed.data.roles)),
    keys: parsed.data.keys.map((one) => ({
      ...one,
      requestsPerMinute: one.requestsPerMinute ?? null,
    })),
    issuers: parsed.data.issuers,
  };
}

function hosted(
  connector: NonNullable<TenantEntry['connector']>,
  tenant: string,
  secret: (reference: { env: string }, at: string) => string,
): HostedService {
  const at = `tenants.${tenant}.connector`;
  const { token, client } = connector;
  // The form of the file lets exactly one of the two through.
  const credential: Credential =
    client === undefined
      ? { kind: 'token', token: secret(token!, `${at}.token`) }
      : {
          kind: 'client',
          clientId: client.id,
          clientSecret: secret(client.secret, `${at}.client.secret`),
          tokenUrl: new URL(client.tokenUrl),
        };
  return {
    baseUrl: new URL(connector.baseUrl),
    credential,
    instances: { 'call-analytics': connector.callAnalytics, crm: connector.crm },
  };
}

/** Names that refer to something have to find it. */
function checkNames(file: AccessFile, faults: string[]): void {
  const known = (kind: 'tenants' | 'roles', name: string, at: string): void => {
    if (!Object.hasOwn(file[kind], name))
      faults.push(`ACCESS_FILE: ${at}: expected one of ${kind}; got "${name}"`);
  };
  file.keys.forEach(({ tenant, roles }, at) => {
    known('tenants', tenant, `keys.${at}.tenant`);
    for (const role of roles) known('roles', role, `keys.${at}.roles`);
  });
  file.issuers.forEach(({ tenant }, at) => {
    if (tenant !== undefined) known('tenants', tenant, `issuers.${at}.tenant`);
  });
  const names = file.keys.map(({ name }) => name);
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
    faults.push(`ACCESS_FILE: keys: expected names that differ; got "${name}" twice`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
