/** Hosted connector service: its address, Switchboard's credential there, and the instances. */

import type { Credential } from '../contract/wire/credential.ts';
import type { SystemName } from '../errors.ts';

/** State of stored tokens: why they can't be read, one sentence for each account; none where they can. */
interface TokenState {
  readonly reasons: readonly string[];
  /** Calls back at each change, and now if there are reasons already. */
  watch(listener: (reasons: readonly string[]) => void): void;
}

/** A connector service with what follows from it for the tenants that ask it. */
export interface HostedService {
  readonly baseUrl: URL;
  readonly credential: Credential;
  /** Null: the system is not configured. */
  readonly instances: Readonly<Record<SystemName, string | null>>;
  /** Replaces the address in keys of budgets and caches, where the address changes at every start. */
  readonly name?: string;
  /** Whether its data is the synthetic company's: made anew at every start, with no limit a second and an index in memory. Default: false. */
  readonly isSynthetic?: boolean;
  /** Parameter that returns a `nextRecordsUrl` to the service; null: it takes none. Default: the environment's. */
  readonly locatorParam?: string | null;
  /** Whether it leaves out members that are null. Default: as the environment says. */
  readonly leavesOutNulls?: boolean;
  /** Whether answers report the CRM's own count of its day, so that no other limit of the day is needed. Default: false. */
  readonly reportsDay?: boolean;
  /** Whether it hands out archived and deleted records, as the CRM's queryAll does. Default: false. */
  readonly readsAllRows?: boolean;
  /** Whether it answers which fields are readable by the CRM's own description. Default: false. */
  readonly describesFields?: boolean;
  /** Whether it sends statements that are too long for an address. Default: false. */
  readonly takesLongStatements?: boolean;
  /** Whether it asks the call platform as it is now, without what the vendor has retired. Default: false. */
  readonly lacksRetired?: boolean;
  /** State of the tokens that the service stores, where it is in this process. */
  readonly tokens?: TokenState;
}
