/** Party links: from a participant of a call to the person in the CRM, by the platform's own link, or by e-mail. */

import type { GraphQLResolveInfo } from 'graphql';
import { contextPart } from '../../contract/calls/call.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import { planned } from '../../engine/plan/resolve-info.ts';
import { needs, selectedOn } from '../../engine/plan/row-requirement.ts';
import { bothMaybe } from '../../fetch/maybe-promise.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { childWindows } from '../crm/child.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { planPlaces } from '../crm/record-plan.ts';
import { crmType } from '../crm/type-reference.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { keysOf, type MatchTypes, mergeMatches, ownIds } from './match-reason.ts';
import { type PersonSelection, peopleCost, peopleUnder, sharers } from './people-lookup.ts';

/** People of the CRM a party can be, and the platform's word for them in its context. */
const kinds = [
  { object: 'Contact', field: 'contact', linkedAs: 'Contact' },
  { object: 'Lead', field: 'lead', linkedAs: 'Lead' },
  { object: 'User', field: 'crmUser', linkedAs: 'User' },
] as const;

export function definePartyLinks(graph: TypeRegistry, matches: MatchTypes): void {
  for (const { object: name, field, linkedAs } of kinds) {
    const { row: rowType, object } = crmType(graph.crm, name);
    const match = getOrThrow(matches, name);
    const matchType = `${object.typeName}Match`;
    graph.builder.objectFields(graph.calls.party, (t) => ({
      [field]: t.field({
        type: rowType,
        cost: peopleCost(name, { people: 1, rows: 1 }),
        description: `The ${object.typeName} this person most likely is: what the platform linked before what shares the e-mail address, the oldest id first. See ${field}Matches for all.`,
        ...needs(contextPart),
        resolve({ record }, _args, context, info) {
          const { linked, emails } = requestedKeys(context, record, object, linkedAs);
          const selection = personSelection(context, info, object, null);
          const byId = peopleUnder(context, object, linked, selection);
          if (!(byId instanceof Promise) && byId.length > 0) return byId[0]!;
          // At once: one after the other would be one round trip more.
          return bothMaybe(byId, () => peopleUnder(context, object, emails, selection), firstOf);
        },
      }),
      [`${field}Matches`]: t.field({
        type: [match],
        cost: peopleCost(name, { people: 1, rows: sharers }),
        nullable: { list: true, items: false },
        description: `Every ${object.typeName} this person can be, with the reason.`,
        ...needs(contextPart),
        resolve({ record }, _args, context, info) {
          const { linked, emails } = requestedKeys(context, record, object, linkedAs);
          const selection = personSelection(context, info, object, matchType);
          return bothMaybe(
            peopleUnder(context, object, linked, selection),
            () => peopleUnder(context, object, emails, selection),
            mergeMatches,
          );
        },
      }),
    }));
  }
}

/** By what a party can be found among an object's records. */
function requestedKeys(
  context: GraphContext,
  party: Row,
  object: CrmObject,
  linkedAs: string,
): { readonly linked: readonly string[]; readonly emails: readonly string[] } {
  const { linked, emails } = keysOf(party);
  return { linked: ownIds(context.model, object, linked.get(linkedAs) ?? none), emails };
}

const none: readonly string[] = [];

const firstOf = ([linked]: readonly CrmRow[], [sameAddress]: readonly CrmRow[]): CrmRow | null =>
  linked ?? sameAddress ?? null;

/** Selection on the record, below a match where there is one. */
export function personSelection(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  matchType: string | null,
): PersonSelection {
  const { node, binding } = planned(info);
  return binding.memo(node, 'person selection', () => {
    const places =
      matchType === null
        ? [node]
        : selectedOn(node, matchType).filter(({ field }) => field.name === 'record');
    const plan = planPlaces(places, context.model, object);
    return { paths: plan.paths, windows: childWindows(context, binding, plan) };
  });
}
