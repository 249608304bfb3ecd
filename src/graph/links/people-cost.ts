/** What looking people up in the CRM costs, by address and by linked id. */

import type { CrmObject } from '../../records/crm/model.ts';
import { type Cost, type Flow, listSize, type Place, times } from '../cost/cost.ts';
import { planPlaces } from '../crm/plan.ts';
import { plainFlow, recordsCost } from '../crm/record-cost.ts';
import { selectedOn } from '../needs.ts';
import type { PlanNode } from '../plan/operation.ts';

/** People of one statement: an address of 100 bytes in a URL and a linked id for each. */
const peoplePerCall = 125;
/** Records of one object that share an address. */
export const sharers = 5;

/** What is selected of the records: below the type that says why they match, where there is one. */
function pathsOf({ node, context }: Place, object: CrmObject, isMatch: boolean) {
  const places = isMatch ? recordsOf(node, `${object.typeName}Match`) : [node];
  return planPlaces(places, context.model, object).paths;
}

const recordsOf = (node: PlanNode, matchType: string): readonly PlanNode[] =>
  selectedOn(node, matchType).filter(({ field }) => field.name === 'record');

/** What a place wants beyond what another asked for comes by id. */
function findPeople(place: Place, object: CrmObject, flow: Flow, paths: ReadonlySet<string>): Flow {
  const { estimate } = place;
  const loader = `people ${object.name}`;
  const perCall = Math.floor(peoplePerCall / object.addresses.length);
  const found = estimate.batch(loader, flow, perCall);
  const isShared = estimate.sharedBy(loader) > 1 || flow.waves > 1;
  const all = isShared && paths.size > 0 ? recordsCost(place, object, found, paths) : found;
  return plainFlow(all);
}

export interface PeopleCost {
  /** Addresses and ids that are looked up for each object. */
  readonly people: number;
  /** Records that are found for each object. */
  readonly rows: number;
  /** Whether the records stand below the type that says why they match. */
  readonly isMatch?: boolean;
}

export const peopleCost =
  (name: string, { people, rows, isMatch = false }: PeopleCost): Cost =>
  (place) => {
    const object = place.context.model.object(name)!;
    const paths = pathsOf(place, object, isMatch);
    return times(findPeople(place, object, times(place.flow, people), paths), rows / people);
  };

/** Records that the platform linked to a call, by their ids. */
export const linkedMatchCost =
  (name: string): Cost =>
  (place) => {
    const object = place.context.model.object(name)!;
    const paths = pathsOf(place, object, true);
    const all = times(place.flow, listSize);
    return paths.size === 0 ? all : recordsCost(place, object, all, paths);
  };

/** Linked accounts by id, and beside them those of the contacts, which come along as their parents. */
export const callAccountsCost: Cost = (place) => {
  const { model } = place.context;
  const found = linkedMatchCost('Account')(place);
  const paths = [...pathsOf(place, model.object('Account')!, true)].map(
    (path) => `Account.${path}`,
  );
  const all = times(place.flow, listSize);
  findPeople(place, model.object('Contact')!, all, new Set(['Account.Id', ...paths]));
  return plainFlow(found);
};
