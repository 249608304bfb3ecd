/** Root fields of platform settings, and a workspace's fields: its library, trackers and scorecards. */

import { metaPart } from '../../contract/calls/call.ts';
import { scorecard } from '../../contract/calls/scorecard.ts';
import { tracker } from '../../contract/calls/tracker.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { listOfEach, wholeList, wholeObject } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { connectionSelection, neededByRows } from '../../engine/plan/row-requirement.ts';
import { BatchBarrier } from '../../fetch/batch-loader.ts';
import type { Ref } from '../builder.ts';
import { forwardArgs, reported, reportIncomplete } from '../connection-type.ts';
import { platformId, upstreamId } from '../root-lookup.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { anyPlatformId } from './call-filter.ts';
import { callListCost, type IndexedCalls, onlyHosted, readCallWindow } from './call-list.ts';
import { listsFromIndex } from './call-visibility.ts';
import { readFolderWindow } from './library.ts';
import type { PlatformRow } from './platform-row.ts';
import { listSettings, loadSetting, type Setting } from './platform-setting.ts';
import type { CallTypes } from './type-reference.ts';

const workspaceText = 'Global or upstream id of a workspace';

export function defineSettingQueries(graph: TypeRegistry): void {
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
        readFolderWindow(
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
  { builder, calls }: TypeRegistry,
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
  { builder, key }: TypeRegistry,
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

const barrier = memoizeByRequest((_context: GraphContext) => new BatchBarrier());

/** @param indexed answers for viewers who see some of the calls */
export function defineWorkspace({ builder, calls }: TypeRegistry, indexed: IndexedCalls): void {
  builder.objectFields(calls.workspace, (t) => ({
    libraryFolders: t.field({
      type: calls.libraryFolderConnection,
      cost: listOfEach,
      description: 'The folders of its library.',
      args: {
        ...t.arg.connectionArgs(),
        topLevel: t.arg.boolean({
          description: 'Only folders that lie in no other. Default: all folders.',
        }),
      },
      resolve: (row, { topLevel, ...args }, context, info) =>
        readFolderWindow(context, info, row.id, args, topLevel === true ? { parentId: null } : {}),
    }),
    calls: t.field({
      type: calls.callConnection,
      cost: (fieldPlace) =>
        fieldPlace.given('calls of the index', (_args, context) => listsFromIndex(context))
          ? indexed.cost(fieldPlace)
          : callListCost(fieldPlace),
      description: 'Its calls by their scheduled time, earliest first.',
      args: {
        ...forwardArgs(t.arg),
        from: t.arg({ type: 'DateTime', description: 'From this instant on.' }),
        to: t.arg({ type: 'DateTime', description: 'Before this instant.' }),
      },
      resolve: (row, { from, to, ...args }, context, info) => {
        const selection = connectionSelection(nodeOf(info));
        const parts = new Set(neededByRows(nodeOf(info), 'Call')).add(metaPart);
        const instant = (value: Date | string | null | undefined): Date | null =>
          value === null || value === undefined ? null : new Date(value);
        // One list for each workspace, behind a barrier: the next step of all of them is one batch.
        return barrier(context).run(async () => {
          const filter = { workspace: row.id, from: instant(from), to: instant(to) };
          const more = selection.fields.has('pageInfo');
          const request = { args, filter, parts, more };
          if (listsFromIndex(context)) return indexed.list(context, info, request, 'oldest');
          if (context.rowAccess !== null) reportIncomplete(context, info, onlyHosted);
          return reported(context, info, await readCallWindow(context, request));
        });
      },
    }),
  }));
}
