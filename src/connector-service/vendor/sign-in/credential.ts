/** Credentials of a vendor's instance: the forms of `auth_config`, recognised by their fields. */

import type { SystemName } from '../../../errors.ts';
import { BackendError } from '../../backend.ts';
import { signInRefused } from '../http.ts';

export type VendorCredential =
  /** Sent as it is; nothing renews it. */
  | { readonly form: 'access-token'; readonly token: string }
  | { readonly form: 'access-key'; readonly key: string; readonly secret: string }
  | {
      readonly form: 'refresh-token';
      readonly refreshToken: string;
      readonly clientId: string;
      readonly clientSecret: string;
    }
  /** Someone who has signed in by a browser: the token store has the refresh token. */
  | { readonly form: 'person'; readonly clientId: string }
  | {
      readonly form: 'client-credentials';
      readonly clientId: string;
      readonly clientSecret: string;
    }
  | {
      readonly form: 'jwt-bearer';
      readonly clientId: string;
      readonly username: string;
      /** PEM. */
      readonly privateKey: string;
      /** Audience of its assertions: the authorization server, which need not be where tokens are fetched. */
      readonly audience: string;
    };

export interface VendorAccess {
  readonly credential: VendorCredential;
  /** Base address of requests until a token names another one; without a slash at the end. */
  readonly base: string;
  /** Token address. */
  readonly login: string;
}

type Fields = Readonly<Record<string, string>>;

const defaults: Readonly<Record<SystemName, { readonly base: string; readonly login: string }>> = {
  'call-analytics': { base: 'https://api.gong.io', login: 'https://app.gong.io' },
  crm: { base: 'https://login.salesforce.com', login: 'https://login.salesforce.com' },
};

/**
 * Reads an instance's stored credentials.
 * @throws BackendError 401 where they are of no form: an instance that is in the store already.
 */
export function readVendorAccess(system: SystemName, fields: Fields): VendorAccess {
  const base = fields.instance_url ?? fields.base_url;
  const login = trimmed(
    fields.login_url ?? (system === 'crm' ? base : undefined) ?? defaults[system].login,
  );
  const credential = system === 'crm' ? crmCredential(fields, login) : platformCredential(fields);
  if (credential === null) {
    throw new BackendError(401, {
      message: 'The instance has no credentials for the vendor',
      errorCode: signInRefused,
    });
  }
  return { credential, base: trimmed(base ?? defaults[system].base), login };
}

const trimmed = (address: string): string => address.replace(/\/$/, '');

function platformCredential(fields: Fields): VendorCredential | null {
  const { access_key: key, access_key_secret: secret, access_token: token } = fields;
  if (key !== undefined && secret !== undefined) return { form: 'access-key', key, secret };
  return refreshing(fields) ?? (token === undefined ? null : { form: 'access-token', token });
}

/**
 * Audience of an assertion by its token address. The CRM publishes two: a My Domain is no audience, though
 * tokens are fetched there. Any other address is one itself, as a site's is.
 */
export function audienceOf(login: string): string {
  const { hostname } = new URL(login);
  if (!/\.my\.salesforce\.(com|mil)$/.test(hostname)) return login;
  const isTest = /\.(sandbox|scratch)\.my\.|--[^.]{1,80}\.my\./.test(hostname);
  return isTest ? 'https://test.salesforce.com' : 'https://login.salesforce.com';
}

function crmCredential(fields: Fields, login: string): VendorCredential | null {
  const { client_id: clientId, client_secret: clientSecret, username, private_key: key } = fields;
  if (clientId === undefined) return null;
  if (username !== undefined && key !== undefined) {
    const audience = trimmed(fields.jwt_audience ?? audienceOf(login));
    return { form: 'jwt-bearer', clientId, username, privateKey: key, audience };
  }
  if (clientSecret === undefined) return { form: 'person', clientId };
  return refreshing(fields) ?? { form: 'client-credentials', clientId, clientSecret };
}

function refreshing(fields: Fields): VendorCredential | null {
  const { refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret } = fields;
  if (refreshToken === undefined || clientId === undefined || clientSecret === undefined)
    return null;
  return { form: 'refresh-token', refreshToken, clientId, clientSecret };
}
