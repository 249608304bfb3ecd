/** Relay's node and nodes: any object of the graph by its global id. */

import type { GraphQLResolveInfo } from 'graphql';
import { normalizeCrmId } from '../contract/crm/id.ts';
import type { GraphContext } from '../engine/context.ts';
import type { Args } from '../engine/plan/argument.ts';
import type { Fanout } from '../engine/plan/cost-sum.ts';
import type { Cost } from '../engine/plan/field-cost.ts';
import { asError, UserInputError } from '../errors.ts';
import type { MaybePromise } from '../fetch/maybe-promise.ts';
import type { NodeSource } from './calls/query-field.ts';
import { linkedRecordsCost } from './crm/record-cost.ts';
import { selectedRecords } from './crm/reference.ts';
import { decodeGlobalId } from './global-id.ts';
import type { TypeRegistry } from './type-registry.ts';

/** By type name; types of the CRM are found through its model. */
export type NodeSources = ReadonlyMap<string, NodeSource>;

/** Cost of objects by global ids: one batch per type. An invalid id costs nothing. */
export const nodesCost =
  (sources: NodeSources, idsOf: (args: Args) => readonly unknown[]): Cost =>
  (fieldPlace) => {
    const { model } = fieldPlace.context;
    const counts = fieldPlace.given('ids by type', (args) => countByType(idsOf(args)));
    const byType = counts.flatMap(([name, rows]): [string, Fanout][] => {
      const object = model.objectOfType(name);
      const cost = sources.get(name)?.cost ?? (object && linkedRecordsCost(object));
      return cost === undefined ? [] : [[name, cost(fieldPlace.of({ rows, batches: 1 }))]];
    });
    return { ...fieldPlace.fanout, byType: new Map(byType) };
  };

/** Number of distinct ids of each type, the types in the order of their names. */
function countByType(ids: readonly unknown[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const id of new Set(ids)) {
    const typename = decodedOrNull(String(id))?.typename;
    if (typename !== undefined) counts.set(typename, (counts.get(typename) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function decodedOrNull(id: string): ReturnType<typeof decodeGlobalId> | null {
  try {
    return decodeGlobalId(id);
  } catch {
    return null;
  }
}

/**
 * Loads the object of a global id, of whatever type; synchronous where it is cached. @throws
 * UserInputError for an id that can't be one of this graph.
 */
export type LoadNode = (
  globalId: string,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => MaybePromise<unknown>;

export function defineNodes({ builder }: TypeRegistry, sources: NodeSources): LoadNode {
  const load: LoadNode = (globalId, context, info) => {
    const { typename, id } = decodeGlobalId(globalId);
    const source = sources.get(typename);
    return source === undefined
      ? loadCrmNode(typename, id, context, info)
      : source.load(id, context, info);
  };
  builder.queryFields((t) => ({
    node: t.field({
      type: builder.nodeInterfaceRef(),
      cost: nodesCost(sources, ({ id }) => [id]),
      description: 'Any object by its global id; null when it does not exist or may not be seen.',
      args: { id: t.arg.id({ required: true, description: 'Global id.' }) },
      resolve: (_root, { id }, context, info) => load(String(id), context, info),
    }),
    nodes: t.field({
      type: [builder.nodeInterfaceRef()],
      cost: nodesCost(sources, ({ ids }) => ids as readonly unknown[]),
      nullable: { list: false, items: true },
      description: 'Objects by their global ids, in the order asked for, null where there is none.',
      args: {
        ids: t.arg.idList({ required: true, description: 'Global ids; at most 100.' }),
      },
      resolve: (_root, { ids }, context, info) => {
        if (ids.length > 100) {
          throw new UserInputError(`Expected at most 100 ids, got ${ids.length}.`);
        }
        return ids.map((id) => orError(() => load(String(id), context, info)));
      },
    }),
  }));
  return load;
}

/** An executor takes an Error among a list's items for the failure of that item. */
function orError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    return asError(error) as never;
  }
}

function loadCrmNode(
  typename: string,
  id: string,
  context: GraphContext,
  info: GraphQLResolveInfo,
): unknown {
  const object = context.model.objectOfType(typename);
  const recordId = normalizeCrmId(id);
  // Clients that normalise take what they get for what they asked for: a second id of a record is none.
  if (recordId !== null && recordId !== id)
    throw new UserInputError(
      'Expected a global id as this graph hands them out, with the id of the CRM in 18 characters; got 15. A root field takes either: account(by: { upstreamId: … }).',
    );
  if (object === undefined || recordId === null || context.model.objectOfId(recordId) !== object) {
    throw new UserInputError(`Expected the global id of an object of this graph, got another id.`);
  }
  return selectedRecords(context, info, object).load(recordId);
}
