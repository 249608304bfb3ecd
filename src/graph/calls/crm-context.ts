/** CRM context: records that the platform linked to calls and parties, as they are now or were at the call. `links/` joins them with the CRM. */

import { contextPart, contextThenPart } from '../../contract/calls/call.ts';
import { crmContext } from '../../contract/calls/call-content.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { objectsOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { prefetched } from '../../engine/plan/field-cost.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { wireList } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';
import { Part, type RowSource } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';

export function defineCrmContext(graph: TypeRegistry): void {
  const { builder, calls } = graph;
  const context = partType(graph, crmContext);
  // A list of one: an organisation has one CRM.
  builder.objectFields(calls.call, (t) => ({
    crmContext: t.field({
      type: [context],
      cost: prefetched,
      nullable: wireList,
      description: 'CRM records the platform linked to the call, as they are now.',
      ...needs(contextPart),
      resolve: unlessPrivate((call, _args, context) => visible(context, timed(call, 'Now'))),
    }),
    crmContextAtCall: t.field({
      type: [context],
      cost: prefetched,
      nullable: wireList,
      description: 'The same records as they were when the call took place.',
      ...needs(contextPart, contextThenPart),
      resolve: unlessPrivate((call, _args, context) => visible(context, timed(call, 'TimeOfCall'))),
    }),
  }));
  builder.objectField(calls.party, 'crmContext', (t) =>
    t.field({
      type: [context],
      cost: prefetched,
      nullable: wireList,
      description: 'CRM records the platform linked to the party, as they are now.',
      ...needs(contextPart),
      resolve: (party, _args, context) => visible(context, timed(party, 'Now')),
    }),
  );
}

/** Objects of one timing: an answer may hold a record twice, as it is and as it was. */
function timed({ record, owner }: RowSource, timing: 'Now' | 'TimeOfCall') {
  return objectsOf(record.context ?? [], (context: Row): Part => {
    const { objects = [] } = context;
    // Objects without a time count as current, so that none is left out of both lists.
    const isOf = (object: unknown) =>
      (isObject(object) && object.timing === 'TimeOfCall') === (timing === 'TimeOfCall');
    return new Part(
      { ...context, objects: Array.isArray(objects) ? objects.filter(isOf) : objects },
      owner,
    );
  });
}

type Linked = readonly (Part | null)[];

/**
 * The links to what the viewer may see, as far as their ids tell: accounts, deals and users. A contact or lead of a
 * party is told by `contact` and `lead`, which read it. A CRM of which nothing is left is left out.
 */
function visible(context: GraphContext, parts: Linked | null): MaybePromise<Linked | null> {
  const { rowAccess } = context;
  if (rowAccess === null || parts === null) return parts;
  return thenMaybe(rowAccess.anchors(), ({ accountIds, accountIdsAbove, dealIds }) => {
    const sees = (object: unknown): boolean => {
      const { objectType, objectId } = isObject(object) ? object : {};
      if (objectType === 'User') return true;
      const id = typeof objectId === 'string' ? normalizeCrmId(objectId) : null;
      return id !== null && (accountIds.has(id) || accountIdsAbove.has(id) || dealIds.has(id));
    };
    return parts.flatMap((part) => {
      if (part === null) return [];
      const { objects } = part.record;
      const left = Array.isArray(objects) ? objects.filter(sees) : [];
      return left.length === 0 ? [] : [new Part({ ...part.record, objects: left }, part.owner)];
    });
  });
}
