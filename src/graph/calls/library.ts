/** Folders of a library: the list of a workspace, read once, and what can be picked from it. */

import type { GraphQLResolveInfo } from 'graphql';
import { libraryFolders } from '../../contract/calls/library.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import type { Row } from '../../contract/wire/answer.ts';
import { idOf } from '../../contract/wire/value.ts';
import type { Connection } from '../../fetch/connection.ts';
import type { PageArgs } from '../../fetch/window.ts';
import { forwardArgs } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import type { Graph } from '../graph.ts';
import { neededParts, needs } from '../needs.ts';
import { brought, broughtWindow } from '../plan/cost.ts';
import { nodeOf } from '../plan/info.ts';
import { folderCallsCost, listFolderCalls } from './library-call.ts';
import { ownedRows } from './owned-rows.ts';
import { FolderRow } from './row.ts';
import { keyedConnection, linkSetting, openWindow, settingRow, settingRows } from './setting.ts';

export function defineLibraryFolder({ builder, calls }: Graph): void {
  builder.objectFields(calls.libraryFolder, (t) => ({
    workspace: t.field({
      type: calls.workspace,
      description: 'The workspace whose library it is in.',
      resolve: (row, _args, context, info) =>
        linkSetting(context, info, workspace, row.workspaceId),
    }),
    parent: t.field({
      type: calls.libraryFolder,
      // The list of its workspace has brought the folder itself, and with it all others.
      cost: brought,
      description: 'The folder it lies in; null at the top.',
      ...needs('folder'),
      resolve: (row, _args, context, info) =>
        linkFolder(context, info, row.workspaceId, idOf(row.record.parentFolderId)),
    }),
    children: t.field({
      type: calls.libraryFolderConnection,
      cost: broughtWindow,
      description: 'The folders that lie in it.',
      args: t.arg.connectionArgs(),
      resolve: (row, args, context, info) =>
        listFolders(context, info, row.workspaceId, args, { parentId: row.id }),
    }),
    calls: t.field({
      type: calls.callConnection,
      cost: folderCallsCost,
      description:
        'The calls in it. Each folder costs a call upstream; their fields are fetched together.',
      args: forwardArgs(t.arg),
      resolve: (row, args, context, info) => listFolderCalls(context, info, row, args),
    }),
  }));
}

/** The folder; null when the library of the workspace does not have it. */
export async function loadFolder(
  context: GraphContext,
  workspaceId: string,
  id: string,
): Promise<FolderRow | null> {
  const row = await settingRow(context, libraryFolders, id, { workspaceId });
  return row === null ? null : new FolderRow(workspaceId, id, row);
}

/** The folder behind an id that a row carries. Nothing is fetched when the selection needs nothing but the id. */
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
export async function listFolders(
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
  const shown =
    parentId === undefined
      ? rows
      : ownedRows(context, info, rows, 'parentFolderId', (owner) => owner === parentId);
  const make = (id: string, row: Row) => new FolderRow(workspaceId, id, row);
  return keyedConnection(libraryFolders, shown, opened, make);
}
