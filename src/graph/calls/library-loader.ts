/** Folders of a library: the list of a workspace, asked once, and what can be picked from it. */

import type { GraphQLResolveInfo } from 'graphql';
import { checkPlaces } from '../../paging/array-window.ts';
import type { Connection } from '../../paging/connection.ts';
import { type PageArgs, readWindow } from '../../paging/window.ts';
import { type LibraryFolderRecord, libraryFolders } from '../../records/calls/library.ts';
import type { Row } from '../../wire/answer.ts';
import { idOf, idText } from '../../wire/value.ts';
import type { GraphContext } from '../context.ts';
import { neededParts } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { FolderRow } from './row.ts';
import { keyedConnection, settingRow, settingRows } from './setting.ts';

const asFolder = (workspaceId: string, id: string, row: Row): FolderRow =>
  new FolderRow(workspaceId, id, row as unknown as LibraryFolderRecord);

/** The folder; null when the library of the workspace does not have it. */
export async function loadFolder(
  context: GraphContext,
  workspaceId: string,
  id: string,
): Promise<FolderRow | null> {
  const row = await settingRow(context, libraryFolders, id, { workspaceId });
  return row === null ? null : asFolder(workspaceId, id, row);
}

/** The folder behind an id that a row carries. Nothing is fetched when the selection needs nothing but the id. */
export function linkFolder(
  context: GraphContext,
  info: GraphQLResolveInfo,
  workspaceId: string,
  id: string | null | undefined,
): FolderRow | null | Promise<FolderRow | null> {
  const own = idOf(id);
  if (own === null) return null;
  const parts = neededParts(nodeOf(info), 'LibraryFolder');
  return parts.size === 0
    ? new FolderRow(workspaceId, own, null)
    : loadFolder(context, workspaceId, own);
}

/** A window of a workspace's folders; `parentId` restricts it to one level, null to the top. */
export async function listFolders(
  context: GraphContext,
  workspaceId: string,
  args: PageArgs,
  level: { readonly parentId?: string | null },
): Promise<Connection<FolderRow>> {
  const window = readWindow(args, context.pageLimits);
  const cursors = context.cursors.of({
    list: `libraryFolders/${workspaceId}`,
    filter: JSON.stringify(level),
    order: '',
    tenant: context.tenant,
  });
  checkPlaces(window, cursors);
  const rows = await settingRows(context, libraryFolders, { workspaceId });
  const shown = rows.filter(
    (row) => level.parentId === undefined || idText(row.parentFolderId) === level.parentId,
  );
  return keyedConnection(libraryFolders, shown, window, cursors, (id, row) =>
    asFolder(workspaceId, id, row),
  );
}
