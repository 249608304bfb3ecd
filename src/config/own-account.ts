/** Own accounts at the two vendors from variables: one complete form of sign-in for each system. */

import { createPrivateKey } from 'node:crypto';
import { memberAt } from '../contract/member-at.ts';
import type { SystemName } from '../errors.ts';
import { readNamedFile } from './named-file.ts';
import type { Environment, VariableName } from './variable.ts';
import { isStrongRsa } from './variable-kind.ts';

/** Credentials of an account, in the spelling of an instance creation's `auth_config`. */
type OwnAccountFields = Readonly<Record<string, string>>;

export interface OwnAccounts {
  /** Null: the system is not configured. */
  readonly accounts: Readonly<Record<SystemName, OwnAccountFields | null>>;
  /** Names of the variables that fill the fields, also of those that may be set beside them. */
  readonly variables: Readonly<Record<SystemName, Readonly<Record<string, VariableName>>>>;
  /** Version of the CRM's API, such as `v65.0`. */
  readonly apiVersion: string;
  /** Encrypts tokens that are stored; null: none are. */
  readonly tokenKey: string | null;
}

/** A form of signing in: its variables with the fields they fill, all of them needed. */
type Form = Readonly<Partial<Record<VariableName, string>>>;

interface SystemForms {
  /** The first of which a telling variable is set is meant; with none set, the last. */
  readonly forms: readonly {
    readonly variables: readonly VariableName[];
    readonly form: Form;
    /** Optional with this form alone. */
    readonly more?: Form;
  }[];
  /** Optional with any form. */
  readonly beside: Form;
}

const systems: Readonly<Record<SystemName, SystemForms>> = {
  'call-analytics': {
    forms: [
      {
        variables: ['GONG_REFRESH_TOKEN', 'GONG_CLIENT_ID', 'GONG_CLIENT_SECRET'],
        form: {
          GONG_REFRESH_TOKEN: 'refresh_token',
          GONG_CLIENT_ID: 'client_id',
          GONG_CLIENT_SECRET: 'client_secret',
        },
      },
      { variables: ['GONG_ACCESS_TOKEN'], form: { GONG_ACCESS_TOKEN: 'access_token' } },
      {
        variables: [],
        form: { GONG_ACCESS_KEY: 'access_key', GONG_ACCESS_KEY_SECRET: 'access_key_secret' },
      },
    ],
    beside: { GONG_BASE_URL: 'base_url', GONG_LOGIN_URL: 'login_url' },
  },
  crm: {
    forms: [
      {
        variables: ['SALESFORCE_REFRESH_TOKEN'],
        form: {
          SALESFORCE_REFRESH_TOKEN: 'refresh_token',
          SALESFORCE_CLIENT_ID: 'client_id',
          SALESFORCE_CLIENT_SECRET: 'client_secret',
        },
      },
      {
        variables: ['SALESFORCE_USERNAME', 'SALESFORCE_PRIVATE_KEY_FILE'],
        form: {
          SALESFORCE_CLIENT_ID: 'client_id',
          SALESFORCE_USERNAME: 'username',
          SALESFORCE_PRIVATE_KEY_FILE: 'private_key',
        },
        more: { SALESFORCE_JWT_AUDIENCE: 'jwt_audience' },
      },
      {
        variables: ['SALESFORCE_CLIENT_SECRET'],
        // Client credentials are taken at the organisation's own address alone.
        form: {
          SALESFORCE_LOGIN_URL: 'login_url',
          SALESFORCE_CLIENT_ID: 'client_id',
          SALESFORCE_CLIENT_SECRET: 'client_secret',
        },
      },
      // A person, who signs in with `switchboard login crm`.
      { variables: [], form: { SALESFORCE_CLIENT_ID: 'client_id' } },
    ],
    beside: { SALESFORCE_LOGIN_URL: 'login_url' },
  },
};

const namesOf = (form: Form): VariableName[] => Object.keys(form) as VariableName[];

const namesOfSystem = (system: SystemName): readonly VariableName[] => {
  const { forms, beside } = systems[system];
  const ofForms = forms.flatMap(({ form, more = {} }) => namesOf({ ...form, ...more }));
  return [...new Set([...ofForms, ...namesOf(beside)])];
};

/** Names of the variables that are set, of either system. */
export function givenNames(env: Environment): readonly VariableName[] {
  return (['call-analytics', 'crm'] as const)
    .flatMap(namesOfSystem)
    .filter((name) => env[name] !== undefined);
}

/** A name that begins as theirs and is none of them is a slip: left alone, it would be half a form, or none. */
export function checkSpelling(
  source: Readonly<Record<string, string | undefined>>,
  knownNames: readonly string[],
  issues: string[],
): void {
  for (const prefix of ['GONG_', 'SALESFORCE_']) {
    const names = knownNames.filter((name) => name.startsWith(prefix));
    for (const [name, value] of Object.entries(source))
      if (name.startsWith(prefix) && value?.trim() && !names.includes(name))
        issues.push(`${name}: expected one of ${names.join(', ')}; there is no such variable`);
  }
}

/** @returns null where no variable of either system is set, or some of them cannot be. */
export function readOwnAccounts(env: Environment, issues: string[]): OwnAccounts | null {
  if (givenNames(env).length === 0) return null;
  const before = issues.length;
  const accounts = {
    'call-analytics': readAccount('call-analytics', env, issues),
    crm: readAccount('crm', env, issues),
  };
  const single = (['GONG_REFRESH_TOKEN', 'SALESFORCE_REFRESH_TOKEN'] as const).filter(
    (name) => env[name] !== undefined,
  );
  if (single.length > 0 && env.TOKEN_KEY === undefined)
    issues.push(
      `TOKEN_KEY: expected a value since ${single.join(' and ')} may work only once, and what follows has to be stored; got none`,
    );
  if (isPerson(accounts.crm) && env.TOKEN_KEY === undefined)
    issues.push(
      'TOKEN_KEY: expected a value since SALESFORCE_CLIENT_ID without SALESFORCE_CLIENT_SECRET is a person who signs in with `switchboard login crm`, whose token has to be stored; got none',
    );
  if (issues.length > before) return null;
  return {
    accounts,
    variables: {
      'call-analytics': variablesOf('call-analytics', env),
      crm: variablesOf('crm', env),
    },
    apiVersion: env.SALESFORCE_API_VERSION,
    tokenKey: env.TOKEN_KEY ?? null,
  };
}

/** `A is set`, `A and B are set`. */
export const areSet = (names: readonly VariableName[]): string =>
  names.length === 1
    ? `${names.join()} is set`
    : `${names.slice(0, -1).join(', ')} and ${names.slice(-1).join()} are set`;

/** Whether a person signs in to the CRM: then its app alone is configured. */
export const isPerson = (crm: OwnAccountFields | null): boolean =>
  crm !== null &&
  !['client_secret', 'username', 'refresh_token'].some((field) => crm[field] !== undefined);

/** The form that is meant, with what is optional beside it. */
function formOf(system: SystemName, env: Environment): { readonly form: Form; readonly all: Form } {
  const { forms, beside } = systems[system];
  const isSet = (name: VariableName): boolean => env[name] !== undefined;
  const { form, more = {} } =
    forms.find(({ variables }) => variables.some(isSet)) ?? memberAt(forms, -1);
  return { form, all: { ...beside, ...more, ...form } };
}

/** Variables by field. */
function variablesOf(system: SystemName, env: Environment): Record<string, VariableName> {
  const { all } = formOf(system, env);
  return Object.fromEntries(namesOf(all).map((name) => [all[name]!, name]));
}

function readAccount(
  system: SystemName,
  env: Environment,
  issues: string[],
): OwnAccountFields | null {
  const isSet = (name: VariableName): boolean => env[name] !== undefined;
  const setNames = namesOfSystem(system).filter(isSet);
  if (setNames.length === 0) return null;
  const { form, all } = formOf(system, env);
  for (const name of namesOf(form).filter((name) => !isSet(name)))
    issues.push(`${name}: expected a value since ${areSet(setNames)}; got none`);
  const strays = setNames.filter((name) => all[name] === undefined);
  for (const name of strays)
    issues.push(
      `${name}: expected none beside ${namesOf(form).filter(isSet).join(', ')}, another form of signing in; got one`,
    );
  const fields: Record<string, string> = {};
  for (const name of namesOf(all).filter(isSet)) {
    const value = env[name];
    fields[all[name]!] = value instanceof URL ? value.href.replace(/\/$/, '') : String(value);
  }
  if (env.SALESFORCE_PRIVATE_KEY_FILE !== undefined && fields.private_key !== undefined)
    fields.private_key = readPrivateKey(env.SALESFORCE_PRIVATE_KEY_FILE, issues);
  return fields;
}

function readPrivateKey(file: string, issues: string[]): string {
  const name = 'SALESFORCE_PRIVATE_KEY_FILE';
  const pem = readNamedFile(name, file, issues);
  if (pem === null) return '';
  try {
    if (isStrongRsa(createPrivateKey(pem))) return pem;
  } catch {
    // No PEM at all.
  }
  issues.push(
    `${name}: expected an RSA private key of at least 2,048 bits in PEM in ${file}; got something else`,
  );
  return '';
}
