/**
 * Backend interface of the connector service: operations in, rows or bytes out. The HTTP side owns
 * instances, wrappers, page tokens and transfer; a backend owns the data: that of the vendors'
 * own APIs with an instance's stored credentials, or any other.
 */

import type { Action } from '../contract/entity-spec.ts';
import type { DayUsage, Row } from '../contract/wire/execute.ts';
import type { SystemName } from '../errors.ts';

/** Continuation of a list: any JSON of the backend. The HTTP side turns it into an opaque, expiring token. */
export type Continuation = Readonly<Record<string, unknown>>;

/** One validated operation: entity and action exist, required params are there, types fit the catalogue. */
export interface BackendOperation {
  readonly system: SystemName;
  readonly entity: string;
  readonly action: Action;
  readonly params: Readonly<Record<string, unknown>>;
  /** The continuation of the requested page; null for a first page. */
  readonly page: Continuation | null;
  readonly signal?: AbortSignal;
  /** Receives the vendor's count of its day's calls, after each answer that has one. */
  readonly usage?: (usage: DayUsage) => void;
  /** Told of each request that the call platform gets for the operation. */
  readonly requested?: () => void;
  /** Caller's instance: a backend that calls a vendor signs in with its credentials. */
  readonly instance?: {
    readonly id: string;
    readonly credentials: () => Readonly<Record<string, string>>;
  };
}

export type BackendAnswer =
  /** A page of the call-analytics platform. `next` is null on the last page. */
  | {
      readonly kind: 'cursor-page';
      readonly rows: readonly Row[];
      /** Null where the vendor did not say. */
      readonly totalRecords: number | null;
      /** From 0. */
      readonly pageNumber: number;
      readonly next: Continuation | null;
    }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'row'; readonly row: Row }
  /**
   * A page of the CRM. `totalSize` is the whole result's size on every page. A child list that is
   * cut prints its own `nextRecordsUrl`; it comes back as the continuation `{nextRecordsUrl}`.
   */
  | {
      readonly kind: 'soql-page';
      readonly records: readonly Row[];
      readonly totalSize: number;
      readonly next: Continuation | null;
    }
  | { readonly kind: 'hits'; readonly records: readonly Row[] }
  | {
      readonly kind: 'bytes';
      readonly size: number;
      readonly contentType: string;
      readonly fileName: string;
      /** Bytes first..last inclusive, in chunks, never the whole file at once. */
      readonly open: (first: number, last: number) => AsyncIterable<Uint8Array>;
    };

export interface Backend {
  /** @throws BackendError as the vendor would refuse. */
  execute(operation: BackendOperation): Promise<BackendAnswer>;
  close(): void;
}

/** A backend over the vendors' APIs, signed in with an instance's credentials. */
export interface VendorBackend extends Backend {
  /** Whether tokens outlive the process: without it none that works only once may be used. */
  readonly storesTokens: boolean;
  /** Reads the stored tokens of these accounts, so that one that can't be read is known before it is needed. */
  checkTokens(accounts: readonly string[]): Promise<void>;
  /**
   * The CRM's objects as its instance's user may see them.
   * @param isMeant which of all, by their line in the CRM's list of objects
   * @throws BackendError
   */
  describeCrm(
    instance: NonNullable<BackendOperation['instance']>,
    isMeant: (head: ObjectDescription) => boolean,
  ): Promise<readonly ObjectDescription[]>;
}

/** An object as the CRM's own API describes it: name, key prefix, fields, child relationships. */
export type ObjectDescription = Readonly<Record<string, unknown>>;

/** An error in the vendor's own terms; `body` is the answer of the vendor's API. */
export class BackendError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** Headers of the vendor's answer, for example `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`The backend refused with ${status}`);
    this.name = 'BackendError';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The CRM's error form: an array of one. */
export function crmError(status: number, errorCode: string, message: string): BackendError {
  return new BackendError(status, [{ message, errorCode }]);
}

/** The call-analytics platform's error form. */
export function callAnalyticsError(status: number, ...errors: readonly string[]): BackendError {
  return new BackendError(status, { requestId: 'synthetic', errors });
}
