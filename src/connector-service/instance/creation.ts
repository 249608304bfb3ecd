/** The body of an instance creation: which connector, signed in how, called what. */

import { isObject } from '../../contract/wire/json.ts';
import type { SystemName } from '../../errors.ts';
import { type FieldProblem, invalid, kindOf } from '../http/exchange.ts';
import type { InstanceProfile } from '../option.ts';
import type { NewInstance } from './store.ts';

/** The `connector_definition_id`s this service has. */
export const definitions: readonly SystemName[] = ['call-analytics', 'crm'];

/** The documented forms of `auth_config`; all fields of a form are required. */
const forms: Readonly<Record<SystemName, readonly (readonly string[])[]>> = {
  'call-analytics': [['access_token'], ['access_key', 'access_key_secret']],
  crm: [['refresh_token', 'client_id', 'client_secret']],
};

/** Longest credential, in characters. */
const longest = 16_384;

/**
 * Reads `{connector_definition_id, auth_config, name}`, plus optional `configuration`
 * (`instance_url` of a CRM; `wrapper`, `locator_param` of this service).
 * @throws Refusal 422 naming every field that is missing or wrong.
 */
export function readCreation(body: Readonly<Record<string, unknown>>): NewInstance {
  const problems: FieldProblem[] = [];
  const complain = (field: string, message: string, code: string): void => {
    problems.push({ field, message, error_code: code });
  };
  const text = (value: unknown, field: string): string => {
    if (value === undefined || value === null || value === '')
      complain(field, 'Field required', 'missing');
    else if (typeof value !== 'string')
      complain(field, `Expected a string, got ${kindOf(value)}`, 'string_type');
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
  if (!isObject(auth)) {
    const missing = auth === undefined || auth === null;
    complain(
      'auth_config',
      missing ? 'Field required' : `Expected an object, got ${kindOf(auth)}`,
      missing ? 'missing' : 'type_error',
    );
  } else if (system !== undefined) {
    // The form that was begun is the one to complete; with none begun, the first is asked for.
    const form =
      forms[system].find((fields) => fields.some((field) => field in auth)) ?? forms[system][0]!;
    for (const field of form) credentials[field] = text(auth[field], `auth_config.${field}`);
  }
  const configuration = isObject(body.configuration) ? body.configuration : {};
  if (system === 'crm') {
    const nested = isObject(auth) && auth.instance_url !== undefined;
    const url = nested ? auth.instance_url : configuration.instance_url;
    if (url !== undefined) {
      const field = nested ? 'auth_config.instance_url' : 'configuration.instance_url';
      credentials.instance_url = text(url, field);
      if (!isHttps(credentials.instance_url))
        complain(field, 'Expected an https address', 'url_invalid');
    }
  }
  const profile = readProfile(configuration, complain);
  if (problems.length > 0) throw invalid(problems);
  return { system: system!, name, credentials, profile };
}

function readProfile(
  configuration: Readonly<Record<string, unknown>>,
  complain: (field: string, message: string, code: string) => void,
): Partial<InstanceProfile> {
  const { wrapper, locator_param: locatorParam } = configuration;
  if (wrapper !== undefined && wrapper !== 'older' && wrapper !== 'newer') {
    complain('configuration.wrapper', 'Expected older or newer', 'value_error');
    return {};
  }
  if (locatorParam !== undefined && locatorParam !== null && typeof locatorParam !== 'string') {
    complain('configuration.locator_param', 'Expected a parameter name or null', 'value_error');
    return {};
  }
  return {
    ...(wrapper === undefined ? {} : { wrapper }),
    ...(locatorParam === undefined ? {} : { locatorParam }),
  };
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
