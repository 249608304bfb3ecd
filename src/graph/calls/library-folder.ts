/** The library: a tree of folders in each workspace, with calls worth hearing again. */

import { forwardArgs } from '../connection.ts';
import { brought, broughtWindow } from '../cost/cost.ts';
import { encodeGlobalId } from '../global-id.ts';
import type { Graph } from '../graph.ts';
import { needs } from '../needs.ts';
import { folderCallsCost, listFolderCalls } from './library-call.ts';
import { linkFolder, listFolders } from './library-loader.ts';
import { FolderRow } from './row.ts';
import { linkSetting } from './setting.ts';
import { workspaceType } from './setting-type.ts';
import { linkUser, personId } from './user-loader.ts';

const whole = needs('folder');

export function defineLibraryFolder({ builder, calls }: Graph): void {
  calls.libraryFolder.implement({
    description: 'A folder of a library.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof FolderRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId('LibraryFolder', `${row.workspaceId}/${row.id}`),
      }),
      upstreamId: t.exposeID('id', {
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
      }),
      name: t.string({
        description: 'What it is called.',
        ...whole,
        resolve: (row) => row.record?.name,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'When it was last changed.',
        ...whole,
        resolve: (row) => row.record?.updated,
      }),
      creator: t.field({
        type: calls.user,
        description: 'Who made it; null for one that the platform brought along.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkUser(context, info, personId(row.record?.createdBy)),
      }),
      workspace: t.field({
        type: calls.workspace,
        description: 'The workspace whose library it is in.',
        resolve: (row, _args, context, info) =>
          linkSetting(context, info, workspaceType, row.workspaceId),
      }),
      parent: t.field({
        type: calls.libraryFolder,
        // The list of its workspace has brought the folder itself, and with it all others.
        cost: brought,
        description: 'The folder it lies in; null at the top.',
        ...whole,
        resolve: (row, _args, context, info) =>
          linkFolder(context, info, row.workspaceId, row.record?.parentFolderId),
      }),
      children: t.field({
        type: calls.libraryFolderConnection,
        cost: broughtWindow,
        description: 'The folders that lie in it.',
        args: t.arg.connectionArgs(),
        resolve: (row, args, context) =>
          listFolders(context, row.workspaceId, args, { parentId: row.id }),
      }),
      calls: t.field({
        type: calls.callConnection,
        cost: folderCallsCost,
        description:
          'The calls in it. Each folder costs a call upstream; their fields are fetched together.',
        args: forwardArgs(t.arg),
        resolve: (row, args, context, info) => listFolderCalls(context, info, row, args),
      }),
    }),
  });
}
