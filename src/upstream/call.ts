/** One read on its way through the steps. */

import type { Action, EntitySpec, OperationSpec } from '../contract/catalog.ts';
import type { Answer } from '../contract/wire/answer.ts';
import type { UpstreamSite } from '../errors.ts';
import type { Params } from './connector.ts';
import type { Vitals } from './health.ts';
import type { Instance } from './instance.ts';

export type Priority = 'interactive' | 'background';

export interface UpstreamCall {
  readonly instance: Instance;
  /** Whose health its failures count against. */
  readonly vitals: Vitals;
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
  readonly params: Params;
  readonly site: UpstreamSite;
  /** Tenant, instance, credential generation, entity, action and canonical params, as one string. */
  readonly key: string;
  readonly client: string;
  /** Rises when an interactive caller joins a background flight. */
  priority: Priority;
  /** On the monotonic clock; grows when a caller with more time joins. */
  deadline: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Times it was sent so far. */
  attempts: number;
  /** Set while it waits for its turn: files it anew after its priority rose. */
  promoted: (() => void) | null;
  /** Set while it has a turn: the request is on its way. */
  sent: (() => void) | null;
  /** Set while it has a turn: the first of the answer is there. */
  answered: (() => void) | null;
  /** Fetches a kept answer anew, on nobody's time. */
  readonly renews: boolean;
  readonly askedBy: string | undefined;
  readonly trace: object | undefined;
}

/** An answer with its size on the wire, which the cache weighs it by. */
export interface Fetched {
  readonly answer: Answer;
  readonly bytes: number;
  /** Rows it was limited to, where the call named a limit. */
  readonly limit?: number | undefined;
}
