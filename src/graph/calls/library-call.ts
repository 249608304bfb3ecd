/** The calls of library folders: a walk per folder, and what the folder does not tell of its calls in one batch. */

import { createContextCache } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import { libraryFolderContent } from '../../contract/calls/library.ts';
import { pageRows } from '../../contract/catalog.ts';
import type { Row } from '../../contract/wire/answer.ts';
import type { Connection } from '../../fetch/connection.ts';
import { keylessRow, keyOf } from '../../fetch/keyed-rows.ts';
import { listSite } from '../../fetch/pages.ts';
import type { TokenRequest } from '../../fetch/token-list.ts';
import { tokenConnection } from '../../fetch/token-window.ts';
import { Wave } from '../../fetch/wave.ts';
import { type PageArgs, readWindow } from '../../fetch/window.ts';
import type { Pending } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import { reported } from '../incomplete.ts';
import { connectionSelection, neededByRows, selectedOn } from '../needs.ts';
import type { Cost } from '../plan/cost.ts';
import { nodeOf } from '../plan/info.ts';
import type { PlanNode } from '../plan/operation.ts';
import { tokenPagesCost } from '../plan/token-pages.ts';
import { callNodes } from './call-link.ts';
import { callsCost, loadCall, seesPrivateCalls } from './call-loader.ts';
import { CallRow, type FolderRow } from './row.ts';

/** Fields of a call that a folder's own row answers. */
const told: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'upstreamId',
  'title',
  'startedAt',
  'durationSeconds',
  'primaryUser',
  'url',
]);

/** A folder's row does not say whether the call is private, so only those who may see any are spared the call. */
function tellsAll(seesPrivate: boolean, node: PlanNode): boolean {
  const selected = connectionSelection(node).rows.flatMap((row) => selectedOn(row, 'Call'));
  return seesPrivate && selected.every(({ field }) => told.has(field.name));
}

/** A walk for each folder, and what its rows do not tell of the calls in batches. */
export const folderCallsCost: Cost = (place) => {
  const calls = tokenPagesCost(place);
  const { node } = place;
  const enough = tellsAll(seesPrivateCalls(place), node);
  return enough ? calls : callsCost(place, calls, neededByRows(node, 'Call'));
};

const waves = createContextCache((_context: GraphContext) => new Wave());

/** A window of a folder's calls. Calls that have since been deleted are null. */
export async function listFolderCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  folder: FolderRow,
  args: PageArgs,
): Promise<Connection<Pending<CallRow>>> {
  const node = nodeOf(info);
  const selection = connectionSelection(node);
  const enough = tellsAll(context.viewer.permissions.has('private-calls'), node);
  const parts = neededByRows(node, 'Call');
  const window = readWindow(args, context.pageLimits);
  const cursors = context.cursors.of({
    list: `LibraryFolder.calls/${folder.id}`,
    filter: '',
    order: '',
    tenant: context.tenant,
  });
  const more = selection.fields.has('pageInfo');
  const walk = () => tokenConnection(contentOf(context, folder), window, cursors, { more });
  const connection = reported(context, info, await waves(context).run(walk));
  return callNodes(connection, (row) => {
    const id = contentKey(row);
    if (id === null) return keylessRow(libraryFolderContent);
    // The members of a folder's row are those of the call's own.
    return enough ? new CallRow(id, { [metaPart]: row }) : loadCall(context, id, parts);
  });
}

const contentKey = (row: Row): string | null => keyOf(libraryFolderContent, row);

function contentOf(context: GraphContext, folder: FolderRow) {
  return {
    site: listSite(libraryFolderContent),
    pageRows,
    key: contentKey,
    fetch: ({ token, ...page }: TokenRequest) =>
      context.connector.execute(
        libraryFolderContent,
        'list',
        { folderId: folder.id, ...(token === null ? {} : { cursor: token }) },
        executeOptions(context, page),
      ),
  } as const;
}
