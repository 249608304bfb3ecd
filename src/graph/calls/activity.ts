/** What users did with calls: in sum, day by day, and the calls themselves. */

import type { ObjectFieldBuilder } from '@pothos/core';
import {
  type ActivityAggregateRecord,
  type ActivityByDayRecord,
  type ActivityMeasure,
  type DailyActivityRecord,
  statsActivityAggregate,
  statsActivityDayByDay,
} from '../../records/calls/statistics.ts';
import { listOf, objectOf, objectsOf } from '../../wire/value.ts';
import { connectionType } from '../connection.ts';
import { times } from '../cost/cost.ts';
import { type Graph, type Ref, type Types, wireList } from '../graph.ts';
import type { Args } from '../plan/operation.ts';
import { fromDay, pastDays, toDayPast } from './day.ts';
import { createCallRole, measureNames, measures } from './measure.ts';
import type { CallRow } from './row.ts';
import { loadStatistic, statisticCost } from './statistic-loader.ts';
import {
  dayCallsCost,
  listUserCalls,
  loadDays,
  openUserCalls,
  type UserCallConnection,
  type UserCallEdge,
} from './user-call.ts';
import { linkUser } from './user-loader.ts';

/** Days in one answer, and of a range that nobody gives. */
const maxDays = 366;
const usualDays = 30;
const daysOf = ({ from, to }: Args): number =>
  (from ?? to ?? null) === null ? usualDays : maxDays;
const daysCost = statisticCost(statsActivityDayByDay);

interface DayRow {
  readonly userId: string;
  readonly day: DailyActivityRecord;
}

export interface ActivityTypes {
  readonly activity: Ref<ActivityAggregateRecord>;
  readonly dailyActivity: Ref<ActivityByDayRecord>;
}

export function defineActivity(graph: Graph): ActivityTypes {
  const { builder, calls } = graph;
  const role = createCallRole(builder);
  const userCalls = connectionType<CallRow, UserCallConnection, UserCallEdge>(builder, calls.call, {
    name: 'UserCall',
    description: 'calls a user had to do with.',
    edgeFields: (t) => ({
      roles: t.field({
        type: [role],
        nullable: { list: false, items: false },
        description: 'What the user had to do with the call, of the roles asked for.',
        resolve: (edge) => edge.roles,
      }),
      countedAt: t.field({
        type: 'DateTime',
        description: 'Begin of the first day of the range on which the call counted.',
        resolve: (edge) => edge.countedAt,
      }),
    }),
  });
  const rolesText = 'What the user had to do with the calls. Default: anything.';

  const activity = builder.objectRef<ActivityAggregateRecord>('UserActivity').implement({
    description: 'How many calls a user had to do with in a range of days.',
    fields: (t) => ({
      user: t.field({
        type: calls.user,
        description: 'The user.',
        resolve: (row, _args, context, info) => linkUser(context, info, row.userId),
      }),
      userEmailAddress: t.field({
        type: 'EmailAddress',
        description: "The user's address.",
        resolve: (row) => row.userEmailAddress,
      }),
      ...measureFields(t, (row, name) => objectOf(row.userAggregateActivityStats)?.[name]),
    }),
  });

  const day = builder.objectRef<DayRow>('DailyActivity').implement({
    description: 'How many calls a user had to do with on one day, and which.',
    fields: (t) => ({
      startAt: t.field({
        type: 'DateTime',
        description: "When the day begins in the company's time zone.",
        resolve: (row) => row.day.fromDate,
      }),
      endAt: t.field({
        type: 'DateTime',
        description: 'When it ends, exclusive; 23 or 25 hours later where clocks change.',
        resolve: (row) => row.day.toDate,
      }),
      ...measureFields(t, (row, name) => listOf(row.day[name])?.length),
      calls: t.field({
        type: userCalls,
        cost: dayCallsCost,
        description: 'The calls counted.',
        args: {
          ...t.arg.connectionArgs(),
          roles: t.arg({ type: [role], description: rolesText }),
        },
        resolve: (row, { roles, ...args }, context, info) => {
          const list = `DailyActivity.calls/${row.userId}/${row.day.fromDate}`;
          const opened = openUserCalls(context, { roles, args, list });
          return listUserCalls(context, info, [row.day], opened);
        },
      }),
    }),
  });

  builder.objectFields(calls.user, (t) => {
    const range = {
      from: t.arg({ type: 'Date', description: fromDay }),
      to: t.arg({ type: 'Date', description: toDayPast }),
    };
    return {
      activity: t.field({
        type: activity,
        cost: statisticCost(statsActivityAggregate),
        description: 'Sums over a range of days; null where nothing is counted.',
        args: range,
        resolve: async (user, args, context) => {
          const days = pastDays(context, args);
          const row = await loadStatistic(context, statsActivityAggregate, days, user.id);
          return row as unknown as ActivityAggregateRecord | null;
        },
      }),
      dailyActivity: t.field({
        type: [day],
        cost: (place) => times(daysCost(place), daysOf(place.args)),
        nullable: wireList,
        description: `Each day of a range of at most ${maxDays}; null where nothing is counted.`,
        args: range,
        resolve: async (user, args, context) => {
          const days = await loadDays(context, pastDays(context, args, maxDays), user.id);
          return objectsOf(days, (day) => ({ userId: user.id, day }));
        },
      }),
      calls: t.field({
        type: userCalls,
        cost: (place) => dayCallsCost({ ...place, flow: daysCost(place) }),
        description:
          'Calls the user had to do with in a range of days, by the day they first counted on, earliest first.',
        args: {
          ...t.arg.connectionArgs(),
          ...range,
          roles: t.arg({ type: [role], description: rolesText }),
        },
        resolve: async (user, { from, to, roles, ...args }, context, info) => {
          const range = pastDays(context, { from, to });
          const list = `User.calls/${user.id}/${range.from}/${range.to}`;
          const opened = openUserCalls(context, { roles, args, list });
          const days = (await loadDays(context, range, user.id)) ?? [];
          return listUserCalls(context, info, days, opened);
        },
      }),
    };
  });

  return { activity, dailyActivity: userDays(graph, day) };
}

function userDays({ builder, calls }: Graph, day: Ref<DayRow>): Ref<ActivityByDayRecord> {
  return builder.objectRef<ActivityByDayRecord>('UserDailyActivity').implement({
    description: 'What a user did with calls, day by day.',
    fields: (t) => ({
      user: t.field({
        type: calls.user,
        description: 'The user.',
        resolve: (row, _args, context, info) => linkUser(context, info, row.userId),
      }),
      userEmailAddress: t.field({
        type: 'EmailAddress',
        description: "The user's address.",
        resolve: (row) => row.userEmailAddress,
      }),
      days: t.field({
        type: [day],
        cost: (place) => times(place.flow, maxDays),
        nullable: wireList,
        description: 'The days of the range.',
        resolve: (row) =>
          objectsOf(row.userDailyActivityStats ?? [], (day) => ({ userId: row.userId, day })),
      }),
    }),
  });
}

/** A count for each measure, named as the platform names it. */
function measureFields<Shape>(
  t: ObjectFieldBuilder<Types, Shape>,
  read: (row: Shape, name: ActivityMeasure) => number | undefined,
) {
  return Object.fromEntries(
    measureNames.map((name) => [
      name,
      t.int({
        description: `How many calls ${measures[name].calls}.`,
        resolve: (row) => read(row as Shape, name),
      }),
    ]),
  );
}
