/** From a participant of a call to the people the CRM knows: by the platform's own link, or by e-mail. */

import type { GraphQLResolveInfo } from 'graphql';
import { bothThere, type Soon } from '../../loaders/at-once.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { contextPart } from '../calls/call-loader.ts';
import type { PartyRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { planRecord } from '../crm/plan.ts';
import type { CrmRow } from '../crm/row.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import { needs, objectType, oncePerField } from '../needs.ts';
import { selectedFields } from '../selection.ts';
import {
  addressOf,
  linkedIds,
  type MatchTypes,
  mergeMatches,
  ownIds,
  type RecordMatch,
} from './match.ts';
import { peopleUnder } from './people-lookup.ts';

/** People of the CRM a party can be, and the platform's word for them in its context. */
const kinds = [
  { object: 'Contact', field: 'contact', linkedAs: 'Contact' },
  { object: 'Lead', field: 'lead', linkedAs: 'Lead' },
  { object: 'User', field: 'crmUser', linkedAs: 'User' },
] as const;

export function definePartyLinks(graph: Graph, matches: MatchTypes): void {
  for (const { object: name, field, linkedAs } of kinds) {
    const type = crmType(graph.crm, name);
    const match = matches.get(name)!;
    graph.builder.objectFields(graph.calls.party, (t) => ({
      [field]: t.field({
        type: type.row,
        description: `The ${type.object.typeName} this person most likely is: what the platform linked before what shares the e-mail address, the oldest id first. See ${field}Matches for all.`,
        ...needs(contextPart),
        resolve: (row, _args, context, info) => {
          const paths = pathsOf(context, info, type.object, null);
          return matchOf(context, row, type.object, linkedAs, paths);
        },
      }),
      [`${field}Matches`]: t.field({
        type: [match],
        nullable: { list: true, items: false },
        description: `Every ${type.object.typeName} this person can be, with the reason.`,
        ...needs(contextPart),
        resolve: (row, _args, context, info) => {
          const paths = pathsOf(context, info, type.object, `${type.object.typeName}Match`);
          return matchParty(context, row, type.object, linkedAs, paths);
        },
      }),
    }));
  }
}

/** Fields of the record a selection needs, below a match where there is one. */
export function pathsOf(
  context: GraphContext,
  info: GraphQLResolveInfo,
  object: CrmObject,
  matchType: string | null,
): ReadonlySet<string> {
  return oncePerField(info, `paths ${object.name}`, () => {
    if (matchType === null) return planRecord(info, context.model, object).paths;
    const nodes = selectedFields(info, objectType(info, matchType))
      .filter((selected) => selected.field.name === 'record')
      .flatMap((selected) => selected.nodes);
    return planRecord(info, context.model, object, nodes).paths;
  });
}

function matchParty(
  context: GraphContext,
  { party }: PartyRow,
  object: CrmObject,
  linkedAs: string,
  paths: ReadonlySet<string>,
): Soon<readonly RecordMatch[]> {
  const ids = ownIds(context.model, object, linkedIds(party.context, linkedAs));
  const byId = peopleUnder(context, object, ids, paths);
  const byEmail = peopleUnder(context, object, addressOf(party), paths);
  return bothThere(byId, byEmail, mergeMatches);
}

/** The first of the matches. */
function matchOf(
  context: GraphContext,
  { party }: PartyRow,
  object: CrmObject,
  linkedAs: string,
  paths: ReadonlySet<string>,
): Soon<CrmRow | null> {
  const ids = ownIds(context.model, object, linkedIds(party.context, linkedAs));
  const byId = peopleUnder(context, object, ids, paths);
  if (!(byId instanceof Promise) && byId.length > 0) return byId[0]!;
  // Both are asked for at once: to wait for the one would be a wave more.
  const byEmail = peopleUnder(context, object, addressOf(party), paths);
  return bothThere(byId, byEmail, ([linked], [same]) => linked ?? same ?? null);
}
