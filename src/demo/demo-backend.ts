/** Backend of the demonstration: what it takes beyond the connector service's own interface. */

import type { Backend, BackendAnswer, BackendOperation } from '../connector-service/backend.ts';

export interface DemoOperation extends BackendOperation {
  /** Objects (`Case`) and fields (`Account.AnnualRevenue`) that the CRM's user may not read. Default: none. */
  readonly hidden?: readonly string[];
}

/** Records to be changed as if other people worked between two calls. */
export interface Drift {
  readonly entity: string;
  readonly insert: number;
  readonly delete: number;
  readonly update: number;
  /** From 0 up to 1; decides which records. */
  readonly random: () => number;
}

export interface DemoBackend extends Backend {
  /** @throws BackendError as the vendor would refuse. */
  execute(operation: DemoOperation): Promise<BackendAnswer>;
  /** Changes records between the pages of a list. */
  drift?(change: Drift): void | Promise<void>;
}
