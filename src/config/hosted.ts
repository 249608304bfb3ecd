/** A connector service that runs elsewhere: where it is, how Switchboard proves itself, which instances it asks. */

import type { SystemName } from '../errors.ts';

export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | {
      /** Exchanged for a short-lived token. */
      readonly kind: 'client';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly tokenUrl: URL;
    };

export interface HostedService {
  readonly baseUrl: URL;
  readonly credential: Credential;
  readonly instances: Readonly<Record<SystemName, string>>;
}
