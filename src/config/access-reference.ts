/**
 * References of the access file: names that have to be found, secrets that have to be set, persons
 * that keys need. They are read from whatever of the file can be read, so that a value of a wrong
 * form elsewhere hides none of them.
 */

import { z } from 'zod';
import { type RowLevel, rowLevels } from '../row-access/row-access.ts';
import { nearest } from './name-suggestion.ts';
import { bearerToken, type Kind, line } from './variable-kind.ts';

export const entryName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, {
  error: 'expected a name of small letters, digits and dashes',
});

/** Secrets are in the environment, so that the file can be shared. */
export const secretReference = z.strictObject({
  env: z.string().regex(/^[A-Z][A-Z0-9_]*$/, {
    error: 'expected the name of a variable in capitals, digits and _',
  }),
});

/** What is of another form counts as absent: its form is told elsewhere. */
const optionally = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
const list = <T extends z.ZodType>(type: T) => z.array(type).catch([]);
const reference = optionally(entryName);
const rows = optionally(z.enum(rowLevels));
const secret = optionally(secretReference);

const readable = z.object({
  tenants: optionally(
    z.record(
      z.string(),
      optionally(
        z.object({
          rows,
          connector: optionally(
            z.object({ token: secret, client: optionally(z.object({ secret })) }),
          ),
        }),
      ),
    ),
  ),
  roles: optionally(z.record(z.string(), optionally(z.object({ rows })))),
  keys: list(
    optionally(
      z.looseObject({
        name: reference,
        tenant: reference,
        roles: list(reference),
        person: z.unknown().optional(),
      }),
    ),
  ),
  issuers: list(optionally(z.object({ issuer: optionally(z.string()), tenant: reference }))),
});

type Readable = z.infer<typeof readable>;

export type Source = Readonly<Record<string, string | undefined>>;

export const secretOf = ({ env }: { readonly env: string }, source: Source): string =>
  source[env]?.trim() ?? '';

/**
 * @param source the environment, for the secrets the file names.
 * @param issues gets a line for each reference that leads nowhere.
 */
export function checkReferences(json: unknown, source: Source, issues: string[]): void {
  const { data: file } = readable.safeParse(json);
  if (file === undefined) return;
  // A table that is misspelt has the names all the same.
  const names = Object.keys(json as object);
  const isMisspelt = names.some((member) => !Object.hasOwn(readable.shape, member));
  const tables = {
    tenants: file.tenants ?? null,
    roles: file.roles ?? (names.includes('roles') || isMisspelt ? null : {}),
  };
  checkNames(file, tables, issues);
  for (const [tenant, entry] of Object.entries(file.tenants ?? {})) {
    const at = `tenants.${tenant}.connector`;
    const { token, client } = entry?.connector ?? {};
    const secrets = [
      { secret: token, place: `${at}.token`, kind: bearerToken },
      { secret: client?.secret, place: `${at}.client.secret`, kind: line },
    ];
    for (const { secret, place, kind } of secrets)
      if (secret !== undefined) checkSecret(secret, place, kind, source, issues);
  }
  checkPersons(file, issues);
}

function checkSecret(
  secret: { readonly env: string },
  at: string,
  kind: Kind<string>,
  source: Source,
  issues: string[],
): void {
  const { env } = secret;
  const value = secretOf(secret, source);
  if (value === '')
    issues.push(`${env}: expected a value since ACCESS_FILE names it at ${at}; got none`);
  else if (!kind.schema.safeParse(value).success)
    issues.push(`${env}: expected ${kind.expects}; got something else`);
}

function checkNames(
  file: Readable,
  tables: Readonly<Record<'tenants' | 'roles', Readonly<Record<string, unknown>> | null>>,
  issues: string[],
): void {
  for (const [kind, table] of Object.entries(tables))
    for (const name of Object.keys(table ?? {})) {
      const [issue] = entryName.safeParse(name).error?.issues ?? [];
      if (issue !== undefined) issues.push(`ACCESS_FILE: ${kind}.${name}: ${issue.message}`);
    }
  const checkKnown = (kind: 'tenants' | 'roles', name: string | undefined, at: string): void => {
    const table = tables[kind];
    if (name !== undefined && table !== null && !Object.hasOwn(table, name))
      issues.push(`ACCESS_FILE: ${at}: expected one of ${kind}; got "${name}"`);
  };
  file.keys.forEach((key, at) => {
    checkKnown('tenants', key?.tenant, `keys.${at}.tenant`);
    for (const role of key?.roles ?? []) checkKnown('roles', role, `keys.${at}.roles`);
  });
  file.issuers.forEach((issuer, at) => {
    checkKnown('tenants', issuer?.tenant, `issuers.${at}.tenant`);
  });
  const differ = (names: readonly (string | undefined)[], what: string): void => {
    const repeated = names.filter((name, at) => names.indexOf(name) !== at);
    for (const name of new Set(repeated.filter((name) => name !== undefined)))
      issues.push(`ACCESS_FILE: ${what} that differ; got "${name}" twice`);
  };
  differ(
    file.keys.map((key) => key?.name),
    'keys: expected names',
  );
  // Of two with one name, the tokens of one would be refused.
  differ(
    file.issuers.map((issuer) => issuer?.issuer),
    'issuers: expected issuers',
  );
}

interface RowRules {
  readonly tenants: ReadonlyMap<string, { readonly rows?: RowLevel | undefined }>;
  readonly roles: ReadonlyMap<string, { readonly rows?: RowLevel | null | undefined }>;
}

/**
 * Whose rows a client sees: the narrowest that one of its roles names, all where none of them does; without a role
 * that the file knows, its tenant's.
 */
export function rowLevelOf(
  { tenants, roles }: RowRules,
  tenant: string,
  roleNames: readonly string[],
): RowLevel {
  const known = roleNames.flatMap((roleName) => roles.get(roleName) ?? []);
  if (known.length === 0) return tenants.get(tenant)?.rows ?? 'all';
  return rowLevels.find((level) => known.some(({ rows }) => rows === level)) ?? 'all';
}

/** A key that shows somebody's rows has to say whose. */
function checkPersons(file: Readable, issues: string[]): void {
  const tenants = new Map(
    Object.entries(file.tenants ?? {}).map(([name, entry]) => [name, entry ?? {}]),
  );
  const roles = new Map(
    Object.entries(file.roles ?? {}).map(([name, entry]) => [name, entry ?? {}]),
  );
  file.keys.forEach((key, at) => {
    if (key?.tenant === undefined || !tenants.has(key.tenant) || key.person !== undefined) return;
    const names = key.roles.filter((name) => name !== undefined);
    // A role that is meant may say that all rows are shown, and a person may stand there under another name.
    const isUncertain =
      Object.keys(key).some((member) => isSlipOf(member, 'person') || isSlipOf(member, 'roles')) ||
      (key.roles.length > 0 && !names.some((name) => roles.has(name)));
    const level = rowLevelOf({ tenants, roles }, key.tenant, names);
    if (level !== 'all' && !isUncertain)
      issues.push(
        `ACCESS_FILE: keys.${at}.person: expected the e-mail address of a person, since the key shows ${level === 'own' ? 'their own rows' : 'those of their team'} ("rows": "${level}"); got none`,
      );
  });
}

const isSlipOf = (member: string, meant: string): boolean =>
  member !== meant && nearest(member, [meant]) !== null;
