/** CRM context: records that the platform linked to calls and parties, as they are now or were at the call. `links/` joins them with the CRM. */

import { contextPart, contextThenPart } from '../../contract/calls/call.ts';
import { crmContext } from '../../contract/calls/call-content.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { idText, objectsOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { type Cost, prefetched } from '../../engine/plan/field-cost.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { wireList } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { hidesCalls } from './call-visibility.ts';
import { partType } from './declared-field.ts';
import { Part, type RowSource } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';

/** Whether a record of the CRM may be told of, by the id that the platform has of it. */
type SeesRecord = (context: GraphContext, id: string | null) => MaybePromise<boolean>;

/** Contacts and leads of the parties are looked up where some are hidden. */
const partyContextCost: Cost = (fieldPlace) => {
  if (hidesCalls(fieldPlace))
    for (const people of ['contacts', 'leads'])
      fieldPlace.estimate.batch('crm', `linked ${people}`, fieldPlace.fanout, pageRows);
  return prefetched(fieldPlace);
};

export function defineCrmContext(graph: TypeRegistry, sees: SeesRecord): void {
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
      resolve: unlessPrivate((call, _args, request) => timed(request, sees, call, 'Now')),
    }),
    crmContextAtCall: t.field({
      type: [context],
      cost: prefetched,
      nullable: wireList,
      description: 'The same records as they were when the call took place.',
      ...needs(contextPart, contextThenPart),
      resolve: unlessPrivate((call, _args, request) => timed(request, sees, call, 'TimeOfCall')),
    }),
  }));
  builder.objectField(calls.party, 'crmContext', (t) =>
    t.field({
      type: [context],
      cost: partyContextCost,
      nullable: wireList,
      description: 'CRM records the platform linked to the party, as they are now.',
      ...needs(contextPart),
      resolve: (party, _args, request) => timed(request, sees, party, 'Now'),
    }),
  );
}

type Timing = 'Now' | 'TimeOfCall';

/** Objects of one timing, of visible records. */
function timed(
  request: GraphContext,
  sees: SeesRecord,
  { record, owner }: RowSource,
  timing: Timing,
) {
  const shown = shownContext(request, sees, record.context ?? []);
  return thenMaybe(shown, (context) => ofTiming(context, owner, timing));
}

/** The context without the records that are hidden from the viewer. */
async function visibleContext(
  request: GraphContext,
  sees: SeesRecord,
  systems: readonly unknown[],
): Promise<readonly unknown[]> {
  const shown = systems.map(async (system) => {
    if (!isObject(system) || !Array.isArray(system.objects)) return system;
    const { objects } = system;
    const isShown = await Promise.all(
      objects.map((object) => !isObject(object) || sees(request, idText(object.objectId))),
    );
    const visible = objects.filter((_, at) => isShown[at]);
    return visible.length === 0 && objects.length > 0 ? null : { ...system, objects: visible };
  });
  return (await Promise.all(shown)).filter((system) => system !== null);
}

const shownContext = (
  request: GraphContext,
  sees: SeesRecord,
  context: unknown,
): MaybePromise<unknown> =>
  request.rowAccess === null || !Array.isArray(context)
    ? context
    : visibleContext(request, sees, context);

/** An answer may hold a record twice, as it is and as it was. */
function ofTiming(linked: unknown, owner: RowSource['owner'], timing: Timing) {
  return objectsOf(linked, (context: Row): Part => {
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
