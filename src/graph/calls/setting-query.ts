/** Root fields of settings and statistics: lists of the organisation as a whole. */

import { mapNodes } from '../../paging/connection.ts';
import {
  type ActivityAggregateRecord,
  type ActivityByDayRecord,
  type InteractionStatisticsRecord,
  statsActivityAggregate,
  statsActivityDayByDay,
  statsInteraction,
} from '../../records/calls/statistics.ts';
import type { EntitySpec } from '../../records/catalog.ts';
import { connectionType } from '../connection.ts';
import { listOfEach, wholeList, wholeObject } from '../cost/cost.ts';
import type { Graph, Ref } from '../graph.ts';
import { platformId, upstreamId } from '../key.ts';
import type { ActivityTypes } from './activity.ts';
import { anyPlatformId } from './call-filter.ts';
import { fromDay, pastDays, toDayPast } from './day.ts';
import { listFolders } from './library-loader.ts';
import { listSettings, loadSetting, ofWorkspace, type SettingType } from './setting.ts';
import { scorecardType, trackerType, workspaceType } from './setting-type.ts';
import { listStatistics, statisticListCost } from './statistic-loader.ts';

const workspaceText = 'Global or upstream id of a workspace';

export function defineSettingQueries(graph: Graph): void {
  const { builder, calls } = graph;
  one(graph, 'workspace', calls.workspace, workspaceType, 'A workspace');
  one(graph, 'tracker', calls.tracker, trackerType, 'A tracker');
  one(graph, 'scorecard', calls.scorecard, scorecardType, 'A scorecard');
  const some = (given: string | null | undefined): string | null =>
    given === null || given === undefined ? null : anyPlatformId(given, 'Workspace');

  builder.queryFields((t) => ({
    workspaces: t.field({
      type: calls.workspaceConnection,
      cost: wholeList('Workspace'),
      description: 'All workspaces.',
      args: t.arg.connectionArgs(),
      resolve: (_root, args, context) => listSettings(context, workspaceType, args, 'workspaces'),
    }),
    trackers: t.field({
      type: calls.trackerConnection,
      cost: wholeList('Tracker'),
      description: 'Trackers of one workspace, or all.',
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({
          description: `${workspaceText}: its own trackers and those of all workspaces.`,
        }),
      },
      resolve: (_root, { workspace, ...args }, context) => {
        const id = some(workspace);
        return listSettings(context, trackerType, args, `trackers/${id}`, ofWorkspace(id));
      },
    }),
    scorecards: t.field({
      type: calls.scorecardConnection,
      cost: wholeList('Scorecard'),
      description: 'Scorecards of one workspace, or all.',
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({
          description: `${workspaceText}: its own scorecards and those of all workspaces.`,
        }),
      },
      resolve: (_root, { workspace, ...args }, context) => {
        const id = some(workspace);
        return listSettings(context, scorecardType, args, `scorecards/${id}`, ofWorkspace(id));
      },
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
      resolve: (_root, { workspace, topLevel, ...args }, context) =>
        listFolders(
          context,
          anyPlatformId(workspace, 'Workspace'),
          args,
          topLevel === true ? { parentId: null } : {},
        ),
    }),
  }));
}

function one<T>(
  { builder, key }: Graph,
  name: string,
  ref: Ref<T>,
  type: SettingType<T>,
  what: string,
): void {
  builder.queryField(name, (t) =>
    t.field({
      type: ref as Ref<unknown>,
      cost: wholeObject(type.name),
      description: `${what}; null when there is none of that id.`,
      args: { by: t.arg({ type: key, required: true, description: 'Which one.' }) },
      resolve: (_root, { by }, context) =>
        loadSetting(context, type, platformId(upstreamId(by, type.name))),
    }),
  );
}

export interface StatisticTypes extends ActivityTypes {
  readonly interaction: Ref<InteractionStatisticsRecord>;
}

export function defineStatisticQueries(graph: Graph, types: StatisticTypes): void {
  statistic<ActivityAggregateRecord>(graph, {
    name: 'activity',
    typeName: 'UserActivity',
    ref: types.activity,
    entity: statsActivityAggregate,
    what: 'How many calls users had to do with',
  });
  statistic<ActivityByDayRecord>(graph, {
    name: 'dailyActivity',
    typeName: 'UserDailyActivity',
    ref: types.dailyActivity,
    entity: statsActivityDayByDay,
    what: 'What users did with calls, day by day',
    maxDays: 366,
  });
  statistic<InteractionStatisticsRecord>(graph, {
    name: 'interaction',
    typeName: 'UserInteraction',
    ref: types.interaction,
    entity: statsInteraction,
    what: 'How users speak in their calls',
  });
}

interface StatisticList<T> {
  readonly name: string;
  readonly typeName: string;
  readonly ref: Ref<T>;
  readonly entity: EntitySpec;
  readonly what: string;
  readonly maxDays?: number;
}

function statistic<T>({ builder }: Graph, list: StatisticList<T>): void {
  const connection = connectionType<T>(builder, list.ref, {
    name: list.typeName,
    description: 'statistics of users, by ascending user id.',
  });
  builder.queryField(list.name, (t) =>
    t.field({
      type: connection,
      cost: statisticListCost,
      description: `${list.what}, by ascending user id. Users without any such call are left out.`,
      args: {
        ...t.arg.connectionArgs(),
        from: t.arg({ type: 'Date', description: fromDay }),
        to: t.arg({ type: 'Date', description: toDayPast }),
        users: t.arg.idList({
          description: 'Global or upstream ids of the users. Default: everybody.',
        }),
      },
      resolve: async (_root, { from, to, users, ...args }, context) => {
        const range = pastDays(context, { from, to }, list.maxDays);
        const ids = users?.map((id) => anyPlatformId(id, 'User')) ?? null;
        const rows = await listStatistics(context, list.entity, range, ids, args);
        return mapNodes(rows, (row) => row as unknown as T);
      },
    }),
  );
}
