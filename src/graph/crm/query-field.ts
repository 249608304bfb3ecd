/** Root fields of the CRM half: one record by its key, and the list of each object. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { rootNames } from '../../contract/crm/naming.ts';
import type { GraphContext } from '../../engine/context.ts';
import { planned } from '../../engine/plan/resolve-info.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import type { PageArgs } from '../../fetch/connection.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { type KeyInput, upstreamId } from '../root-lookup.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { loneWindows } from './child.ts';
import { type ListRequest, listRecords } from './list.ts';
import type { CrmShared } from './object-type.ts';
import { computedOrderOf, type Order } from './order.ts';
import type { Filter } from './post-filter.ts';
import { listRanked } from './ranked-list.ts';
import { listCost, recordCost } from './record-cost.ts';
import { loadRecord } from './record-loader.ts';
import { planOf } from './reference.ts';
import { crmType } from './type-reference.ts';

export function defineCrmQueries(graph: TypeRegistry, shared: CrmShared): void {
  for (const object of graph.model.objects) {
    const { row, connection } = crmType(graph.crm, object.name);
    const [singular, plural] = rootNames(object.typeName);
    // Of objects without such a condition of their own, the filters of parents may hold one.
    const { outer, ranking } = shared;
    graph.builder.queryFields((t) => ({
      [singular]: t.field({
        type: row,
        cost: recordCost(object),
        description: `${object.description} Null when there is none of that id.`,
        args: { by: t.arg({ type: graph.key, required: true, description: 'Which one.' }) },
        resolve: (_root, { by }, context, info) => {
          const id = recordId(context.model, object, by);
          const plan = planOf(context, info, object);
          const { windows, start } = loneWindows(context, planned(info).binding, plan);
          start(context, id);
          return loadRecord(context, object, id, plan.paths, windows);
        },
      }),
      [plural]: t.field({
        type: connection,
        cost: listCost(object, outer, ranking),
        description: `Records of the CRM's object ${object.name}.`,
        args: {
          ...t.arg.connectionArgs(),
          filter: t.arg({
            type: getOrThrow(shared.filters, object.name),
            description:
              'Which records; evaluated by the CRM, where a condition does not say otherwise.',
          }),
          orderBy: t.arg({
            type: [getOrThrow(shared.orders, object.name)],
            description: 'In which order; by id unless said otherwise.',
          }),
          ...(graph.model.field(object.name, 'IsDeleted') !== undefined && {
            includeDeleted: t.arg({
              type: 'Boolean',
              description:
                'Deleted records, too, while they are in the recycle bin: `isDeleted` tells them apart. Over own accounts alone.',
            }),
          }),
        },
        resolve: (_root, { filter, orderBy, includeDeleted, ...args }, context, info) => {
          const requested = filter as Filter | null | undefined;
          const request: ListRequest = {
            args: args as PageArgs,
            filter: includeDeleted === true ? deletedToo(context, requested) : requested,
            orderBy: orderBy as readonly Order[] | null | undefined,
            outer,
          };
          const ranked = computedOrderOf(ranking, request.orderBy);
          if (ranked === null) return listRecords(context, info, object, request);
          const rank = ranking.rank(context, object, ranked.input);
          return listRanked(context, info, object, request, rank, ranked.direction);
        },
      }),
    }));
  }
}

/**
 * The filter, for deleted records as well: a condition on `IsDeleted` has the service look at all.
 * @throws UserInputError where the CRM's service hands out none
 */
function deletedToo({ connector }: GraphContext, filter: Filter | null | undefined): Filter {
  if (!connector.readsAllRows())
    throw new UserInputError(
      'Expected no `includeDeleted`: deleted records are handed out over own accounts alone, and this CRM is read through another connector service.',
    );
  const either = { or: [{ isDeleted: { eq: true } }, { isDeleted: { eq: false } }] };
  const conditions = (filter?.and ?? []) as readonly Filter[];
  return { ...filter, and: [...conditions, either] };
}

/** accounts, contentVersions, opportunityHistories */
export const pluralName = ({ typeName }: CrmObject): string => rootNames(typeName)[1];

/** @throws UserInputError for an id that is none, or one of another object. */
function recordId(model: CrmModel, object: CrmObject, by: KeyInput): string {
  const requestedId = upstreamId(by, object.typeName);
  const id = normalizeCrmId(requestedId);
  if (id === null || model.objectOfId(id) !== object) {
    throw new UserInputError(
      `Expected the id of a record of ${object.name} (15 or 18 characters, beginning with ${object.keyPrefix}), got ${JSON.stringify(beginningOf(requestedId, 40))}.`,
    );
  }
  return id;
}
