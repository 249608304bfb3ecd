/** Variables of your own accounts at the two vendors. */

import { defaultApiVersion } from '../contract/crm/api-version.ts';
import { defaulted, optional, secret } from './variable-declaration.ts';
import * as kind from './variable-kind.ts';

export const ownAccountVariables = {
  GONG_ACCESS_KEY: optional(
    kind.line,
    'Access key of your own account at the call platform; with GONG_ACCESS_KEY_SECRET the simplest form.',
  ),
  GONG_ACCESS_KEY_SECRET: secret(kind.line, 'Secret of GONG_ACCESS_KEY.'),
  GONG_ACCESS_TOKEN: secret(kind.bearerToken, 'Access token, in place of GONG_ACCESS_KEY.'),
  GONG_REFRESH_TOKEN: secret(
    kind.line,
    'OAuth refresh token, in place of GONG_ACCESS_KEY; needs TOKEN_KEY.',
  ),
  GONG_CLIENT_ID: optional(kind.line, 'OAuth client of GONG_REFRESH_TOKEN.'),
  GONG_CLIENT_SECRET: secret(kind.line, 'Secret of GONG_CLIENT_ID.'),
  GONG_BASE_URL: optional(
    kind.vendorUrl,
    'Address of the call platform’s API; unset: https://api.gong.io, or the one that comes with an OAuth token.',
  ),
  GONG_LOGIN_URL: optional(
    kind.vendorUrl,
    'Where GONG_REFRESH_TOKEN is exchanged; unset: https://app.gong.io.',
  ),
  SALESFORCE_LOGIN_URL: optional(
    kind.vendorUrl,
    'Where your own account at the CRM signs in: your My Domain; unset: https://login.salesforce.com, for a refresh token or JWT.',
  ),
  SALESFORCE_CLIENT_ID: optional(
    kind.line,
    'Consumer key of the app that signs in at the CRM; where it is alone, with TOKEN_KEY, a person signs in: `switchboard login crm`.',
  ),
  SALESFORCE_CLIENT_SECRET: secret(
    kind.line,
    'Secret of SALESFORCE_CLIENT_ID; with it alone the app acts as its Run As user.',
  ),
  SALESFORCE_REFRESH_TOKEN: secret(
    kind.line,
    'OAuth refresh token, beside SALESFORCE_CLIENT_SECRET; needs TOKEN_KEY.',
  ),
  SALESFORCE_USERNAME: optional(
    kind.line,
    'User of the JWT form, in place of SALESFORCE_CLIENT_SECRET.',
  ),
  SALESFORCE_PRIVATE_KEY_FILE: optional(
    kind.line,
    'File (PEM) of the RSA key that signs for SALESFORCE_USERNAME.',
  ),
  SALESFORCE_JWT_AUDIENCE: optional(
    kind.vendorUrl,
    'Audience of what SALESFORCE_USERNAME’s key signs; unset: https://test.salesforce.com for a sandbox’s My Domain, https://login.salesforce.com for any other, else SALESFORCE_LOGIN_URL.',
  ),
  SALESFORCE_API_VERSION: defaulted(
    kind.apiVersion,
    defaultApiVersion,
    'Version of the CRM’s API that is asked.',
  ),
  TOKEN_KEY: secret(
    kind.longSecret,
    'Encrypts the tokens of your own accounts where they are stored: INDEX_DATABASE_URL, else REDIS_URL, else DATA_DIR; unset: refresh tokens are refused.',
  ),
  PRIVATE_CALLS: defaulted(
    kind.choice('withheld', 'shown'),
    'withheld',
    'Private calls of your own account, while ACCESS_FILE is unset: left out, or shown to whoever reaches the graph.',
  ),
  TRANSCRIPTS: defaulted(
    kind.choice('withheld', 'shown'),
    'withheld',
    'Transcripts of your own account, while ACCESS_FILE is unset: withheld, or shown to whoever reaches the graph.',
  ),
} as const;
