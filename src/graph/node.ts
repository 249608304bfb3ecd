/** Relay's node and nodes: any object of the graph by its global id. */

import type { GraphQLResolveInfo } from 'graphql';
import { UserInputError } from '../errors.ts';
import { normalizeCrmId } from '../records/crm/id.ts';
import { loadCall } from './calls/call-loader.ts';
import { settingNodeLoaders } from './calls/node-loader.ts';
import { loadUser } from './calls/user-loader.ts';
import type { GraphContext } from './context.ts';
import { loadRecord } from './crm/record-loader.ts';
import { planOf, windowsOf } from './crm/reference.ts';
import { decodeGlobalId } from './global-id.ts';
import type { Graph } from './graph.ts';
import { platformId } from './key.ts';
import { neededParts } from './needs.ts';
import { nodeOf } from './plan/info.ts';

/** Fetches the object behind a decoded id with what the selection needs; null when there is none. */
export type NodeLoader = (id: string, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** By type name; types of the CRM are found through its model. */
export type NodeLoaders = ReadonlyMap<string, NodeLoader>;

export const callNodeLoaders: NodeLoaders = new Map<string, NodeLoader>([
  [
    'Call',
    (id, context, info) => {
      const parts = new Set(neededParts(nodeOf(info), 'Call'));
      // Existence is part of the question: a node nobody has is null.
      return loadCall(context, platformId(id), parts.add('metaData'));
    },
  ],
  ['User', (id, context) => loadUser(context, platformId(id))],
  ...settingNodeLoaders,
]);

/** Fetches what a global id names, of whatever type. @throws UserInputError for an id that can't be one of this graph. */
export type LoadNode = (
  globalId: string,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => Promise<unknown>;

export function defineNodes({ builder }: Graph, loaders: NodeLoaders): LoadNode {
  const load: LoadNode = async (globalId, context, info) => {
    const { typename, id } = decodeGlobalId(globalId);
    const loader = loaders.get(typename);
    return loader === undefined
      ? loadCrmNode(typename, id, context, info)
      : loader(id, context, info);
  };
  builder.queryFields((t) => ({
    node: t.field({
      type: builder.nodeInterfaceRef(),
      description: 'Any object by its global id; null when it does not exist or may not be seen.',
      args: { id: t.arg.id({ required: true, description: 'Global id.' }) },
      resolve: (_root, { id }, context, info) => load(String(id), context, info),
    }),
    nodes: t.field({
      type: [builder.nodeInterfaceRef()],
      nullable: { list: false, items: true },
      description: 'Objects by their global ids, in the order asked for, null where there is none.',
      args: {
        ids: t.arg.idList({ required: true, description: 'Global ids; at most 100.' }),
      },
      resolve: (_root, { ids }, context, info) => {
        if (ids.length > 100) {
          throw new UserInputError(`Expected at most 100 ids, got ${ids.length}.`);
        }
        return ids.map((id) => load(String(id), context, info));
      },
    }),
  }));
  return load;
}

function loadCrmNode(
  typename: string,
  id: string,
  context: GraphContext,
  info: GraphQLResolveInfo,
): unknown {
  const object = context.model.objectOfType(typename);
  const recordId = normalizeCrmId(id);
  if (object === undefined || recordId === null || context.model.objectOfId(recordId) !== object) {
    throw new UserInputError(`Expected the global id of an object of this graph, got another id.`);
  }
  const { paths } = planOf(context, info, object);
  return loadRecord(context, object, recordId, paths, windowsOf(context, info, object));
}
