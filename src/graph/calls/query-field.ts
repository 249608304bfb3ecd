/** Root fields of the call-analytics half: the lists, one object by its key, and objects by global id. */

import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { metaPart } from '../../contract/calls/call.ts';
import { scorecard } from '../../contract/calls/scorecard.ts';
import { tracker } from '../../contract/calls/tracker.ts';
import { users } from '../../contract/calls/user.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import { entityKey } from '../../contract/entity-spec.ts';
import { type GraphContext, listCursors } from '../../engine/context.ts';
import {
  type Cost,
  type FieldPlace,
  oneOfEach,
  tokenPagesCost,
  wholeObject,
} from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import {
  connectionSelection,
  neededByRows,
  neededParts,
} from '../../engine/plan/row-requirement.ts';
import { UserInputError } from '../../errors.ts';
import {
  type Connection,
  filterArgs,
  mapNodes,
  type PageArgs,
  readWindow,
} from '../../fetch/connection.ts';
import { keylessRow } from '../../fetch/read-by-key.ts';
import { tokenConnection } from '../../fetch/token-window.ts';
import { forwardArgs, reported, reportIncomplete } from '../connection-type.ts';
import { platformId, upstreamId } from '../root-lookup.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { loadReview, reviewByCallCost } from './answered-scorecard-loader.ts';
import { type CallFilter, takesIndex } from './call-filter.ts';
import { callListCost, type IndexedCalls, onlyHosted, readCallWindow } from './call-list.ts';
import { callByIdCost, loadCall } from './call-loader.ts';
import { type CallOrderEnum, checkOrder } from './call-order.ts';
import { listsFromIndex } from './call-visibility.ts';
import { loadFolder } from './library.ts';
import type { UserRow } from './platform-row.ts';
import { loadSetting, type Setting } from './platform-setting.ts';
import { userList } from './user-list.ts';
import { loadUser, userByIdCost, userRow } from './user-loader.ts';

/** Whether the participant index answers, by the arguments of `calls`; else the platform does. */
const isOfIndex = (
  context: GraphContext,
  { filter, order }: Readonly<Record<string, unknown>>,
): boolean =>
  takesIndex((filter ?? {}) as CallFilter) ||
  listsFromIndex(context) ||
  (order === 'newest' && context.participants.isIndexed);

const readsIndex = (fieldPlace: FieldPlace): boolean =>
  fieldPlace.given('calls of the index', (args, context) => isOfIndex(context, args));

interface CallListInputs {
  readonly filter: InputRef<CallFilter>;
  readonly order: CallOrderEnum;
}

export function defineCallQueries(
  { builder, calls, key }: TypeRegistry,
  inputs: CallListInputs,
  indexed: IndexedCalls,
): void {
  builder.queryFields((t) => ({
    call: t.field({
      type: calls.call,
      cost: callByIdCost,
      description: 'A call; null when the platform does not have it.',
      args: { by: t.arg({ type: key, required: true, description: 'Which one.' }) },
      resolve: (_root, { by }, context, info) => {
        const parts = new Set(neededParts(nodeOf(info), 'Call'));
        return loadCall(context, platformId(upstreamId(by, 'Call')), parts.add(metaPart));
      },
    }),
    calls: t.field({
      type: calls.callConnection,
      cost: (fieldPlace) =>
        readsIndex(fieldPlace) ? indexed.cost(fieldPlace) : callListCost(fieldPlace),
      description:
        'Calls by their scheduled time, earliest first; by their start with order NEWEST, with "about" or "participants" in the filter, and for viewers who see some of the calls.',
      args: {
        ...forwardArgs(t.arg),
        filter: t.arg({ type: inputs.filter, description: 'Which calls.' }),
        order: t.arg({
          type: inputs.order,
          description:
            'Which come first, the earliest unless given; the latest only from the participant index, for a time that it knows, and without private calls for viewers who may not read them.',
        }),
      },
      resolve: (_root, args, context, info) => {
        const { order } = args;
        // The cursors of the list are bound to all of it.
        const { filter: members, ...others } = filterArgs(args);
        const filter: CallFilter = { ...members, ...others };
        const node = nodeOf(info);
        const more = connectionSelection(node).fields.has('pageInfo');
        const parts = node.memo('parts', () => new Set(neededByRows(node, 'Call')).add(metaPart));
        const request = { args, filter, parts, more };
        if (isOfIndex(context, args))
          return indexed.list(context, info, request, order ?? 'oldest');
        checkOrder(order ?? 'oldest', {});
        if (order === 'newest')
          throw new UserInputError(
            'Expected order OLDEST, got NEWEST: the platform lists calls from the earliest on, and the participant index, which lists them from either end, is off here. INDEX=on switches it on.',
          );
        return readCallWindow(context, request).then((list) => {
          if (context.rowAccess !== null) reportIncomplete(context, info, onlyHosted);
          return reported(context, info, list);
        });
      },
    }),
    user: t.field({
      type: calls.user,
      cost: userByIdCost,
      description: 'A user of the call-analytics platform; null when there is none of that id.',
      args: { by: t.arg({ type: key, required: true, description: 'Which one.' }) },
      resolve: (_root, { by }, context) => loadUser(context, platformId(upstreamId(by, 'User'))),
    }),
    users: t.field({
      type: calls.userConnection,
      cost: (fieldPlace) => tokenPagesCost(fieldPlace),
      description: 'Users of the call-analytics platform by ascending id.',
      args: forwardArgs(t.arg),
      resolve: (_root, args, context, info) => {
        const { fields } = connectionSelection(nodeOf(info));
        return listUsers(context, args, fields.has('pageInfo')).then((list) =>
          reported(context, info, list),
        );
      },
    }),
  }));
}

async function listUsers(
  context: GraphContext,
  args: PageArgs,
  more: boolean,
): Promise<Connection<UserRow>> {
  const cursors = listCursors(context, 'users', '', 'id');
  const window = readWindow(args, context.pageLimits);
  const connection = await tokenConnection(userList(context), window, cursors, { more });
  return mapNodes(connection, (row) => {
    const id = entityKey(users, row);
    return id === null ? (keylessRow(users) as never) : userRow(id, row);
  });
}

type Load = (id: string, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** Source of a node type: the loader by decoded id, and its cost. */
export interface NodeSource {
  readonly load: Load;
  readonly cost: Cost;
}

const setting = (type: Setting): readonly [string, NodeSource] => [
  type.name,
  {
    load: (id, context) => loadSetting(context, type, platformId(id)),
    cost: wholeObject(type.name),
  },
];

/** By type name. */
export const callNodeSources: ReadonlyMap<string, NodeSource> = new Map<string, NodeSource>([
  [
    'Call',
    {
      load(id, context, info) {
        const parts = new Set(neededParts(nodeOf(info), 'Call'));
        // Fetched even for its id alone, because a node that does not exist is null.
        return loadCall(context, platformId(id), parts.add(metaPart));
      },
      cost: callByIdCost,
    },
  ],
  ['User', { load: (id, context) => loadUser(context, platformId(id)), cost: userByIdCost }],
  setting(workspace),
  setting(tracker),
  setting(scorecard),
  [
    'LibraryFolder',
    { load: async (pair, context) => loadFolder(context, ...idPair(pair)), cost: oneOfEach },
  ],
  [
    'AnsweredScorecard',
    { load: async (pair, context) => loadReview(context, ...idPair(pair)), cost: reviewByCallCost },
  ],
]);

/** Splits the id of an object that is found by two platform ids. @throws UserInputError */
function idPair(pair: string): readonly [string, string] {
  const [outer, inner, ...others] = pair.split('/');
  if (outer === undefined || inner === undefined || others.length > 0) {
    throw new UserInputError('Expected a global id as this graph hands them out, got another id.');
  }
  return [platformId(outer), platformId(inner)];
}
