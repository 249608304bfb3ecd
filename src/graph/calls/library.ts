/** Library folders: a workspace's list, fetched once, and the calls of each folder, completed in one batch. */

import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import { libraryFolderContent, libraryFolders } from '../../contract/calls/library.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import { entityKey, pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idOf } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import {
  type Cost,
  prefetched,
  prefetchedWindow,
  tokenPagesCost,
} from '../../engine/plan/field-cost.ts';
import type { PlanNode } from '../../engine/plan/operation.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import {
  connectionSelection,
  neededByRows,
  neededParts,
  needs,
  selectedOn,
} from '../../engine/plan/row-requirement.ts';
import { BatchBarrier } from '../../fetch/batch-loader.ts';
import { type Connection, type PageArgs, readWindow } from '../../fetch/connection.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import type { TokenList, TokenRequest } from '../../fetch/token-list.ts';
import { tokenConnection } from '../../fetch/token-window.ts';
import { instantMs } from '../../participants/match-key.ts';
import { forwardArgs, type Pending, reported } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { callNodes, callsCost, loadCall, seesPrivateCalls } from './call-loader.ts';
import { looksAtCalls, type NamedCall, visibleCalls } from './call-visibility.ts';
import { CallRow, FolderRow } from './platform-row.ts';
import {
  keyedConnection,
  linkSetting,
  openWindow,
  ownedRows,
  settingRow,
  settingRows,
} from './platform-setting.ts';

export function defineLibraryFolder({ builder, calls }: TypeRegistry): void {
  builder.objectFields(calls.libraryFolder, (t) => ({
    workspace: t.field({
      type: calls.workspace,
      description: 'The workspace whose library it is in.',
      resolve: (row, _args, context, info) =>
        linkSetting(context, info, workspace, row.workspaceId),
    }),
    parent: t.field({
      type: calls.libraryFolder,
      // The folder came with the whole list of its workspace.
      cost: prefetched,
      description: 'The folder it lies in; null at the top.',
      ...needs('folder'),
      resolve: (row, _args, context, info) =>
        linkFolder(context, info, row.workspaceId, idOf(row.record.parentFolderId)),
    }),
    children: t.field({
      type: calls.libraryFolderConnection,
      cost: prefetchedWindow,
      description: 'The folders that lie in it.',
      args: t.arg.connectionArgs(),
      resolve: (row, args, context, info) =>
        readFolderWindow(context, info, row.workspaceId, args, { parentId: row.id }),
    }),
    calls: t.field({
      type: calls.callConnection,
      cost: folderCallsCost,
      description:
        'The calls in it, in the order of the platform’s pages and within a page by ascending id. Each folder costs a call upstream; their fields are fetched together.',
      args: forwardArgs(t.arg),
      resolve: (row, args, context, info) => listFolderCalls(context, info, row, args),
    }),
  }));
}

/** Loads a folder; null when the workspace's library does not have it. */
export async function loadFolder(
  context: GraphContext,
  workspaceId: string,
  id: string,
): Promise<FolderRow | null> {
  const row = await settingRow(context, libraryFolders, id, { workspaceId });
  return row === null ? null : new FolderRow(workspaceId, id, row);
}

/** Loads the folder of an id in a row. Nothing is fetched when only the id is selected. */
function linkFolder(
  context: GraphContext,
  info: GraphQLResolveInfo,
  workspaceId: string,
  id: string | null,
): FolderRow | null | Promise<FolderRow | null> {
  if (id === null) return null;
  const isBare = neededParts(nodeOf(info), 'LibraryFolder').size === 0;
  return isBare ? new FolderRow(workspaceId, id) : loadFolder(context, workspaceId, id);
}

/** A window of a workspace's folders; `parentId` restricts it to one level, null to the top. */
export async function readFolderWindow(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  workspaceId: string,
  args: PageArgs,
  level: { readonly parentId?: string | null },
): Promise<Connection<FolderRow>> {
  const list = `libraryFolders/${workspaceId}`;
  const opened = openWindow(context, args, { list, filter: JSON.stringify(level) });
  const rows = await settingRows(context, libraryFolders, { workspaceId });
  const { parentId } = level;
  const children =
    parentId === undefined
      ? rows
      : ownedRows(context, info, rows, 'parentFolderId', (owner) => owner === parentId);
  const make = (id: string, row: Row) => new FolderRow(workspaceId, id, row);
  return keyedConnection(context, info, libraryFolders, children, opened, make);
}

/** Fields of a call that a folder's own row answers. */
const coveredFields: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'upstreamId',
  'title',
  'startedAt',
  'durationSeconds',
  'primaryUser',
  'url',
]);

/** A folder's row lacks the call's privacy, so only viewers with the right to private calls need no lookup. */
function isSelectionCovered(seesPrivate: boolean, node: PlanNode): boolean {
  const selected = connectionSelection(node).rows.flatMap((row) => selectedOn(row, 'Call'));
  return seesPrivate && selected.every(({ field }) => coveredFields.has(field.name));
}

/** Cost: one list for each folder, and batches of calls for the fields that its rows lack. */
const folderCallsCost: Cost = (fieldPlace) => {
  const calls = tokenPagesCost(fieldPlace);
  // Without an index each page has a page of calls to look at. Pages that are read on for hidden calls are paid from
  // the reserve, and a window that ends early leads on.
  if (looksAtCalls(fieldPlace)) tokenPagesCost(fieldPlace);
  const { node } = fieldPlace;
  const enough = isSelectionCovered(seesPrivateCalls(fieldPlace), node);
  return enough ? calls : callsCost(fieldPlace, calls, neededByRows(node, 'Call'));
};

const barrier = memoizeByRequest((_context: GraphContext) => new BatchBarrier());

/** A window of a folder's calls. Calls that have since been deleted are null. */
async function listFolderCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  folder: FolderRow,
  args: PageArgs,
): Promise<Connection<Pending<CallRow>>> {
  const node = nodeOf(info);
  const selection = connectionSelection(node);
  const enough = isSelectionCovered(context.viewer.permissions.has('private-calls'), node);
  const parts = neededByRows(node, 'Call');
  const window = readWindow(args, context.pageLimits);
  const cursors = listCursors(context, `LibraryFolder.calls/${folder.id}`);
  const more = selection.fields.has('pageInfo');
  const { list, accept } = ofVisibleCalls(context, contentOf(context, folder));
  const walk = () => tokenConnection(list, window, cursors, { more, accept });
  const connection = reported(context, info, await barrier(context).run(walk));
  return callNodes(connection, (row) => {
    const id = contentKey(row);
    if (id === null) return keylessRow(libraryFolderContent);
    // The members of a folder's row are those of the call's own.
    return enough ? new CallRow(id, { [metaPart]: row }) : loadCall(context, id, parts);
  });
}

/** The list with the test of its rows, where some of the calls are hidden. */
function ofVisibleCalls(context: GraphContext, list: TokenList<Row>) {
  if (context.rowAccess === null) return { list };
  const accepted = new Set<Row>();
  return {
    list: {
      ...list,
      async fetch(request) {
        const page = await list.fetch(request);
        const ids = page.rows.map(contentKey);
        const calls = page.rows.flatMap(({ started }, at): NamedCall[] => {
          const id = ids[at] ?? null;
          return id === null ? [] : [{ id, startedAt: instantMs(started) }];
        });
        const visible = await visibleCalls(context, calls, (id) => loadCall(context, id, noParts));
        // One without a readable id is an error at its place.
        for (const [at, row] of page.rows.entries())
          if (visible.has(ids[at] ?? '')) accepted.add(row);
        return page;
      },
    } satisfies TokenList<Row>,
    accept: (row: Row) => accepted.has(row),
  };
}

const noParts: ReadonlySet<string> = new Set();

const contentKey = (row: Row): string | null => entityKey(libraryFolderContent, row);

function contentOf(context: GraphContext, folder: FolderRow) {
  return {
    site: listSite(libraryFolderContent),
    pageRows,
    key: contentKey,
    // The platform reports no total of a folder's content.
    isUncounted: true,
    fetch: ({ token, ...page }: TokenRequest) =>
      context.connector.execute(
        libraryFolderContent,
        'list',
        { folderId: folder.id, ...(token === null ? {} : { cursor: token }) },
        executeOptions(context, page),
      ),
  } as const;
}
