/** Body of an instance creation to its connector, credentials, name and profile. */

import { createPrivateKey } from 'node:crypto';
import { isSafeAddress } from '../../contract/outside-address.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { SystemName } from '../../errors.ts';
import type { VendorBackend } from '../backend.ts';
import { jsonKind } from '../http/json-exchange.ts';
import { type FieldIssue, invalid } from '../http/service-error.ts';
import type { InstanceProfile } from '../service-option.ts';
import type { NewInstance } from './store.ts';

/** The `connector_definition_id`s this service has. */
const definitions: readonly SystemName[] = ['call-analytics', 'crm'];

/** The forms of `auth_config`; all fields of a form are required. The interface documents the first of each system. */
const forms = {
  'call-analytics': {
    token: ['access_token'],
    key: ['access_key', 'access_key_secret'],
    refresh: ['refresh_token', 'client_id', 'client_secret'],
  },
  crm: {
    refresh: ['refresh_token', 'client_id', 'client_secret'],
    jwt: ['client_id', 'username', 'private_key'],
    client: ['client_id', 'client_secret'],
  },
} as const;

/** Addresses of the vendor, optional in `auth_config` or in `configuration`. */
const addresses = {
  'call-analytics': ['base_url', 'login_url'],
  crm: ['instance_url', 'login_url', 'jwt_audience'],
} as const;

/** The form that the body begins; the documented one when it begins none. */
function formOf(system: SystemName, has: (field: string) => boolean): readonly string[] {
  if (system === 'call-analytics') {
    const { token, key, refresh } = forms[system];
    if (key.some(has)) return key;
    return !has('refresh_token') && (has('access_token') || !refresh.some(has)) ? token : refresh;
  }
  const { refresh, jwt, client } = forms.crm;
  if (has('refresh_token')) return refresh;
  if (has('username') || has('private_key')) return jwt;
  // Client credentials need the organisation's own address: a body with it means this form.
  return client.some(has) && addresses.crm.some(has) ? client : refresh;
}

/** Longest credential, in characters. */
const longest = 16_384;

/** Issues of a body, collected until all are known. */
class CreationIssues {
  readonly all: FieldIssue[] = [];

  add(field: string, message: string, code = 'value_error'): void {
    this.all.push({ field, message, error_code: code });
  }

  missing(field: string): void {
    this.add(field, 'Field required', 'missing');
  }

  /** A required text; empty after an issue. */
  text(value: unknown, field: string): string {
    if (value === undefined || value === null || value === '') this.missing(field);
    else if (typeof value !== 'string')
      this.add(field, `Expected a string, got ${jsonKind(value)}`, 'string_type');
    else if (value.length > longest)
      this.add(field, `Expected at most ${longest} characters`, 'string_too_long');
    else return value;
    return '';
  }
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads `{connector_definition_id, auth_config, name}`, plus optional `configuration` (addresses of
 * the vendor; `wrapper`, `locator_param` and `backend` of this service).
 * @param vendor the service's vendor backend, if it has one
 * @throws ServiceHttpError 422 naming every field that is missing or wrong.
 */
export function readCreation(
  body: Given,
  vendor: Pick<VendorBackend, 'storesTokens'> | null,
): NewInstance {
  const issues = new CreationIssues();
  const system = readSystem(body, issues);
  const name = issues.text(body.name, 'name');
  const configuration = isObject(body.configuration) ? body.configuration : {};
  const credentials = readCredentials(system, body.auth_config, configuration, issues);
  const profile = readProfile(configuration, issues);
  if (profile.backend === 'vendor') {
    if (vendor === null)
      issues.add('configuration.backend', 'Expected synthetic: this service has no other');
    else if (credentials.refresh_token !== undefined && !vendor.storesTokens)
      issues.add(
        'auth_config.refresh_token',
        'Expected a form without a refresh token: this service keeps no tokens, and it may work only once',
        'not_kept',
      );
  }
  if (issues.all.length > 0 || system === undefined) throw invalid(issues.all);
  return { system, name, credentials, profile };
}

function readSystem(body: Given, issues: CreationIssues): SystemName | undefined {
  const field = 'connector_definition_id';
  const definition = issues.text(body[field], field);
  const system = definitions.find((name) => name === definition);
  if (definition !== '' && system === undefined)
    issues.add(field, `Expected one of: ${definitions.join(', ')}`, 'unknown_definition');
  return system;
}

/** The fields of one form of `auth_config`, and the vendor's addresses. */
function readCredentials(
  system: SystemName | undefined,
  auth: unknown,
  configuration: Given,
  issues: CreationIssues,
): Record<string, string> {
  const credentials: Record<string, string> = {};
  if (auth === undefined || auth === null) issues.missing('auth_config');
  else if (!isObject(auth))
    issues.add('auth_config', `Expected an object, got ${jsonKind(auth)}`, 'type_error');
  if (system === undefined) return credentials;
  const fields = isObject(auth) ? auth : {};
  const has = (field: string): boolean =>
    field in fields || (isAddress(system, field) && field in configuration);
  for (const field of isObject(auth) ? formOf(system, has) : [])
    credentials[field] = issues.text(fields[field], `auth_config.${field}`);
  if (credentials.private_key && !isRsaKey(credentials.private_key))
    issues.add('auth_config.private_key', 'Expected an RSA private key in PEM');
  for (const name of addresses[system]) {
    const isNested = fields[name] !== undefined;
    const url = isNested ? fields[name] : configuration[name];
    if (url === undefined) continue;
    const field = `${isNested ? 'auth_config' : 'configuration'}.${name}`;
    credentials[name] = issues.text(url, field);
    const address = URL.parse(credentials[name]);
    if (address === null || !isSafeAddress(address))
      issues.add(field, 'Expected an https address', 'url_invalid');
  }
  return credentials;
}

function readProfile(
  { wrapper, locator_param: locatorParam, backend }: Given,
  issues: CreationIssues,
): Partial<InstanceProfile> {
  if (wrapper !== undefined && wrapper !== 'older' && wrapper !== 'newer') {
    issues.add('configuration.wrapper', 'Expected older or newer');
    return {};
  }
  if (locatorParam !== undefined && locatorParam !== null && typeof locatorParam !== 'string') {
    issues.add('configuration.locator_param', 'Expected a parameter name or null');
    return {};
  }
  if (backend !== undefined && backend !== 'synthetic' && backend !== 'vendor') {
    issues.add('configuration.backend', 'Expected synthetic or vendor');
    return {};
  }
  return {
    ...(wrapper === undefined ? {} : { wrapper }),
    ...(backend === undefined ? {} : { backend }),
    ...(locatorParam === undefined ? {} : { locatorParam }),
  };
}

function isAddress(system: SystemName, field: string): boolean {
  return addresses[system].some((name) => name === field);
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
