/** The form of the access file: tenants, roles, API keys by their hash, issuers whose tokens are taken. */

import { z } from 'zod';
import { instanceId } from './kind.ts';

const permission = z.enum(['private-calls', 'transcripts', 'media', 'free-soql', 'explain']);
export type PermissionName = z.infer<typeof permission>;

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, {
  error: 'expected a name of small letters, digits and dashes',
});
const webUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });
const count = z.int().min(1);

/** A secret stands in the environment, so that the file can be shown around. */
const secret = z.strictObject({ env: z.string().regex(/^[A-Z][A-Z0-9_]*$/) });

const budget = z.strictObject({ perSecond: count.optional(), perDay: count.optional() });

const tenant = z.strictObject({
  /** Unset: the connector of the environment, with caches and budgets of the tenant's own. */
  connector: z
    .strictObject({
      baseUrl: webUrl,
      token: secret.optional(),
      client: z.strictObject({ id: z.string(), secret, tokenUrl: webUrl }).optional(),
      callAnalytics: instanceId.schema,
      crm: instanceId.schema,
    })
    .refine(({ token, client }) => (token === undefined) !== (client === undefined), {
      error: 'expected either token or client',
    })
    .optional(),
  budgets: z.strictObject({ callAnalytics: budget.optional(), crm: budget.optional() }).optional(),
});

const key = z.strictObject({
  name,
  /** Of the key's text, as \`switchboard key\` prints it. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'expected a SHA-256 in small hex digits' }),
  tenant: name,
  roles: z.array(name).default([]),
  requestsPerMinute: count.optional(),
});

const issuer = z
  .strictObject({
    issuer: z.string().min(1),
    audience: z.string().min(1),
    jwksUrl: webUrl,
    /** Either one tenant for all its tokens, or the claim that names it. */
    tenant: name.optional(),
    tenantClaim: z.string().min(1).optional(),
    rolesClaim: z.string().min(1).default('roles'),
  })
  .refine((one) => (one.tenant === undefined) !== (one.tenantClaim === undefined), {
    error: 'expected either tenant or tenantClaim',
  });

export const accessFile = z.strictObject({
  tenants: z.record(name, tenant),
  roles: z.record(name, z.array(permission)).default({}),
  keys: z.array(key).default([]),
  issuers: z.array(issuer).default([]),
});

export type AccessFile = z.infer<typeof accessFile>;
export type TenantEntry = z.infer<typeof tenant>;
export type IssuerEntry = z.infer<typeof issuer>;
