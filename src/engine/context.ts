/** Resolver context: connector, CRM model and viewer, and what of them goes with each upstream call. */

import type { NamedTrackers } from '../contract/calls/tracker-kind.ts';
import type { CrmModel } from '../contract/crm/model.ts';
import type { Permission } from '../contract/permission.ts';
import type { PageLimits } from '../fetch/connection.ts';
import type { CursorCodec, ListCursors } from '../fetch/cursor.ts';
import type { IncompleteLists } from '../fetch/incomplete-list.ts';
import type { ViewerParticipants } from '../participants/viewer-participant.ts';
import type { RowAccess, RowViewer } from '../row-access/row-access.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { RequestAllowance } from '../upstream/request-allowance.ts';
import type { RowScope } from '../upstream/row-scope.ts';
import type { CallNotes, ExecuteOptions } from '../upstream/upstream-request.ts';
import type { CompanySizes } from './list-size-estimate.ts';

export interface Viewer {
  /** Name of the client in budgets and logs; no secret, no person. */
  readonly client: string;
  /** Whose eyes it sees rows with. */
  readonly rowScope: RowScope;
  /** Whose rows it sees; absent for all that the connected user sees. */
  readonly rows?: RowViewer | undefined;
  readonly permissions: ReadonlySet<Permission>;
  /** Whether private calls are not there at all for a viewer without the right to them; default: they are, without what they are about. */
  readonly leavesOutPrivate?: boolean;
  /** Rights it lacks while there is no access file, and that a variable grants. */
  readonly withheld?: readonly Permission[];
}

/** A file of an upstream: the entity that downloads it, and its id (of the call, for recordings). */
export interface FileRef {
  readonly entity: string;
  readonly id: string;
}

/** Parts of the context that all requests to a server share. */
export interface PlanContext {
  readonly model: CrmModel;
  readonly pageLimits: PageLimits;
}

export interface GraphContext extends PlanContext {
  readonly tenant: string;
  readonly viewer: Viewer;
  /** Reads under the viewer's scope. */
  readonly connector: UpstreamConnector;
  /** Which rows the viewer may see; null for all that the connected user sees. */
  readonly rowAccess: RowAccess | null;
  /** Upstream calls that this request may still send. */
  readonly allowance: RequestAllowance;
  /** Notes the upstream calls of this request. */
  readonly notes: CallNotes;
  /** Lists of this request's answer that hold fewer rows than the upstream has; see `reportIncomplete`. */
  readonly incomplete: IncompleteLists;
  /** Company sizes learned from answers. */
  readonly sizes: CompanySizes;
  /** The participant index as the viewer sees it. */
  readonly participants: ViewerParticipants;
  /** Signs and reads the cursors of connections. */
  readonly cursors: CursorCodec;
  /** Signed address of a file at this server, readable by its owner until it expires. */
  readonly fileUrl: (file: FileRef) => string;
  /** Aborted when the client leaves or the request's time is up. */
  readonly signal: AbortSignal;
  /** Deadline of the request, in milliseconds of the connector's monotonic clock. */
  readonly deadline: number;
  /** The instant every relative window of this request counts from. */
  readonly now: Date;
  /** The same in milliseconds, where whole answers are cached: `endOf` says until when it leads to the same answer. */
  readonly nowUntil?: (endOf: (now: number) => number) => number;
  /** The company's time zone, an IANA name: relative dates of calls are days of it. */
  readonly timeZone: string;
  /** The tenant's trackers of competitors and objections; none named unless given. */
  readonly namedTrackers?: NamedTrackers | undefined;
  /** Values memoized for the request, by the function that computes them; see `memoizeByRequest`. */
  readonly memos: Map<unknown, unknown>;
}

/** Cursors of a list as the viewer sees it; see `ListIdentity`. */
export const listCursors = (
  { cursors, viewer }: Pick<GraphContext, 'cursors' | 'viewer'>,
  list: string,
  filter = '',
  order = '',
): ListCursors => cursors.of({ list, filter, order, scope: viewer.rowScope });

/** Options of one page's call. */
export interface PageOptions {
  /** See ExecuteOptions. */
  readonly isBeyond?: boolean | undefined;
  /** The answer must not come from a cache. */
  readonly fresh?: boolean | undefined;
  /** Whether it is sent in place of a call that brought nothing, and was paid for. */
  readonly isRepeat?: boolean | undefined;
}

/** Options of every upstream call of a request: viewer, abort signal and call allowance. */
export function executeOptions(
  { signal, viewer, deadline, allowance, notes }: GraphContext,
  { isBeyond, fresh, isRepeat }: PageOptions = {},
): ExecuteOptions {
  const common = { signal, client: viewer.client, deadline, notes };
  const options = isRepeat ? common : { ...common, allowance, isBeyond };
  return fresh ? { ...options, cache: 'reload' } : options;
}
