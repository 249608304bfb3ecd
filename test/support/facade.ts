/** The façade over the small company, and a client that speaks to it as the vendors' own clients do. */

import { generateKeyPairSync } from 'node:crypto';
import {
  type Facade,
  type FacadeOptions,
  startFacade,
} from '../../src/demo/vendor-api/vendor-api.ts';
import { horizon } from './company.ts';
import { openSynthetic } from './synthetic.ts';

export interface FacadeClient {
  readonly facade: Facade;
  /** A clock that tests move. */
  readonly time: { now: number };
  /** A request of the call platform, with the access key unless `init` says otherwise. */
  platform(path: string, body?: object, init?: RequestInit): Promise<Response>;
  /** A request of the CRM, with a session. */
  crm(path: string, init?: RequestInit): Promise<Response>;
  token(path: string, form: Record<string, string>, basic?: string): Promise<Response>;
  close(): Promise<void>;
}

export const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Made once: a key of this kind takes as long as everything else a façade does. */
export const crmPrivateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Calls are not counted by the second unless a test wants it: tests ask faster. */
const unhurried = { perSecond: null, perDay: 10_000 };

export async function openFacade(options: Partial<FacadeOptions> = {}): Promise<FacadeClient> {
  const time = { now: horizon.getTime() };
  const backend = options.backend ?? openSynthetic({ now: () => horizon });
  const facade = await startFacade({
    backend,
    clock: () => time.now,
    platformLimits: unhurried,
    ...options,
    accounts: { crmPrivateKey, ...options.accounts },
  });
  const { accounts, url } = facade;
  let session: string | undefined;
  const token = (path: string, form: Record<string, string>, basic?: string): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: basic === undefined ? {} : { authorization: basic },
      body: new URLSearchParams(form),
    });

  return {
    facade,
    time,
    token,
    platform(path, body, init = {}) {
      const { headers, ...rest } = init;
      return fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: basicOf(accounts.accessKey, accounts.accessKeySecret),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(headers as Record<string, string> | undefined),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...rest,
      });
    },
    async crm(path, init = {}) {
      if (session === undefined) {
        const answer = await token('/services/oauth2/token', {
          grant_type: 'client_credentials',
          client_id: accounts.crmApp.clientId,
          client_secret: accounts.crmApp.clientSecret,
        });
        session = ((await answer.json()) as { access_token: string }).access_token;
      }
      const { headers, ...rest } = init;
      return fetch(`${url}${path}`, {
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${session}`,
          ...(headers as Record<string, string> | undefined),
        },
        ...rest,
      });
    },
    close: () => facade.close(),
  };
}
