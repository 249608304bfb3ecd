/** What every resolver may reach: the connector, the CRM's model, and who is asking. */

import type { CrmModel } from '../contract/crm/model.ts';
import type { PageLimits } from '../fetch/connection.ts';
import type { CursorCodec } from '../fetch/cursor.ts';
import type { IncompleteLists } from '../fetch/incomplete.ts';
import type { Participants } from '../participants/question.ts';
import type { CallAllowance, ExecuteOptions } from '../upstream/call.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { CompanySizes } from './company-size.ts';

/** Rights beyond reading the graph at all; each guards one kind of field. */
export type Permission = 'private-calls' | 'transcripts' | 'media' | 'free-soql' | 'explain';

interface Viewer {
  /** Name of the client in budgets and logs; no secret, no person. */
  readonly client: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** A file of an upstream: the entity that downloads it, and its id (of the call, for recordings). */
export interface FileRef {
  readonly entity: string;
  readonly id: string;
}

/** What is the same for all requests to a server. */
export interface PlanContext {
  readonly model: CrmModel;
  readonly pageLimits: PageLimits;
}

export interface GraphContext extends PlanContext {
  readonly tenant: string;
  readonly viewer: Viewer;
  readonly connector: UpstreamConnector;
  /** What this request may still ask of it. */
  readonly allowance: CallAllowance;
  /** Lists of this request's answer that hold fewer rows than the upstream has; see `reportIncomplete`. */
  readonly incomplete: IncompleteLists;
  /** What answers have told about how much there is. */
  readonly sizes: CompanySizes;
  /** Who took part in what. */
  readonly participants: Participants;
  /** Signs and reads the cursors of connections. */
  readonly cursors: CursorCodec;
  /** An address of this server at which whoever has it can read the file for a while. */
  readonly fileUrl: (file: FileRef) => string;
  /** Aborted when the client leaves or the request's time is up. */
  readonly signal: AbortSignal;
  /** When the request's time is over, in milliseconds of the connector's monotonic clock. */
  readonly deadline: number;
  /** The instant every relative window of this request counts from. */
  readonly now: Date;
  /** The company's time zone, an IANA name: relative dates of calls are days of it. */
  readonly timeZone: string;
}

/** What is particular to one page of a walk. */
export interface PageOptions {
  /** See ExecuteOptions. */
  readonly isBeyond?: boolean | undefined;
  /** The answer must not come from a cache. */
  readonly fresh?: boolean | undefined;
}

/** What every upstream call of a request carries: who asks, when nobody waits any more, and what it may still cost. */
export function executeOptions(
  { signal, viewer, deadline, allowance }: GraphContext,
  { isBeyond, fresh }: PageOptions = {},
): ExecuteOptions {
  const options = { signal, client: viewer.client, deadline, allowance, isBeyond };
  return fresh ? { ...options, cache: 'reload' } : options;
}
