/**
 * Vendor backend: an instance's operations on the vendors' own APIs, with the credentials that the
 * instance stores. Both systems share HTTP and sign-in.
 */

import { defaultApiVersion } from '../../contract/crm/api-version.ts';
import type { SystemName } from '../../errors.ts';
import { accountTables, openPrivateDatabase } from '../../storage/private-database.ts';
import type { BackendOperation, VendorBackend } from '../backend.ts';
import { executeOnCallPlatform } from './call-platform/execute.ts';
import { openVendorCrm, type VendorCrm } from './crm/execute.ts';
import { failureReason, type VendorHttpOptions, vendorHttp } from './http.ts';
import { readVendorAccess } from './sign-in/credential.ts';
import { sessionManager } from './sign-in/session.ts';
import { openTokenStore, type TokenStoreOptions } from './sign-in/token-store.ts';

export interface VendorOptions extends VendorHttpOptions, TokenStoreOptions {
  /** SQLite file, also of answered scorecards, shared by all processes of a machine. Default: in memory. */
  readonly file?: string | undefined;
  /** Whether answered scorecards are read anew by this process, and left in no file. Default: no. */
  readonly freshReviews?: boolean | undefined;
  /** 32 bytes that encrypt the tokens; without it they are in memory alone. */
  readonly key?: Uint8Array | undefined;
  /** Version of the CRM's API. Default: `defaultApiVersion`. */
  readonly apiVersion?: string | undefined;
  /** Receives the reason why an operation failed, in words that hold nothing of a vendor's. */
  readonly failed?: ((system: SystemName, reason: string) => void) | undefined;
}

type Account = Pick<VendorCrm, 'execute'> & Partial<VendorCrm>;

/** @throws Error for a key that has not 32 bytes. */
export function openVendorBackend(options: VendorOptions = {}): VendorBackend {
  const { file, key, postgresUrl, redisUrl, clock = Date.now, pause } = options;
  const reviewFile = options.freshReviews === true ? undefined : file;
  const { apiVersion = defaultApiVersion } = options;
  const http = vendorHttp(options);
  const places = key === undefined ? {} : { postgresUrl, redisUrl, file, key };
  const store = openTokenStore({ ...places, clock, pause, unreadable: options.unreadable });
  const database = openPrivateDatabase(reviewFile ?? ':memory:', {
    timeout: 5_000,
    tables: accountTables,
  });
  /** By instance. Credentials of an instance never change: another one is made in its place. */
  const accounts = new Map<string, Account>();
  let isClosed = false;

  const accountOf = ({
    system,
    instance,
  }: Pick<BackendOperation, 'system' | 'instance'>): Account => {
    if (instance === undefined) throw new TypeError('Expected an operation of an instance');
    const existing = accounts.get(instance.id);
    if (existing !== undefined) return existing;
    const { id: account } = instance;
    const access = readVendorAccess(system, instance.credentials());
    const sessions = sessionManager({ system, account, access, http, store, clock });
    const opened: Account =
      system === 'crm'
        ? openVendorCrm({ http, sessions, apiVersion })
        : { execute: executeOnCallPlatform({ account, http, sessions, database, clock, pause }) };
    accounts.set(account, opened);
    return opened;
  };

  return {
    storesTokens: store.isDurable,
    async checkTokens(ids) {
      // The store reports what it can't read; one that is away says so when it is used.
      await Promise.allSettled(ids.map((id) => store.read(id)));
    },
    async execute(operation) {
      try {
        return await accountOf(operation).execute(operation);
      } catch (error) {
        options.failed?.(operation.system, failureReason(error));
        throw error;
      }
    },
    async describeCrm(instance, isMeant) {
      return (await accountOf({ system: 'crm', instance }).describe?.(isMeant)) ?? [];
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      void http.close();
      void store.close();
      database.close();
    },
  };
}
