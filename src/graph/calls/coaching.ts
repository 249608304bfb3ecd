/** Coaching: how much managers and their people listen to, attend and comment on calls. */

import type { GraphQLResolveInfo } from 'graphql';
import { coaching, coachingRow } from '../../contract/calls/coaching.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import type { GraphContext } from '../../engine/context.ts';
import { listOfEach } from '../../engine/plan/field-cost.ts';
import type { Connection, PageArgs } from '../../fetch/connection.ts';
import { connectionType } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { anyPlatformId } from './call-filter.ts';
import { visibleUsers } from './call-visibility.ts';
import { type DayArgs, dayRange, fromDay, toDay } from './day-range.ts';
import { implementDeclared } from './declared-field.ts';
import { CoachingRow } from './platform-row.ts';
import {
  keyedConnection,
  linkSetting,
  openWindow,
  ownedRows,
  settingRows,
} from './platform-setting.ts';
import { linkUser } from './user-loader.ts';

export function defineCoaching(graph: TypeRegistry): void {
  const { builder, calls } = graph;
  const row = builder.objectRef<CoachingRow>(coachingRow.name);
  implementDeclared(graph, row, coachingRow);
  builder.objectFields(row, (t) => ({
    manager: t.field({
      type: calls.user,
      description: 'Whose team it is.',
      resolve: ({ managerId }, _args, context, info) => linkUser(context, info, managerId),
    }),
    workspace: t.field({
      type: calls.workspace,
      description: 'The workspace whose calls count.',
      resolve: ({ workspaceId }, _args, context, info) =>
        linkSetting(context, info, workspace, workspaceId),
    }),
  }));
  const connection = connectionType<CoachingRow>(builder, row, {
    name: 'Coaching',
    description: 'members of a team.',
  });
  const cost = 'Each team costs a call upstream.';
  const workspaceText = 'Global or upstream id of the workspace whose calls count.';

  builder.objectField(calls.user, 'coaching', (t) =>
    t.field({
      type: connection,
      cost: listOfEach,
      description: `What the user, as a manager, and each direct report did with calls. ${cost}`,
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({ required: true, description: workspaceText }),
        from: t.arg({ type: 'Date', description: fromDay }),
        to: t.arg({ type: 'Date', description: toDay }),
      },
      resolve: (user, { workspace, from, to, ...args }, context, info) =>
        listTeam(context, info, workspace, user.id, { from, to }, args),
    }),
  );
  builder.queryField('coaching', (t) =>
    t.field({
      type: connection,
      cost: listOfEach,
      description: `What a manager and each direct report did with calls. ${cost}`,
      args: {
        ...t.arg.connectionArgs(),
        workspace: t.arg.id({ required: true, description: workspaceText }),
        manager: t.arg.id({ required: true, description: 'Global or upstream id of the manager.' }),
        from: t.arg({ type: 'Date', description: fromDay }),
        to: t.arg({ type: 'Date', description: toDay }),
      },
      resolve: (_root, { workspace, manager, from, to, ...args }, context, info) =>
        listTeam(context, info, workspace, anyPlatformId(manager, 'User'), { from, to }, args),
    }),
  );
}

async function listTeam(
  context: GraphContext,
  info: Pick<GraphQLResolveInfo, 'path'>,
  workspace: string,
  managerId: string,
  days: DayArgs,
  args: PageArgs,
): Promise<Connection<CoachingRow>> {
  const workspaceId = anyPlatformId(workspace, 'Workspace');
  const { from, to } = dayRange(context, days);
  const list = `coaching/${workspaceId}/${managerId}`;
  const opened = openWindow(context, args, { list, filter: `${from}/${to}` });
  const all = await settingRows(context, coaching, {
    'workspace-id': workspaceId,
    'manager-id': managerId,
    from,
    to,
  });
  const visible = await visibleUsers(context);
  const rows =
    visible === null
      ? all
      : ownedRows(context, info, all, 'userId', (userId) => userId !== null && visible.has(userId));
  const team = { workspaceId, managerId };
  return keyedConnection(
    context,
    info,
    coaching,
    rows,
    opened,
    (id, row) => new CoachingRow(team, id, row),
  );
}
