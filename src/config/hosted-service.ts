/** Hosted connector service: its address, Switchboard's credential there, and the instances. */

import type { Credential } from '../contract/wire/credential.ts';
import type { SystemName } from '../errors.ts';

export interface HostedService {
  readonly baseUrl: URL;
  readonly credential: Credential;
  /** Null: the system is not configured. */
  readonly instances: Readonly<Record<SystemName, string | null>>;
  /** Replaces the address in keys of budgets and caches, where the address changes at every start. */
  readonly name?: string;
  /** Parameter that returns a `nextRecordsUrl` to the service. Default: the environment's. */
  readonly locatorParam?: string;
  /** Whether answers report the CRM's own count of its day, so that no other limit of the day is needed. Default: false. */
  readonly reportsDay?: boolean;
}
