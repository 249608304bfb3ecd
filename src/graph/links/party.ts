/** From a participant of a call to the people the CRM knows: by the platform's own link, or by e-mail. */

import type { GraphQLResolveInfo } from 'graphql';
import { bothThere, type Soon } from '../../loaders/at-once.ts';
import type { PartyRecord } from '../../records/calls/call.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { contextPart } from '../calls/call-loader.ts';
import type { GraphContext } from '../context.ts';
import { planRecord } from '../crm/plan.ts';
import type { CrmRow } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import { needs, objectType, oncePerField } from '../needs.ts';
import { selectedFields } from '../selection.ts';
import { keysOf, type MatchTypes, mergeMatches, ownIds } from './match.ts';
import { type People, peopleOf } from './people-lookup.ts';

/** People of the CRM a party can be, and the platform's word for them in its context. */
const kinds = [
  { object: 'Contact', field: 'contact', linkedAs: 'Contact' },
  { object: 'Lead', field: 'lead', linkedAs: 'Lead' },
  { object: 'User', field: 'crmUser', linkedAs: 'User' },
] as const;

export function definePartyLinks(graph: Graph, matches: MatchTypes): void {
  for (const { object: name, field, linkedAs } of kinds) {
    const { row: rowType, object } = crmType(graph.crm, name);
    const match = matches.get(name)!;
    graph.builder.objectFields(graph.calls.party, (t) => ({
      [field]: t.field({
        type: rowType,
        description: `The ${object.typeName} this person most likely is: what the platform linked before what shares the e-mail address, the oldest id first. See ${field}Matches for all.`,
        ...needs(contextPart),
        resolve: ({ party }, _args, context, info) => {
          const people = peopleAsked(context, info, object, null);
          const linked = linkedTo(context, party, object, linkedAs, people);
          if (!(linked instanceof Promise) && linked.length > 0) return linked[0]!;
          // Not one after the other: that would be a wave more.
          const same = people.under(keysOf(party).emails);
          return bothThere(linked, same, ([first], [other]) => first ?? other ?? null);
        },
      }),
      [`${field}Matches`]: t.field({
        type: [match],
        nullable: { list: true, items: false },
        description: `Every ${object.typeName} this person can be, with the reason.`,
        ...needs(contextPart),
        resolve: ({ party }, _args, context, info) => {
          const people = peopleAsked(context, info, object, `${object.typeName}Match`);
          const linked = linkedTo(context, party, object, linkedAs, people);
          return bothThere(linked, people.under(keysOf(party).emails), mergeMatches);
        },
      }),
    }));
  }
}

/** Those the platform linked to a party. */
function linkedTo(
  context: GraphContext,
  party: PartyRecord,
  object: CrmObject,
  linkedAs: string,
  people: People,
): Soon<readonly CrmRow[]> {
  const ids = keysOf(party).linked.get(linkedAs);
  return ids === undefined ? nobody : people.under(ownIds(context.model, object, ids));
}

const nobody: readonly CrmRow[] = [];

/** The people of an object with the fields the resolving field selects, below a match where there is one. */
export function peopleAsked(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  matchType: string | null,
): People {
  return peopleOf(context, object, pathsOf(context, info, object, matchType));
}

/** Fields of the record the resolving field selects, below a match where there is one. */
export function pathsOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  matchType: string | null,
): ReadonlySet<string> {
  return oncePerField(info, 'paths', () => {
    if (matchType === null) return planRecord(info, context.model, object).paths;
    const nodes = selectedFields(info, objectType(info, matchType))
      .filter((selected) => selected.field.name === 'record')
      .flatMap((selected) => selected.nodes);
    return planRecord(info, context.model, object, nodes).paths;
  });
}
