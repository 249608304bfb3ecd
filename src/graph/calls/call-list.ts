/** The list of calls: `calls` where the plain row is enough, `calls_extensive` where it is not. */

import type { Params } from '../../connector/connector.ts';
import { UpstreamError } from '../../errors.ts';
import { ageOf } from '../../loaders/field-loader.ts';
import { type Connection, mapNodes } from '../../paging/connection.ts';
import type { CursorList } from '../../paging/cursor-list.ts';
import { cursorConnection } from '../../paging/cursor-walk.ts';
import { type PageArgs, readWindow } from '../../paging/window.ts';
import {
  type CallRecord,
  calls,
  callsExtensive,
  type ExtensiveCallRecord,
} from '../../records/calls/call.ts';
import { lastPage, type Row } from '../../wire/answer.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { keptWith } from '../kept-with.ts';
import { saidText } from '../said.ts';
import {
  anyPlatformId,
  type CallFilter,
  keepsNone,
  localFilter,
  windowStart,
} from './call-filter.ts';
import { contentSelector, metaPart, onlyMeta, primeCalls } from './call-loader.ts';
import { CallRow } from './row.ts';

export interface CallListRequest {
  readonly args: PageArgs;
  readonly filter: CallFilter;
  readonly parts: ReadonlySet<string>;
  /** Whether anything asks for more than the rows: see Wants of paging. */
  readonly more: boolean;
}

/** Calls by their scheduled time, earliest first. */
export async function listCalls(
  context: GraphContext,
  { args, filter, parts, more }: CallListRequest,
): Promise<Connection<CallRow>> {
  const keep = localFilter(filter, context.viewer.permissions.has('private-calls'));
  const list = callList(context, filter, parts);
  const none = keepsNone(filter);
  const cursors = context.cursors.of({
    list: 'calls',
    filter: saidText(filter),
    order: 'scheduled',
    tenant: context.tenant,
  });
  const connection = await cursorConnection(
    none ? { ...list, fetch: async () => ({ rows: [], page: lastPage }) } : list,
    readWindow(args, context.pageLimits),
    cursors,
    { more, ...(keep === null || none ? {} : { keep: (row) => keep(metaOf(row)) }) },
  );
  return mapNodes(connection, callRow);
}

const metaOf = (row: ExtensiveCallRecord): CallRecord => row.metaData;
const idOf = (row: ExtensiveCallRecord): string => metaOf(row).id;
const scheduledAt = (row: ExtensiveCallRecord): number => Date.parse(metaOf(row).scheduled);

const callRow = keptWith((row: ExtensiveCallRecord) => new CallRow(idOf(row), row));

// A call without an id cannot be shown, linked or come back to.
const listed = (rows: readonly ExtensiveCallRecord[]): readonly ExtensiveCallRecord[] =>
  rows.filter((row) => typeof row.metaData?.id === 'string');
const extensiveRows = keptWith((rows: readonly Row[]) =>
  listed(rows as unknown as readonly ExtensiveCallRecord[]),
);
const plainRows = keptWith((rows: readonly Row[]) =>
  listed(rows.map((row) => ({ [metaPart]: row }) as unknown as ExtensiveCallRecord)),
);

/**
 * Both operations walk the same calls in the same order, but their tokens are not interchangeable.
 * A cursor made under one selection and used under another carries the other operation's token:
 * it is treated as expired, and the walk takes the list up again from the row's time.
 */
function callList(
  context: GraphContext,
  filter: CallFilter,
  parts: ReadonlySet<string>,
): CursorList<ExtensiveCallRecord> {
  const plain = onlyMeta(parts) && (filter.workspace ?? null) === null;
  const entity = plain ? calls : callsExtensive;
  const mark = plain ? 'c' : 'x';
  const site = { service: entity.system, entity: entity.entity, action: 'list' } as const;
  const earliest = windowStart(filter, context);
  const to = filter.to?.toISOString();
  const { workspace = null } = filter;
  const workspaceId = workspace === null ? undefined : anyPlatformId(workspace, 'Workspace');
  const page = (start: Date | null): Params => {
    const range = defined({ fromDateTime: start?.toISOString(), toDateTime: to });
    if (plain) return range;
    return { filter: { ...range, ...defined({ workspaceId }) }, ...contentSelector(parts) };
  };
  return {
    site,
    restartable: true,
    key: idOf,
    order: scheduledAt,
    async fetch({ token, from, ...asked }) {
      if (token !== null && !token.startsWith(mark)) {
        throw new UpstreamError('CURSOR_EXPIRED', 'The cursor belongs to another operation.', site);
      }
      const start = typeof from === 'number' ? new Date(from) : earliest;
      const params =
        token === null
          ? firstPage(parts, `${mark} ${start?.getTime()} ${to} ${workspaceId}`, () => page(start))
          : { ...page(start), cursor: token.slice(1) };
      const options = executeOptions(context, asked);
      const answer = await context.connector.execute(entity, 'list', params, options);
      const next = answer.page.cursor;
      const rows = (plain ? plainRows : extensiveRows)(answer.rows);
      primeCalls(context, rows, parts, ageOf(answer));
      return {
        rows,
        page: { ...answer.page, cursor: next === null ? null : mark + next },
      };
    },
  };
}

interface FirstPage {
  readonly asked: string;
  readonly params: Params;
}

const firstPages = keptWith((_parts: ReadonlySet<string>): { last: FirstPage | null } => ({
  last: null,
}));

/** A selection's first page is asked for again and again: with the same params, which are checked and digested once. */
function firstPage(parts: ReadonlySet<string>, asked: string, make: () => Params): Params {
  const kept = firstPages(parts);
  if (kept.last?.asked !== asked) kept.last = { asked, params: make() };
  return kept.last.params;
}

function defined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
