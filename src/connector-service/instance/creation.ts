/** The body of an instance creation: which connector, signed in how, called what. */

import { createPrivateKey } from 'node:crypto';
import { isLoopback } from '../../contract/loopback.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { SystemName } from '../../errors.ts';
import type { VendorBackend } from '../backend.ts';
import { type FieldIssue, invalid, jsonKind } from '../http/json-exchange.ts';
import type { InstanceProfile } from '../service-option.ts';
import type { NewInstance } from './store.ts';

/** The `connector_definition_id`s this service has. */
export const definitions: readonly SystemName[] = ['call-analytics', 'crm'];

/** The forms of `auth_config`; all fields of a form are required. The first are those the interface documents. */
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

/** Addresses that may stand beside them, in `auth_config` or in `configuration`. */
const addresses = {
  'call-analytics': ['base_url', 'login_url'],
  crm: ['instance_url', 'login_url'],
} as const;

/** The form that was begun is the one to complete; with none begun, the first is asked for. */
function formOf(system: SystemName, has: (field: string) => boolean): readonly string[] {
  if (system === 'call-analytics') {
    const { token, key, refresh } = forms[system];
    if (key.some(has)) return key;
    return !has('refresh_token') && (has('access_token') || !refresh.some(has)) ? token : refresh;
  }
  const { refresh, jwt, client } = forms.crm;
  if (has('refresh_token')) return refresh;
  if (has('username') || has('private_key')) return jwt;
  // Client credentials are taken at the organisation's own address alone: with it they are meant.
  return client.some(has) && addresses.crm.some(has) ? client : refresh;
}

/** Longest credential, in characters. */
const longest = 16_384;

/**
 * Reads `{connector_definition_id, auth_config, name}`, plus optional `configuration` (addresses of
 * the vendor; `wrapper`, `locator_param` and `backend` of this service).
 * @param vendor the service's vendor backend, if it has one
 * @throws ServiceHttpError 422 naming every field that is missing or wrong.
 */
export function readCreation(
  body: Readonly<Record<string, unknown>>,
  vendor: Pick<VendorBackend, 'storesTokens'> | null,
): NewInstance {
  const issues: FieldIssue[] = [];
  const complain = (field: string, message: string, code: string): void => {
    issues.push({ field, message, error_code: code });
  };
  const text = (value: unknown, field: string): string => {
    if (value === undefined || value === null || value === '')
      complain(field, 'Field required', 'missing');
    else if (typeof value !== 'string')
      complain(field, `Expected a string, got ${jsonKind(value)}`, 'string_type');
    else if (value.length > longest)
      complain(field, `Expected at most ${longest} characters`, 'string_too_long');
    else return value;
    return '';
  };

  const definition = text(body.connector_definition_id, 'connector_definition_id');
  const system = definitions.find((name) => name === definition);
  if (definition !== '' && system === undefined) {
    complain(
      'connector_definition_id',
      `Expected one of: ${definitions.join(', ')}`,
      'unknown_definition',
    );
  }
  const name = text(body.name, 'name');
  const credentials: Record<string, string> = {};
  const auth = body.auth_config;
  const configuration = isObject(body.configuration) ? body.configuration : {};
  if (!isObject(auth)) {
    const missing = auth === undefined || auth === null;
    complain(
      'auth_config',
      missing ? 'Field required' : `Expected an object, got ${jsonKind(auth)}`,
      missing ? 'missing' : 'type_error',
    );
  } else if (system !== undefined) {
    const has = (field: string): boolean =>
      field in auth || (isAddress(system, field) && field in configuration);
    for (const field of formOf(system, has))
      credentials[field] = text(auth[field], `auth_config.${field}`);
    if (credentials.private_key && !isRsaKey(credentials.private_key))
      complain('auth_config.private_key', 'Expected an RSA private key in PEM', 'value_error');
  }
  for (const name of system === undefined ? [] : addresses[system]) {
    const nested = isObject(auth) && auth[name] !== undefined;
    const url = nested ? auth[name] : configuration[name];
    if (url === undefined) continue;
    const field = `${nested ? 'auth_config' : 'configuration'}.${name}`;
    credentials[name] = text(url, field);
    if (!isHttps(credentials[name])) complain(field, 'Expected an https address', 'url_invalid');
  }
  const profile = readProfile(configuration, complain);
  if (profile.backend === 'vendor') {
    if (vendor === null)
      complain(
        'configuration.backend',
        'Expected synthetic: this service has no other',
        'value_error',
      );
    else if (credentials.refresh_token !== undefined && !vendor.storesTokens)
      complain(
        'auth_config.refresh_token',
        'Expected a form without a refresh token: this service keeps no tokens, and it may work only once',
        'not_kept',
      );
  }
  if (issues.length > 0) throw invalid(issues);
  return { system: system!, name, credentials, profile };
}

function readProfile(
  configuration: Readonly<Record<string, unknown>>,
  complain: (field: string, message: string, code: string) => void,
): Partial<InstanceProfile> {
  const { wrapper, locator_param: locatorParam, backend } = configuration;
  if (wrapper !== undefined && wrapper !== 'older' && wrapper !== 'newer') {
    complain('configuration.wrapper', 'Expected older or newer', 'value_error');
    return {};
  }
  if (locatorParam !== undefined && locatorParam !== null && typeof locatorParam !== 'string') {
    complain('configuration.locator_param', 'Expected a parameter name or null', 'value_error');
    return {};
  }
  if (backend !== undefined && backend !== 'synthetic' && backend !== 'vendor') {
    complain('configuration.backend', 'Expected synthetic or vendor', 'value_error');
    return {};
  }
  return {
    ...(wrapper === undefined ? {} : { wrapper }),
    ...(backend === undefined ? {} : { backend }),
    ...(locatorParam === undefined ? {} : { locatorParam }),
  };
}

/** http is good for this machine alone. */
function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
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
