/** From a participant of a call to the people the CRM knows: by the platform's own link, or by e-mail. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../records/crm/model.ts';
import { contextPart } from '../calls/call-loader.ts';
import type { PartyRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { planRecord } from '../crm/plan.ts';
import { crmType } from '../crm/type.ts';
import type { Graph } from '../graph.ts';
import { needs, objectType, oncePerField } from '../needs.ts';
import { selectedFields } from '../selection.ts';
import { linkedIds, type MatchTypes, mergeMatches, type RecordMatch } from './match.ts';
import { findPeople } from './people-lookup.ts';

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
        resolve: async (row, _args, context, info) => {
          const paths = pathsOf(context, info, type.object, null);
          const [best] = await matchParty(context, row, type.object, linkedAs, paths);
          return best?.record ?? null;
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

async function matchParty(
  context: GraphContext,
  { party }: PartyRow,
  object: CrmObject,
  linkedAs: string,
  paths: ReadonlySet<string>,
): Promise<RecordMatch[]> {
  const ids = linkedIds(party.context, linkedAs);
  const found = await findPeople(context, object, { ids, emails: [party.emailAddress] }, paths);
  return mergeMatches(found.byId, found.byEmail);
}
