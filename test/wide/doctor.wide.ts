/** What the doctor says of own accounts in each way they can be wrong: clear, with few requests, and without a secret. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Instead } from '../../src/demo/vendor-api/answer-override.ts';
import type { Facade } from '../../src/demo/vendor-api/vendor-api.ts';
import { closing } from '../support/connect.ts';
import { rightsIn } from '../support/doctor-report.ts';
import { crmPrivateKey, openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';

type Settings = Readonly<Record<string, string>>;

interface Case {
  /** Answers in the vendors' place, by the begin of the path. */
  readonly instead?: (url: string) => Instead | null;
  readonly settings?: (facade: Facade, folder: string) => Settings;
  readonly without?: 'GONG' | 'SALESFORCE';
  readonly before?: (facade: Facade) => void;
  readonly code: 0 | 1;
  readonly says: readonly RegExp[];
  readonly never?: RegExp;
  /** Most requests beside one for each right that is told: to sign in, to try again. Default 2. */
  readonly beside?: number;
}

const html = { body: '<html>Blocked by the proxy</html>', contentType: 'text/html' } as const;
const proxy = (more: Partial<Instead> & { readonly status: number }) => ({
  instead: () => ({ ...html, ...more }),
  code: 1 as const,
  says: [/^ {6}Call platform: not reachable:/m, /^ {6}CRM: not reachable:/m],
  never: /not permitted|^ {6}works/m,
  beside: 4,
});
const jwt = ({ accounts, url }: Facade, folder: string): Settings => {
  writeFileSync(join(folder, 'app.pem'), crmPrivateKey);
  return {
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_USERNAME: accounts.crmUsername,
    SALESFORCE_PRIVATE_KEY_FILE: join(folder, 'app.pem'),
    SALESFORCE_CLIENT_SECRET: '',
  };
};
const refused = JSON.stringify({ error: 'invalid_grant', error_description: 'expired' });
const refresh = ({ accounts, url }: Facade): Settings => ({
  TOKEN_KEY: 'k'.repeat(32),
  GONG_ACCESS_KEY: '',
  GONG_ACCESS_KEY_SECRET: '',
  GONG_REFRESH_TOKEN: accounts.platformRefreshToken,
  GONG_CLIENT_ID: accounts.platformApp.clientId,
  GONG_CLIENT_SECRET: accounts.platformApp.clientSecret,
  GONG_LOGIN_URL: url,
  SALESFORCE_REFRESH_TOKEN: accounts.crmRefreshToken,
});

const refusedQuery =
  (status: number, errorCode: string, message: string) =>
  (url: string): Instead | null =>
    url.startsWith('/services/data')
      ? {
          status,
          body: JSON.stringify([{ errorCode, message }]),
          contentType: 'application/json',
        }
      : null;

const cases: Readonly<Record<string, Case>> = {
  'the call platform alone': {
    without: 'SALESFORCE',
    code: 0,
    says: [/^ {6}Call platform: Initial workspace/m, /works +coaching/],
    never: /CRM|not /,
  },
  'the CRM alone': {
    without: 'GONG',
    code: 0,
    says: [/^ {6}CRM: Synthetic Company/m, /works +attachments/],
    never: /Call platform|not /,
  },
  'every scope missing': {
    instead: (url) =>
      url.startsWith('/v2/')
        ? {
            status: 401,
            body: JSON.stringify({ errors: ["You don't have permission to use 'x' in your app."] }),
            contentType: 'application/json',
          }
        : null,
    code: 0,
    says: [/not permitted +users +api:users:read$/m, /not tried +coaching/, /works +accounts/],
  },
  'a wrong secret of the CRM': {
    settings: () => ({ SALESFORCE_CLIENT_SECRET: 'canary' }),
    code: 1,
    says: [
      /CRM: not signed in: .*“invalid client credentials”.*Look at SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET\.$/m,
      /works +coaching/,
    ],
  },
  'a clock that is off': {
    settings: jwt,
    instead: (url) =>
      url.startsWith('/services/oauth2')
        ? {
            status: 400,
            body: refused,
            contentType: 'application/json',
            headers: { date: new Date(Date.now() + 600_000).toUTCString() },
          }
        : null,
    code: 1,
    says: [/CRM: not signed in: .*invalid_grant; the clock of this machine is 10 min behind/],
  },
  'a signed assertion in time': { settings: jwt, code: 0, says: [/works +attachments/] },
  'a host that is not there': {
    settings: () => ({ GONG_BASE_URL: 'https://nowhere.invalid' }),
    code: 1,
    says: [
      /Call platform: not reachable: No machine has the name nowhere\.invalid \((ENOTFOUND|EAI_AGAIN)\)\. Look at GONG_BASE_URL\.$/m,
      /works +accounts/,
    ],
  },
  'a port nobody listens on': {
    settings: () => ({ SALESFORCE_LOGIN_URL: 'http://127.0.0.1:1' }),
    code: 1,
    says: [/CRM: not reachable: .*ECONNREFUSED.*SALESFORCE_LOGIN_URL/, /works +users/],
  },
  'a proxy that answers everything': proxy({ status: 200 }),
  'a proxy that forbids': proxy({ status: 403 }),
  'a proxy that finds nothing': proxy({ status: 404 }),
  'a proxy that wants a password': proxy({ status: 407 }),
  'a proxy that sends to its own page': proxy({
    status: 302,
    headers: { location: 'http://127.0.0.1:1/login' },
  }),
  'refresh tokens that work': { settings: refresh, code: 0, says: [/works +users/] },
  'refresh tokens that have ended': {
    settings: refresh,
    before: (facade) => facade.revoke(),
    code: 1,
    says: [
      /Call platform: not signed in: .*invalid_grant.*GONG_REFRESH_TOKEN/,
      /CRM: not signed in: .*expired access\/refresh token.*Look at SALESFORCE_REFRESH_TOKEN\.$/m,
    ],
    never: /^ {6}works/m,
  },
  'an edition without API': {
    instead: refusedQuery(
      403,
      'API_DISABLED_FOR_ORG',
      'The REST API is not enabled for this Organization.',
    ),
    code: 1,
    says: [/CRM: not signed in: .*“The REST API is not enabled.*has no API.*\.$/m, /works +users/],
  },
  'an address that the CRM refuses': {
    instead: refusedQuery(403, 'INVALID_LOGIN', 'IP address not allowed'),
    code: 1,
    says: [/CRM: not signed in: .*“IP address not allowed”: .*allow this machine's address/],
  },
  'an address that the platform refuses': {
    instead: (url) =>
      url.startsWith('/v2/')
        ? {
            status: 403,
            body: JSON.stringify({ requestId: '1', errors: ['IP not allowed'] }),
            contentType: 'application/json',
          }
        : null,
    code: 1,
    says: [/Call platform: not signed in: .*“IP not allowed”/, /works +accounts/],
  },
  'a version the CRM does not have': {
    settings: () => ({ SALESFORCE_API_VERSION: 'v90.0' }),
    code: 1,
    says: [/failed +accounts .*UNSUPPORTED_API_VERSION/, /works +users/],
  },
};

it.each(Object.entries(cases))('%s', async (_name, each) => {
  const client = closing(
    await openFacade({
      backend: openSynthetic({ now: () => new Date() }),
      clock: Date.now,
      instead: ({ url }) => each.instead?.(url) ?? null,
    }),
  );
  const { facade } = client;
  const { accounts, url } = facade;
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const settings: Settings = {
    PORT: '0',
    DATA_DIR: folder,
    GONG_ACCESS_KEY: accounts.accessKey,
    GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
    GONG_BASE_URL: url,
    CALL_ANALYTICS_PER_SECOND: '1000',
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    ...each.settings?.(facade, folder),
  };
  for (const [name, value] of Object.entries(settings))
    if (value !== '' && !(each.without && name.startsWith(each.without))) vi.stubEnv(name, value);
  each.before?.(facade);
  const { code, output } = await runHere(['doctor']);
  for (const line of each.says) expect(output).toMatch(line);
  if (each.never) expect(output).not.toMatch(each.never);
  expect(code).toBe(each.code);
  expect(facade.requests.length).toBeLessThanOrEqual(rightsIn(output).length + (each.beside ?? 2));
  for (const [name, value] of Object.entries(settings))
    if (/SECRET|TOKEN/.test(name) && value !== '') expect(output).not.toContain(value);
});
