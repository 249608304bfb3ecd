/** What looking people up in the CRM costs, by address and by linked id. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { plainFlow, recordsCost } from '../crm/cost.ts';
import { planPlaces } from '../crm/plan.ts';
import { selectedOn } from '../needs.ts';
import type { Cost, Place } from '../plan/cost.ts';
import { type Flow, listSize, times } from '../plan/estimate.ts';
import type { PlanNode } from '../plan/operation.ts';

/** People of one statement: an address of 100 bytes in a URL and a linked id for each. */
const peoplePerCall = 125;
/** Records of one object that share an address. */
export const sharers = 5;

/** What is selected of the records below the type that says why they match. */
const pathsOf = ({ node, context }: Place, object: CrmObject) =>
  planPlaces(recordsOf(node, `${object.typeName}Match`), context.model, object).paths;

const recordsOf = (node: PlanNode, matchType: string): readonly PlanNode[] =>
  selectedOn(node, matchType).filter(({ field }) => field.name === 'record');

const findPeople = ({ estimate }: Place, object: CrmObject, flow: Flow): Flow =>
  plainFlow(
    estimate.batch(
      `people ${object.name}`,
      flow,
      Math.floor(peoplePerCall / object.addresses.length),
    ),
  );

export interface PeopleCost {
  /** Addresses and ids that are looked up for each object. */
  readonly people: number;
  /** Records that are found for each object. */
  readonly rows: number;
}

export const peopleCost =
  (name: string, { people, rows }: PeopleCost): Cost =>
  (place) => {
    const object = place.context.model.object(name)!;
    return times(findPeople(place, object, times(place.flow, people)), rows / people);
  };

/** Records that the platform linked to a call, by their ids. */
export const linkedMatchCost =
  (name: string): Cost =>
  (place) => {
    const object = place.context.model.object(name)!;
    const paths = pathsOf(place, object);
    const all = times(place.flow, listSize);
    return paths.size === 0 ? all : recordsCost(place, object, all, paths);
  };

/** Linked accounts by id, and beside them those of the contacts, which come along as their parents. */
export const callAccountsCost: Cost = (place) => {
  const found = linkedMatchCost('Account')(place);
  findPeople(place, place.context.model.object('Contact')!, times(place.flow, listSize));
  return plainFlow(found);
};
