/** The call platform's connections: its own pages, whole lists cut here, and lists below workspaces and folders. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { below, firstWorkspace, reviews, root, theWorkspace } from './call-owner.ts';
import { orNull } from './link-owner.ts';
import type { RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList } from './row.ts';
import { topManager, userLists } from './user-list.ts';

/** Six weeks, of about three pages of calls. */
const from = '2026-09-10T00:00:00Z';
const to = '2026-10-25T00:00:00Z';
const range = `from: "${from}", to: "${to}"`;

const recentCalls = (raw: RawTables) => raw.list('calls', { fromDateTime: from, toDateTime: to });

const callConnections: readonly MatrixList[] = [
  connectionRow('Query.calls', {
    kind: 'platform list',
    windows: 'forward',
    args: `filter: {${range}}`,
    owners: (raw) => root(recentCalls(raw), 'id'),
  }),
  connectionRow('Query.calls', {
    kind: 'platform list',
    variant: 'with parties',
    windows: 'forward',
    args: `filter: {${range}}`,
    node: 'upstreamId parties { upstreamId }',
    owners: (raw) => root(recentCalls(raw), 'id'),
  }),
  connectionRow('Query.calls', {
    kind: 'platform list',
    variant: 'filtered here',
    windows: 'forward',
    chosen: true,
    args: `filter: {${range}, direction: ["Conference"]}`,
    owners: async (raw) => [
      {
        id: null,
        truth: (await recentCalls(raw))
          .filter(({ direction }) => direction === 'Conference')
          .map(({ id }) => id),
      },
    ],
  }),
  connectionRow('Workspace.calls', {
    kind: 'platform list below',
    windows: 'forward',
    args: range,
    owners: async (raw) =>
      below(
        'Workspace',
        await recentCalls(raw),
        (row) => row.workspaceId,
        (row) => row.id,
      ),
  }),
  connectionRow('Query.users', {
    kind: 'platform list',
    windows: 'forward',
    owners: (raw) => root(raw.list('users'), 'id'),
  }),
  connectionRow('Query.answeredScorecards', {
    kind: 'platform list',
    windows: 'forward',
    owners: (raw) => root(reviews(raw), 'answeredScorecardId'),
  }),
  {
    name: 'AnsweredScorecardGroups.groups',
    covers: ['AnsweredScorecardGroups.groups', 'AnsweredScorecardGroup.keys'],
    host: 'Query',
    kind: 'platform list',
    example: false,
    windows: 'none',
    announced: true,
    inside: 'row',
    sums: true,
    async owners(raw) {
      const groups = Map.groupBy(await reviews(raw), ({ scorecardId }) => scorecardId);
      return [{ id: null, truth: [...groups].map(([id, own]) => `${id}: ${own.length}`) }];
    },
    ask: () =>
      'answeredScorecardsAggregate(groupBy: [SCORECARD], first: 1000) { groups { count keys { value } } }',
    items: (value) => orNull((value as TruthRow)?.groups),
    key: (item: { count: number; keys: readonly { value: string | null }[] }) =>
      `${item.keys[0]?.value}: ${item.count}`,
  },
];

const settings: readonly MatrixList[] = [
  ...(
    [
      ['workspaces', 'workspaces', 'id'],
      ['trackers', 'settings_trackers', 'trackerId'],
      ['scorecards', 'settings_scorecards', 'scorecardId'],
    ] as const
  ).map(([name, entity, key]) =>
    connectionRow(`Query.${name}`, {
      kind: 'settings',
      windows: 'both',
      announced: false,
      owners: (raw) => root(raw.list(entity), key),
    }),
  ),
  ...(
    [
      ['trackers', 'settings_trackers', 'trackerId'],
      ['scorecards', 'settings_scorecards', 'scorecardId'],
    ] as const
  ).map(([name, entity, key]) =>
    connectionRow(`Workspace.${name}`, {
      kind: 'settings below',
      windows: 'both',
      announced: false,
      // One that names no workspace belongs to all of them.
      chosen: true,
      async owners(raw) {
        const workspaces = await raw.list('workspaces');
        return Promise.all(
          workspaces.map(async ({ id }) => ({
            id: encodeGlobalId('Workspace', id),
            truth: (await raw.list(entity, { workspaceId: id })).map((row) => row[key]),
          })),
        );
      },
    }),
  ),
];

const library: readonly MatrixList[] = [
  connectionRow('Query.libraryFolders', {
    kind: 'library',
    windows: 'both',
    announced: false,
    args: `workspace: "${theWorkspace}"`,
    owners: async (raw) =>
      root(raw.list('library_folders', { workspaceId: await firstWorkspace(raw) }), 'id'),
  }),
  connectionRow('Workspace.libraryFolders', {
    kind: 'library',
    windows: 'both',
    announced: false,
    async owners(raw) {
      const id = await firstWorkspace(raw);
      const rows = await raw.list('library_folders', { workspaceId: id });
      return [{ id: encodeGlobalId('Workspace', id), truth: rows.map((row) => row.id) }];
    },
  }),
  connectionRow('LibraryFolder.children', {
    kind: 'library',
    chosen: true,
    windows: 'both',
    announced: false,
    async owners(raw) {
      const workspaceId = await firstWorkspace(raw);
      const rows = await raw.list('library_folders', { workspaceId });
      return below(
        'LibraryFolder',
        rows,
        (row) => (row.parentFolderId === null ? null : `${workspaceId}/${row.parentFolderId}`),
        (row) => row.id,
      );
    },
  }),
  connectionRow('LibraryFolder.calls', {
    kind: 'library',
    windows: 'forward',
    announced: false,
    async owners(raw) {
      const workspaceId = await firstWorkspace(raw);
      const folders = await raw.list('library_folders', { workspaceId });
      const contents = await Promise.all(
        folders.map(async ({ id }) => ({
          id: encodeGlobalId('LibraryFolder', `${workspaceId}/${id}`),
          truth: (await raw.list('library_folder_content', { folderId: id })).map(
            ({ callId }) => callId,
          ),
        })),
      );
      return contents.sort((a, b) => b.truth.length - a.truth.length).slice(0, 3);
    },
  }),
];

export const callLists: readonly MatrixList[] = [
  ...callConnections,
  ...settings,
  ...library,
  ...userLists,
];

/** The ids that stand in arguments of this list. */
export async function placeholders(raw: RawTables): Promise<Readonly<Record<string, string>>> {
  return { [theWorkspace]: await firstWorkspace(raw), MANAGER: await topManager(raw) };
}
