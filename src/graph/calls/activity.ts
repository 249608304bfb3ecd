/** Daily activity of a user: the calls of each day by the user's role. */

import type { EnumRef } from '@pothos/core';
import {
  type ActivityMeasure,
  activityMeasures,
  activityRoles,
  dailyActivity,
  longestRange,
  statsActivityDayByDay,
} from '../../contract/calls/statistics.ts';
import { objectsOf } from '../../contract/wire/upstream-value-reader.ts';
import type { Args } from '../../engine/plan/argument.ts';
import { times } from '../../engine/plan/cost-sum.ts';
import type { Builder, Types } from '../builder.ts';
import { wireList } from '../builder.ts';
import { connectionType } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { defaultDays, fromDay, pastDays, toDayPast } from './day-range.ts';
import { partType } from './declared-field.ts';
import { type CallRow, Part } from './platform-row.ts';
import { mostUserDays, statisticCost } from './statistic-loader.ts';
import {
  dayCallsCost,
  listUserCalls,
  loadCallDays,
  loadDays,
  openUserCalls,
  readableDays,
  type UserCallConnection,
  type UserCallEdge,
} from './user-call.ts';

const mostDays = ({ from, to }: Args): number =>
  (from ?? to ?? null) === null ? defaultDays : longestRange;
const daysCost = statisticCost(statsActivityDayByDay);

function createCallRole(builder: Builder): EnumRef<Types, ActivityMeasure> {
  const values = activityMeasures.map((value) => {
    const [role, calls] = activityRoles[value];
    return [role, { value, description: `Calls ${calls}.` }] as const;
  });
  return builder.enumType('CallRole', {
    description: 'What a user had to do with a call, as the platform counts it.',
    values: Object.fromEntries(values) as Record<string, { readonly value: ActivityMeasure }>,
  });
}

export function defineActivity(graph: TypeRegistry): void {
  const { builder, calls } = graph;
  const role = createCallRole(builder);
  const userCalls = connectionType<CallRow, UserCallConnection, UserCallEdge>(builder, calls.call, {
    name: 'UserCall',
    description: 'calls a user had to do with.',
    edgeFields: (t) => ({
      roles: t.expose('roles', {
        type: [role],
        nullable: { list: false, items: false },
        description: 'What the user had to do with the call, of the roles asked for.',
      }),
      countedAt: t.field({
        type: 'DateTime',
        description: 'Begin of the first day of the range on which the call counted.',
        resolve: (edge) => edge.countedAt as string | null,
      }),
    }),
  });
  const rolesText = 'What the user had to do with the calls. Default: anything.';
  const day = partType(graph, dailyActivity);

  builder.objectField(day, 'calls', (t) =>
    t.field({
      type: userCalls,
      cost: dayCallsCost,
      description: 'The calls counted.',
      args: {
        ...t.arg.connectionArgs(),
        roles: t.arg({ type: [role], description: rolesText }),
      },
      resolve: ({ record, owner }, { roles, ...args }, context, info) => {
        const list = `DailyActivity.calls/${owner.id}/${String(record.fromDate)}`;
        const opened = openUserCalls(context, { roles, args, list });
        return listUserCalls(context, info, owner.id, [record], opened);
      },
    }),
  );

  builder.objectFields(calls.user, (t) => {
    const range = {
      from: t.arg({ type: 'Date', description: fromDay }),
      to: t.arg({ type: 'Date', description: toDayPast }),
    };
    return {
      dailyActivity: t.field({
        type: [day],
        cost: (fieldPlace) => times(daysCost(fieldPlace), mostDays(fieldPlace.args)),
        nullable: wireList,
        description: `Each day of a range of at most ${longestRange}; null where nothing is counted.`,
        args: range,
        resolve: async (user, args, context) => {
          const row = await loadDays(context, pastDays(context, args, longestRange), user.id);
          return (
            row && objectsOf(row.record.userDailyActivityStats ?? [], (day) => new Part(day, row))
          );
        },
      }),
      calls: t.field({
        type: userCalls,
        cost: (fieldPlace) => dayCallsCost(fieldPlace.of(daysCost(fieldPlace))),
        description:
          'Calls the user had to do with in a range of days, by the day they first counted on, earliest first.',
        args: {
          ...t.arg.connectionArgs(),
          ...range,
          roles: t.arg({ type: [role], description: rolesText }),
        },
        resolve: async (user, { from, to, roles, ...args }, context, info) => {
          const range = pastDays(context, { from, to }, mostUserDays);
          const list = `User.calls/${user.id}/${range.from}/${range.to}`;
          const opened = openUserCalls(context, { roles, args, list });
          const row = await loadCallDays(context, range, user.id);
          const days = row === null ? [] : readableDays(context, info, row);
          return listUserCalls(context, info, user.id, days, opened);
        },
      }),
    };
  });
}
