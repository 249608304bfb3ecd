/** Root fields of settings: lists of the organisation as a whole. */

import { scorecard } from '../../contract/calls/scorecard.ts';
import { tracker } from '../../contract/calls/tracker.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import type { Graph, Ref } from '../graph.ts';
import { platformId, upstreamId } from '../key.ts';
import { listOfEach, wholeList, wholeObject } from '../plan/cost.ts';
import { anyPlatformId } from './call-filter.ts';
import { listFolders } from './library.ts';
import type { PlatformRow } from './row.ts';
import { listSettings, loadSetting, type Setting } from './setting.ts';
import type { CallTypes } from './type.ts';

const workspaceText = 'Global or upstream id of a workspace';

export function defineSettingQueries(graph: Graph): void {
  const { builder, calls } = graph;
  one(graph, 'workspace', calls.workspace, workspace, 'A workspace');
  one(graph, 'tracker', calls.tracker, tracker, 'A tracker');
  one(graph, 'scorecard', calls.scorecard, scorecard, 'A scorecard');
  ofWorkspaces(graph, 'trackers', calls.trackerConnection, tracker);
  ofWorkspaces(graph, 'scorecards', calls.scorecardConnection, scorecard);
  builder.queryFields((t) => ({
    workspaces: t.field({
      type: calls.workspaceConnection,
      cost: wholeList('Workspace'),
      description: 'All workspaces.',
      args: t.arg.connectionArgs(),
      resolve: (_root, args, context, info) =>
        listSettings(context, info, workspace, args, 'workspaces'),
    }),
    libraryFolders: t.field({
      type: calls.libraryFolderConnection,
      cost: listOfEach,
      description: "The folders of a workspace's library.",
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({ required: true, description: `${workspaceText}.` }),
        topLevel: t.arg.boolean({
          description: 'Only folders that lie in no other. Default: all folders.',
        }),
      },
      resolve: (_root, { workspace: whose, topLevel, ...args }, context, info) =>
        listFolders(
          context,
          info,
          anyPlatformId(whose, 'Workspace'),
          args,
          topLevel === true ? { parentId: null } : {},
        ),
    }),
  }));
}

/** A list of settings, some of which belong to a workspace: at the root and of a workspace. */
function ofWorkspaces(
  { builder, calls }: Graph,
  name: string,
  type: CallTypes['trackerConnection'],
  setting: Setting,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      cost: wholeList(setting.name),
      description: `${setting.name}s of one workspace, or all.`,
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({
          description: `${workspaceText}: its own ${name} and those of all workspaces.`,
        }),
      },
      resolve: (_root, { workspace: whose, ...args }, context, info) => {
        const id = (whose ?? null) === null ? null : anyPlatformId(whose!, 'Workspace');
        return listSettings(context, info, setting, args, `${name}/${id}`, id);
      },
    }),
  );
  builder.objectField(calls.workspace, name, (t) =>
    t.field({
      type,
      cost: wholeList(setting.name),
      description: `Its own ${name} and those of all workspaces.`,
      args: t.arg.connectionArgs(),
      resolve: ({ id }, args, context, info) =>
        listSettings(context, info, setting, args, `Workspace.${name}/${id}`, id),
    }),
  );
}

function one(
  { builder, key }: Graph,
  name: string,
  type: Ref<PlatformRow>,
  setting: Setting,
  what: string,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      cost: wholeObject(setting.name),
      description: `${what}; null when there is none of that id.`,
      args: { by: t.arg({ type: key, required: true, description: 'Which one.' }) },
      resolve: (_root, { by }, context) =>
        loadSetting(context, setting, platformId(upstreamId(by, setting.name))),
    }),
  );
}
