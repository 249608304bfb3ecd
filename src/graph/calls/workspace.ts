/** Workspaces: parts of the organisation, each with calls, scorecards, trackers and a library of its own. */

import { Wave } from '../../loaders/wave.ts';
import { forwardArgs } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { listOfEach, wholeList } from '../cost/cost.ts';
import { encodeGlobalId } from '../global-id.ts';
import type { Graph } from '../graph.ts';
import { reported } from '../incomplete.ts';
import { keptWith } from '../kept-with.ts';
import { connectionSelection, neededByRows, needs } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { callListCost, listCalls } from './call-list.ts';
import { metaPart } from './call-loader.ts';
import { listFolders } from './library-loader.ts';
import { WorkspaceRow } from './row.ts';
import { linkSetting, listSettings, ofWorkspace, settingCost } from './setting.ts';
import { scorecardType, trackerType, workspaceType } from './setting-type.ts';

const whole = needs('workspace');

const waves = keptWith((_context: GraphContext) => new Wave());

export function defineWorkspace({ builder, calls }: Graph): void {
  calls.workspace.implement({
    cost: settingCost('Workspace'),
    description: 'A part of the organisation with calls, scorecards, trackers and a library.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof WorkspaceRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId('Workspace', row.id),
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
      description: t.string({
        description: 'What it is for.',
        ...whole,
        resolve: (row) => row.record?.description,
      }),
      trackers: t.field({
        type: calls.trackerConnection,
        cost: wholeList('Tracker'),
        description: 'Its own trackers and those of all workspaces.',
        args: t.arg.connectionArgs(),
        resolve: (row, args, context) =>
          listSettings(
            context,
            trackerType,
            args,
            `Workspace.trackers/${row.id}`,
            ofWorkspace(row.id),
          ),
      }),
      scorecards: t.field({
        type: calls.scorecardConnection,
        cost: wholeList('Scorecard'),
        description: 'Its own scorecards and those of all workspaces.',
        args: t.arg.connectionArgs(),
        resolve: (row, args, context) =>
          listSettings(
            context,
            scorecardType,
            args,
            `Workspace.scorecards/${row.id}`,
            ofWorkspace(row.id),
          ),
      }),
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
        resolve: (row, { topLevel, ...args }, context) =>
          listFolders(context, row.id, args, topLevel === true ? { parentId: null } : {}),
      }),
      calls: t.field({
        type: calls.callConnection,
        cost: callListCost,
        description: 'Its calls by their scheduled time, earliest first.',
        args: {
          ...forwardArgs(t.arg),
          from: t.arg({ type: 'DateTime', description: 'From this instant on.' }),
          to: t.arg({ type: 'DateTime', description: 'Before this instant.' }),
        },
        resolve: (row, { from, to, ...args }, context, info) => {
          const selection = connectionSelection(nodeOf(info));
          const parts = new Set(neededByRows(nodeOf(info), 'Call')).add(metaPart);
          const instant = (given: Date | string | null | undefined): Date | null =>
            given === null || given === undefined ? null : new Date(given);
          // A list for each workspace; what hangs on their calls is asked for together.
          return waves(context).run(async () => {
            const filter = { workspace: row.id, from: instant(from), to: instant(to) };
            const more = selection.fields.has('pageInfo');
            return reported(context, info, await listCalls(context, { args, filter, parts, more }));
          });
        },
      }),
    }),
  });

  builder.objectField(calls.call, 'workspace', (t) =>
    t.field({
      type: calls.workspace,
      description: 'The workspace it belongs to.',
      ...needs(metaPart),
      resolve: (call, _args, context, info) =>
        linkSetting(context, info, workspaceType, call.record.metaData?.workspaceId),
    }),
  );
}
