/** User statistics in a range of days: of one user, and of many in a list. */

import {
  activity,
  activityByDay,
  interactionStatistics,
  longestRange,
  statsActivityAggregate,
  statsActivityDayByDay,
  statsInteraction,
} from '../../contract/calls/statistics.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { listOf } from '../../contract/wire/upstream-value-reader.ts';
import { connectionType } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { anyPlatformId } from './call-filter.ts';
import { fromDay, pastDays, toDayPast } from './day-range.ts';
import { partType } from './declared-field.ts';
import {
  listStatistics,
  loadStatistic,
  type StatisticKind,
  statisticCost,
  statisticListCost,
} from './statistic-loader.ts';

interface Statistic extends StatisticKind {
  /** Field of the root, and of a user where `ofUser` describes it. */
  readonly field: string;
  readonly ofAll: string;
  readonly ofUser?: string;
  readonly maxDays?: number;
}

const statistics: readonly Statistic[] = [
  {
    field: 'activity',
    spec: activity,
    entity: statsActivityAggregate,
    ofAll: 'How many calls users had to do with',
    ofUser: 'Sums over a range of days; null where nothing is counted.',
  },
  {
    field: 'dailyActivity',
    spec: activityByDay,
    entity: statsActivityDayByDay,
    ofAll: 'What users did with calls, day by day',
    maxDays: longestRange,
  },
  {
    field: 'interaction',
    spec: interactionStatistics,
    entity: statsInteraction,
    ofAll: 'How users speak in their calls',
    ofUser: 'How the user speaks; null without a recorded call in the range.',
  },
];

export function defineStatistics(graph: TypeRegistry): void {
  const { builder, calls } = graph;
  for (const statistic of statistics) {
    const { field, spec, ofAll, ofUser, maxDays } = statistic;
    const type = partType(graph, spec);
    const connection = connectionType(builder, type, {
      name: spec.name,
      description: 'statistics of users, by ascending user id.',
    });
    builder.queryField(field, (t) =>
      t.field({
        type: connection,
        cost: statisticListCost,
        description: `${ofAll}, by ascending user id. Users without any such call are left out.`,
        args: {
          ...t.arg.connectionArgs(),
          from: t.arg({ type: 'Date', description: fromDay }),
          to: t.arg({ type: 'Date', description: toDayPast }),
          users: t.arg.idList({
            description: 'Global or upstream ids of the users. Default: everybody.',
          }),
        },
        resolve: (_root, { from, to, users, ...args }, context, info) => {
          const range = pastDays(context, { from, to }, maxDays);
          const ids = users?.map((id) => anyPlatformId(id, 'User')) ?? null;
          return listStatistics(context, info, statistic, range, ids, args);
        },
      }),
    );
    if (ofUser === undefined) continue;
    builder.objectField(calls.user, field, (t) =>
      t.field({
        type,
        cost: statisticCost(statistic.entity),
        description: ofUser,
        args: {
          from: t.arg({ type: 'Date', description: fromDay }),
          to: t.arg({ type: 'Date', description: toDayPast }),
        },
        resolve: (user, args, context) =>
          loadStatistic(context, statistic, pastDays(context, args), user.id),
      }),
    );
  }
  defineMeasured(graph);
}
/** Fields by the platform's names of the measures; others that may come are in `statistics` only. */
const measured = {
  talkRatio: ['Talk Ratio', "The user's share of the talking, from 0 to 1."],
  longestMonologueSeconds: ['Longest Monologue', 'How long the user spoke on end, in seconds.'],
  longestCustomerStorySeconds: [
    'Longest Customer Story',
    'How long a customer spoke on end, in seconds.',
  ],
  interactivity: ['Interactivity', 'How often the conversation went back and forth, from 0 to 10.'],
  patienceSeconds: [
    'Patience',
    'How long the user waited after the other side had finished, in seconds.',
  ],
  questionRate: ['Question Rate', 'How many questions the user asked, as the platform rates it.'],
} as const;

function defineMeasured(graph: TypeRegistry): void {
  graph.builder.objectFields(partType(graph, interactionStatistics), (t) =>
    Object.fromEntries(
      Object.entries(measured).map(([field, [name, description]]) => [
        field,
        t.float({
          description,
          resolve: ({ record }) => measureOf(record, name) as number | null | undefined,
        }),
      ]),
    ),
  );
}

function measureOf({ personInteractionStats }: Row, name: string): unknown {
  const measures = (listOf(personInteractionStats) ?? []).filter(isObject);
  return measures.find((measure) => measure.name === name)?.value;
}
