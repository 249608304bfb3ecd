/** Options of a connector service. */

import type { SystemName } from '../errors.ts';
import type { VendorBackend } from './backend.ts';

export type WrapperForm = 'older' | 'newer';

/** Profile of an instance: the points on which real services differ. */
export interface InstanceProfile {
  readonly wrapper: WrapperForm;
  /** The parameter that takes a `nextRecordsUrl` back; null: none does, and it is ignored like any unknown one. */
  readonly locatorParam: string | null;
  /** Whether downloads answer a range with 206, or always with the whole file. */
  readonly ranges: 'honoured' | 'ignored';
  /** Answer to the platform's 404 for a list without rows: that error, or no rows. */
  readonly emptyList: 'error' | 'rows';
  /** Backend of the instance: the synthetic company, or the vendor it signs in with. */
  readonly backend: 'synthetic' | 'vendor';
}

export const defaultProfile: InstanceProfile = {
  wrapper: 'older',
  locatorParam: null,
  ranges: 'honoured',
  emptyList: 'error',
  backend: 'synthetic',
};

/** Calls an instance may make; null is no limit. */
export interface CallLimits {
  /** In any sliding second. */
  readonly perSecond: number | null;
  /** From midnight to midnight, UTC. */
  readonly perDay: number | null;
}

/** Clients of the token endpoint. */
export interface ClientCredential {
  readonly id: string;
  readonly secret: string;
}

/** Credentials of an account at a vendor: the fields of an instance creation's `auth_config`. */
export type AccountFields = Readonly<Record<string, string>>;

export interface AccountServiceOptions extends ListenOptions {
  readonly vendor: VendorBackend;
  /** Null: the system is not configured, and has no instance. */
  readonly accounts: Readonly<Record<SystemName, AccountFields | null>>;
}

export interface ListenOptions {
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: the system chooses. */
  readonly port?: number | undefined;
  /** A bearer token that does not expire. Default: a random one. */
  readonly token?: string | undefined;
  /** Clients of the token endpoint. Default: one, random. */
  readonly clients?: readonly ClientCredential[] | undefined;
  /** Life of a call-analytics cursor, ms. Default 1 hour. */
  readonly cursorLifeMs?: number | undefined;
  /** Life of a CRM locator, ms. Default 1 hour. */
  readonly locatorLifeMs?: number | undefined;
  /** Limits every instance starts with. Default: none, arrivals are only counted. */
  readonly limits?: Partial<CallLimits> | undefined;
  /** SQLite file of the instances. Default: in memory. */
  readonly storeFile?: string | undefined;
  /** 32 bytes that encrypt credentials and sign cursors. Needed with `storeFile`; else random. */
  readonly key?: Uint8Array | undefined;
  /** Length of the log. Default 10,000. */
  readonly logSize?: number | undefined;
  /** Now, in epoch milliseconds. */
  readonly clock?: (() => number) | undefined;
  /** A clock in milliseconds that never jumps; measures durations and the sliding second. */
  readonly monotonic?: (() => number) | undefined;
  /** Receives errors of the service itself. Default: one line on stderr. */
  readonly report?: ((error: unknown) => void) | undefined;
}
