/**
 * Access file: tenants, roles, API keys and token issuers, checked against each other, with the
 * secrets they name taken from the environment.
 */

import { z } from 'zod';
import { type NamedTrackers, trackerKey } from '../contract/calls/tracker-kind.ts';
import { normaliseEmail } from '../contract/email-address.ts';
import { isSafeAddress } from '../contract/outside-address.ts';
import { type Permission, permissions } from '../contract/permission.ts';
import type { Credential } from '../contract/wire/credential.ts';
import { type RowLevel, rowLevels } from '../row-access/row-access.ts';
import {
  checkReferences,
  entryName,
  type Source,
  secretOf,
  secretReference,
} from './access-reference.ts';
import { issueLines } from './file-issue.ts';
import type { HostedService } from './hosted-service.ts';
import { jsonFault } from './json-fault.ts';
import { instanceId, isRsaKey, parameterName } from './variable-kind.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
const count = z.int().min(1);

/** What holds of several members is checked beside wrong values, too; a misspelt one may be what lacks. */
const hasItsMembers = ({ value, issues }: z.core.ParsePayload): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !issues.some(({ code }) => code === 'unrecognized_keys');

const budget = z.strictObject({ perSecond: count.optional(), perDay: count.optional() });

const ownConnector = z
  .strictObject({
    baseUrl: webUrl,
    token: secretReference.optional(),
    client: z
      .strictObject({ id: z.string(), secret: secretReference, tokenUrl: webUrl })
      .optional(),
    callAnalytics: instanceId.schema,
    crm: instanceId.schema,
    /** In place of CRM_LOCATOR_PARAM and CRM_NULLS: facts of this service. */
    crmLocatorParam: parameterName.schema.optional(),
    crmNulls: z.enum(['sent', 'left-out']).optional(),
  })
  .refine(({ token, client }) => (token === undefined) !== (client === undefined), {
    error: 'expected either token or client',
    when: hasItsMembers,
  });

const trackerNames = z.array(z.string().trim().min(1, { error: 'expected the name of a tracker' }));

/** The platform alone knows which there are: the doctor looks. */
const trackers = z
  .strictObject({ competitor: trackerNames.optional(), objection: trackerNames.optional() })
  .refine(
    ({ competitor = [], objection = [] }) => {
      const keys = new Set(competitor.map(trackerKey));
      return !objection.some((name) => keys.has(trackerKey(name)));
    },
    { error: 'expected each tracker under one of competitor and objection' },
  );

const tenant = z.strictObject({
  /** Unset: the connector of the environment, with caches of the tenant's own. */
  connector: z
    .union([z.literal('embedded'), ownConnector], {
      error: (issue) =>
        typeof issue.input === 'string' ? 'expected a connector, or "embedded"' : undefined,
    })
    .optional(),
  /** The public key, in PEM or bare base64, that signs the call platform's events for this tenant. */
  webhookKey: z
    .string()
    .refine(isRsaKey, {
      error: 'expected an RSA public key of at least 2,048 bits in PEM or base64',
    })
    .optional(),
  budgets: z.strictObject({ callAnalytics: budget.optional(), crm: budget.optional() }).optional(),
  /** Whose rows clients see that have no role of the file. */
  rows: z.enum(rowLevels).default('all'),
  /** What says who is below whom in the CRM. */
  team: z.enum(['manager', 'role']).default('manager'),
  /** Names of trackers by what they listen for; unset: those with the word in their name. */
  trackers: trackers.optional(),
});

const key = z.strictObject({
  name: entryName,
  /** Of the key's text, as \`switchboard key\` prints it. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'expected a SHA-256 in small hex digits' }),
  tenant: entryName,
  roles: z.array(entryName).default([]),
  /** Whose key it is: the person whose rows it shows, where it does not show all. */
  person: z
    .string()
    .refine((text) => normaliseEmail(text) !== null, { error: 'expected an e-mail address' })
    .optional(),
  requestsPerMinute: count.optional().transform((limit) => limit ?? null),
});

const issuer = z
  .strictObject({
    issuer: z.string().min(1),
    audience: z.string().min(1),
    /** Whoever answers in its place signs what they like. */
    jwksUrl: z.string().refine((text) => URL.canParse(text) && isSafeAddress(new URL(text)), {
      error: 'expected an https URL, or an http one on this machine',
    }),
    /** Either one tenant for all its tokens, or the claim that names it. */
    tenant: entryName.optional(),
    tenantClaim: z.string().min(1).optional(),
    rolesClaim: z.string().min(1).default('roles'),
    /** Claim with the person's address. */
    personClaim: z.string().min(1).default('email'),
  })
  .refine((issuer) => (issuer.tenant === undefined) !== (issuer.tenantClaim === undefined), {
    error: 'expected either tenant or tenantClaim',
    when: hasItsMembers,
  });

const permissionList = z.array(z.enum(permissions));

/** A list of permissions says nothing of rows: all, unless another role of the client does. */
const role = z.union([
  permissionList,
  z.strictObject({ permissions: permissionList.default([]), rows: z.enum(rowLevels).optional() }),
]);

const accessFile = z.strictObject({
  // Their names are checked with the references, as one of a wrong form would hide what is in it.
  tenants: z.record(z.string(), tenant),
  roles: z.record(z.string(), role).default({}),
  keys: z.array(key).default([]),
  issuers: z.array(issuer).default([]),
});

/** Names of all members that the file may have, for one that is misspelt. */
const members: readonly string[] = [
  accessFile,
  tenant,
  key,
  issuer,
  ownConnector,
  secretReference,
  budget,
  trackers,
]
  .flatMap(({ shape }) => Object.keys(shape))
  .concat('id', 'secret', 'tokenUrl', 'callAnalytics', 'crm', 'permissions', 'rows');

type AccessFile = z.infer<typeof accessFile>;
type TenantEntry = z.infer<typeof tenant>;

interface TenantAccess {
  /** Null: the connector of the environment, with caches of the tenant's own; embedded: the synthetic company. */
  readonly connector: HostedService | 'embedded' | null;
  readonly budgets: TenantEntry['budgets'];
  /** Null: the one of the environment, where the connector is the environment's. */
  readonly webhookKey: string | null;
  /** What says who is below whom in the CRM. */
  readonly team: TenantEntry['team'];
  /** Whose rows clients see that have no role of the file. */
  readonly rows: RowLevel;
  readonly trackers?: NamedTrackers | undefined;
}

interface Role {
  readonly permissions: readonly Permission[];
  /** Null: the role does not say whose. */
  readonly rows: RowLevel | null;
}

export interface Access {
  readonly tenants: ReadonlyMap<string, TenantAccess>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly keys: AccessFile['keys'];
  readonly issuers: AccessFile['issuers'];
}

/**
 * Reads the access file's text.
 * @param source the environment, for the secrets the file names.
 * @param path of the file, for those that concern all of it.
 * @param faults gets a line for everything wrong.
 */
export function readAccess(
  text: string,
  source: Source,
  issues: string[],
  path = 'the file',
): Access | null {
  const fault = jsonFault(text);
  if (fault !== null) {
    issues.push(`ACCESS_FILE: expected JSON in ${path}; ${fault}`);
    return null;
  }
  const json: unknown = JSON.parse(text);
  const parsed = accessFile.safeParse(json);
  if (!parsed.success)
    for (const line of issueLines(parsed.error.issues, json, { members, path }))
      issues.push(`ACCESS_FILE: ${line}`);
  checkReferences(json, source, issues);
  if (!parsed.success) return null;
  const tenants = new Map<string, TenantAccess>();
  for (const [
    name,
    { connector, budgets, webhookKey = null, team, rows, trackers },
  ] of Object.entries(parsed.data.tenants))
    tenants.set(name, {
      connector: typeof connector === 'object' ? hosted(connector, source) : (connector ?? null),
      budgets,
      webhookKey,
      team,
      rows,
      trackers,
    });
  const roles = new Map(
    Object.entries(parsed.data.roles).map(([name, entry]) => [name, roleOf(entry)]),
  );
  const { keys, issuers } = parsed.data;
  return { tenants, roles, keys, issuers };
}

const roleOf = (entry: z.infer<typeof role>): Role =>
  Array.isArray(entry)
    ? { permissions: entry, rows: null }
    : { permissions: entry.permissions, rows: entry.rows ?? null };

function hosted(connector: z.infer<typeof ownConnector>, source: Source): HostedService {
  const { token, client, crmLocatorParam, crmNulls } = connector;
  // The form of the file lets exactly one of the two through.
  const credential: Credential =
    client === undefined
      ? { kind: 'token', token: secretOf(token!, source) }
      : {
          kind: 'client',
          clientId: client.id,
          clientSecret: secretOf(client.secret, source),
          tokenUrl: new URL(client.tokenUrl),
        };
  return {
    baseUrl: new URL(connector.baseUrl),
    credential,
    instances: { 'call-analytics': connector.callAnalytics, crm: connector.crm },
    ...(crmLocatorParam !== undefined && { locatorParam: crmLocatorParam }),
    ...(crmNulls !== undefined && { leavesOutNulls: crmNulls === 'left-out' }),
  };
}
