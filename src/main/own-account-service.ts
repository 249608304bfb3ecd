/** Connector service over own accounts: the vendors' backend with its stores, and an instance of each account. */

import { dirname } from 'node:path';
import { type AccountService, startAccountService } from '../connector-service/service.ts';
import { openVendorBackend, type VendorOptions } from '../connector-service/vendor/open.ts';
import { makePrivateFolder } from '../storage/private-file.ts';
import type { AccountOptions } from './connector-service.ts';

/** Observer of every operation for the doctor, who needs live answers instead of stored ones. */
type AccountWatch = Required<Pick<VendorOptions, 'record' | 'failed'>>;

/** Receives why stored tokens can't be read, one sentence for each account. */
type TokenWatch = (reasons: readonly string[]) => void;

export async function startOwnAccounts(
  { accounts, apiVersion, file, key, postgresUrl, redisUrl, token }: AccountOptions,
  { watch, watchTokens }: { watch?: AccountWatch; watchTokens?: TokenWatch } = {},
): Promise<AccountService> {
  makePrivateFolder(dirname(file));
  const reasons = new Map<string, string>();
  const vendor = openVendorBackend({
    apiVersion,
    file,
    key: key ?? undefined,
    postgresUrl: postgresUrl ?? undefined,
    redisUrl: redisUrl ?? undefined,
    ...watch,
    freshReviews: watch !== undefined,
    unreadable(account, reason) {
      if (reason === null) reasons.delete(account);
      else reasons.set(account, reason);
      watchTokens?.([...reasons.values()]);
    },
  });
  const service = await startAccountService({ vendor, accounts, token });
  const { callAnalytics, crm } = service.instances;
  void vendor.checkTokens([callAnalytics, crm].filter((id) => id !== null));
  return service;
}
