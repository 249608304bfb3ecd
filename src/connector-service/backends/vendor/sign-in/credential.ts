/** Credentials of a vendor's instance: the forms of `auth_config`, recognised by their fields. */

import type { SystemName } from '../../../../errors.ts';
import { BackendError } from '../../../backend.ts';
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
  const credential = system === 'crm' ? crmCredential(fields) : platformCredential(fields);
  if (credential === null) {
    throw new BackendError(401, {
      message: 'The instance has no credentials for the vendor',
      errorCode: signInRefused,
    });
  }
  const base = fields.instance_url ?? fields.base_url;
  const login = fields.login_url ?? (system === 'crm' ? base : undefined);
  return {
    credential,
    base: trimmed(base ?? defaults[system].base),
    login: trimmed(login ?? defaults[system].login),
  };
}

const trimmed = (address: string): string => address.replace(/\/$/, '');

function platformCredential(fields: Fields): VendorCredential | null {
  const { access_key: key, access_key_secret: secret, access_token: token } = fields;
  if (key !== undefined && secret !== undefined) return { form: 'access-key', key, secret };
  return refreshing(fields) ?? (token === undefined ? null : { form: 'access-token', token });
}

function crmCredential(fields: Fields): VendorCredential | null {
  const { client_id: clientId, client_secret: clientSecret, username, private_key: key } = fields;
  if (clientId === undefined) return null;
  if (username !== undefined && key !== undefined)
    return { form: 'jwt-bearer', clientId, username, privateKey: key };
  if (clientSecret === undefined) return null;
  return refreshing(fields) ?? { form: 'client-credentials', clientId, clientSecret };
}

function refreshing(fields: Fields): VendorCredential | null {
  const { refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret } = fields;
  if (refreshToken === undefined || clientId === undefined || clientSecret === undefined)
    return null;
  return { form: 'refresh-token', refreshToken, clientId, clientSecret };
}
