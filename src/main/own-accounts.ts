/** The connector service over own accounts: the vendors' backend with its stores, and an instance of each account. */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { VendorExchange } from '../connector-service/backends/vendor/http.ts';
import { openVendorBackend } from '../connector-service/backends/vendor/open.ts';
import { type AccountService, startAccountService } from '../connector-service/service.ts';
import type { AccountOptions } from './connector-service.ts';

/** @param record gets every exchange with a vendor, as it went over the wire: for the doctor, to whom nothing that was stored is an answer. */
export async function startOwnAccounts(
  { accounts, apiVersion, file, key, postgresUrl, redisUrl, token }: AccountOptions,
  record?: (exchange: VendorExchange) => void,
): Promise<AccountService> {
  mkdirSync(dirname(file), { recursive: true });
  // Answered scorecards lie in it readable.
  closeSync(openSync(file, 'a', 0o600));
  const vendor = openVendorBackend({
    apiVersion,
    file,
    key: key ?? undefined,
    postgresUrl: postgresUrl ?? undefined,
    redisUrl: redisUrl ?? undefined,
    record,
    freshReviews: record !== undefined,
  });
  return startAccountService({ vendor, accounts, token });
}
