/** What root fields ask that lead to objects of many types: nodes, entities, search, free queries, aggregates. */

import { getNamedType, isCompositeType } from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { CrmModel, CrmObject } from '../../records/crm/model.ts';
import { parseFreeQuery } from '../../soql/free-query.ts';
import { planRecord } from '../crm/plan.ts';
import { policyOf } from '../crm/soql.ts';
import { decodeGlobalId } from '../global-id.ts';
import { connectionSelection, objectType } from '../needs.ts';
import { callReviewPrice, loadCalls, oneSetting, usersById } from './calls.ts';
import { linkRecords, loadRecords, sizeOf } from './crm.ts';
import type { Flow } from './reckoning.ts';
import type { Place, Rule, Walk } from './walk.ts';

/** Groups of an aggregate nobody gave a number for. */
const usualGroups = 100;
const usualHits = 25;

const texts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/** Objects by global ids: each type's in one batch. */
function byIds(walk: Walk, place: Place, ids: readonly string[]): null {
  const counts = new Map<string, Set<string>>();
  for (const id of ids) {
    const named = decoded(id);
    if (named === null) continue;
    counts.set(named.typename, (counts.get(named.typename) ?? new Set()).add(named.id));
  }
  for (const [name, own] of counts) {
    const type = place.node.operation.source.schema.getType(name);
    if (!isCompositeType(type)) continue;
    const found = nodesOf(walk, place, name, { rows: own.size, waves: 1 });
    if (found !== null) walk.descend(type, place.node, found);
  }
  return null;
}

/** Null for an id that the field itself will refuse. */
function decoded(id: string): ReturnType<typeof decodeGlobalId> | null {
  try {
    return decodeGlobalId(id);
  } catch {
    return null;
  }
}

function nodesOf(walk: Walk, place: Place, name: string, flow: Flow): Flow | null {
  const object = walk.context.model.objectOfType(name);
  if (object !== undefined) {
    const { paths } = planRecord(place.node, walk.context.model, object);
    return loadRecords(walk, object, flow, paths);
  }
  switch (name) {
    case 'Call':
      return loadCalls(walk, [place.node], flow, true);
    case 'User':
      return usersById(walk, flow);
    case 'AnsweredScorecard':
      return walk.reckoning.priced('reviews call', flow, callReviewPrice);
    case 'LibraryFolder':
      walk.reckoning.add(flow.rows);
      return flow;
    default:
      return oneSetting(name)(walk, { ...place, flow });
  }
}

const search: Rule = (walk, { node, args }) => {
  const { first, types } = args;
  const rows = typeof first === 'number' ? first : usualHits;
  const names = Array.isArray(types) ? texts(types) : ['Account', 'Contact', 'Lead', 'Opportunity'];
  const objects = [...new Set(names)].flatMap((name) => walk.context.model.object(name) ?? []);
  if (rows <= 0 || objects.length === 0) return null;
  walk.reckoning.add(1);
  for (const object of objects)
    walk.descend(objectType(node, object.typeName), node, { rows, waves: 1, level: 0 });
  return null;
};

/**
 * The statement itself, and the records its rows are about. One that is refused costs nothing: it
 * is an error of the field alone.
 */
const soql: Rule = (walk, { node, args }) => {
  const { model } = walk.context;
  const name = queriedObject(String(args.query), model);
  if (name === null) return null;
  walk.reckoning.add(1);
  const { rows } = connectionSelection(node);
  const nodes = walk.below('SoqlRow', 'record', rows);
  const object = model.object(name);
  if (object !== undefined) {
    linkRecords(walk, object, nodes, { rows: sizeOf(walk, args), waves: 1 });
  }
  return null;
};

/** What a free query selects from; null for one that is refused. */
function queriedObject(query: string, model: CrmModel): string | null {
  try {
    return parseFreeQuery(query, policyOf(model)).object;
  } catch (error) {
    if (error instanceof UserInputError) return null;
    throw error;
  }
}

/** One statement, and the records its groups are named after. */
export const aggregate =
  (object: CrmObject): Rule =>
  (walk, { node, args }) => {
    const { first, groupBy } = args;
    const rows = typeof first === 'number' ? first : usualGroups;
    if (rows <= 0) return null;
    walk.reckoning.add(1);
    const group = objectType(node, `${object.typeName}Group`);
    const keyType = getNamedType(group.getFields().keys!.type).name;
    const keys = walk.below(group.name, 'keys', [node]);
    const nodes = walk.below(keyType, 'record', keys);
    const grouped = Array.isArray(groupBy) ? (groupBy as { readonly field: string }[]) : [];
    for (const { field } of nodes.length === 0 ? [] : grouped) {
      const to = walk.context.model.field(object.name, field)?.spec.reference?.to ?? [];
      for (const target of to.flatMap((name) => walk.context.model.object(name) ?? []))
        linkRecords(walk, target, nodes, { rows, waves: 1 });
    }
    return null;
  };

export const rootRules: Readonly<Record<string, Rule>> = {
  'Query.node': (walk, place) => byIds(walk, place, texts([place.args.id])),
  'Query.nodes': (walk, place) => byIds(walk, place, texts(place.args.ids)),
  'Query._entities': (walk, place) => {
    const given = place.args.representations as readonly { readonly id?: unknown }[];
    return byIds(
      walk,
      place,
      given.map(({ id }) => String(id)),
    );
  },
  'Query._service': () => null,
  'Query.search': search,
  'Query.soql': soql,
  'Query.indexStatus': () => null,
};
