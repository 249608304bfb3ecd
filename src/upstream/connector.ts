/** The one door to an upstream: rows or a typed error. Everything above asks through this interface. */

import type { Action, EntitySpec } from '../contract/catalog.ts';
import type { Answer } from '../contract/wire/answer.ts';
import type { CallAllowance } from './allowance.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface ExecuteOptions {
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
  /** Background work waits behind interactive work. Default: interactive. */
  readonly priority?: 'interactive' | 'background' | undefined;
  /** Whose share of the budget this is (an API key, a session). Default: one shared client. */
  readonly client?: string | undefined;
  /** Milliseconds, on the connector's clock, by which the answer must be there. Default: 30 s from now. */
  readonly deadline?: number | undefined;
  /** `reload` skips reading the cache and refreshes it; `off` leaves it alone. Default: by the entity's freshness. */
  readonly cache?: 'default' | 'reload' | 'off' | undefined;
  /** Paths of the query that asked, for the explain extension. */
  readonly askedBy?: string | undefined;
  /**
   * A `nextRecordsUrl` of an earlier page of the same query, to go on from there. Only where the
   * service takes one back: see `locatorParam` of the instance's options.
   */
  readonly locator?: string | undefined;
  /** What the request may still send; without it nobody counts. Answers from elsewhere take nothing from it. */
  readonly allowance?: CallAllowance | undefined;
  /** Nobody reckoned with this call: a page came shorter than was asked for, or a list moved. */
  readonly isBeyond?: boolean | undefined;
  /**
   * A client wrote the statement: how it fails says nothing of the instance, and counts against
   * the same statement alone.
   */
  readonly isForeign?: boolean | undefined;
  /**
   * The call asks for the first `limit` rows of an ordered list; `params` are the same without the
   * limit. A cached answer with a larger limit, or with all rows of the list, holds this one.
   */
  readonly firstRows?: { readonly params: Params; readonly limit: number } | undefined;
  /** Handed through untouched to whoever subscribes to the connector's events, to tell requests apart. */
  readonly trace?: object | undefined;
}

export interface Connector {
  /**
   * Runs one read. Params are checked against the catalogue first: the service ignores unknown
   * ones silently, and a mistyped filter would return everything.
   * @throws UpstreamError when the upstream did not give rows, UserInputError for params that can't
   *   be, AllowanceSpentError for a call the request may not send any more.
   */
  execute(
    entity: EntitySpec,
    action: Exclude<Action, 'download'>,
    params: Params,
    options?: ExecuteOptions,
  ): Promise<Answer>;

  /** Opens a file. `range` is one HTTP byte range, passed through as it is. */
  download(
    entity: EntitySpec,
    params: Params,
    options?: ExecuteOptions & { readonly range?: string | undefined },
  ): Promise<Download>;

  close(): Promise<void>;
}

/** A file on its way: read the body to the end or destroy it. */
export interface Download {
  /** 200 for the whole, 206 for a range. */
  readonly status: 200 | 206;
  readonly contentType: string;
  readonly contentLength: number | null;
  readonly contentRange: string | null;
  readonly fileName: string | null;
  readonly body: import('node:stream').Readable;
}
