/** A person's sign-in at the CRM: the code that a browser brought back, exchanged for tokens that are stored. */

import { BackendError } from '../../backend.ts';
import { failureReason, vendorHttp } from '../http.ts';
import { readVendorAccess } from './credential.ts';
import { type Authorization, redeemCode } from './grant.ts';
import { storePerson } from './session.ts';
import { openTokenStore } from './token-store.ts';

interface PersonOptions {
  /** Id of the account, under which its tokens are stored. */
  readonly account: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly file: string;
  /** 32 bytes that encrypt the tokens. */
  readonly key: Uint8Array | null;
  readonly postgresUrl: string | null;
  readonly redisUrl: string | null;
}

interface PersonSignIn {
  /** Address of the authorization server. */
  readonly login: string;
  readonly clientId: string;
  /** @throws Error in words for an operator */
  redeem(authorization: Authorization): Promise<void>;
  close(): Promise<void>;
}

export function signInPerson(options: PersonOptions): PersonSignIn {
  const { account, credentials, file, key, postgresUrl, redisUrl } = options;
  const access = readVendorAccess('crm', credentials);
  const { credential, login } = access;
  if (credential.form !== 'person') throw new TypeError('Expected an account of a person');
  const { clientId } = credential;
  const http = vendorHttp({});
  const store = openTokenStore({
    file,
    key: key ?? undefined,
    postgresUrl: postgresUrl ?? undefined,
    redisUrl: redisUrl ?? undefined,
  });
  return {
    login,
    clientId,
    async redeem(authorization) {
      try {
        const granted = await redeemCode(http, access, clientId, authorization);
        await storePerson({ account, access, store, clock: Date.now }, granted);
      } catch (error) {
        if (error instanceof BackendError) throw new Error(failureReason(error));
        throw error;
      }
    },
    async close() {
      await http.close();
      await store.close();
    },
  };
}
