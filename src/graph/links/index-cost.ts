/** What questions to the participant index cost: the children it needs of the records, and time that it does not know. */

import { callsCost } from '../calls/call-loader.ts';
import { usersListPages } from '../calls/user-loader.ts';
import { lookupCost } from '../crm/cost.ts';
import { connectionSelection, neededOfAll } from '../needs.ts';
import { type Cost, type Place, sizeOf } from '../plan/cost.ts';
import { type Flow, listSize, times } from '../plan/estimate.ts';

export interface IndexRange {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly trackers?: boolean;
}

/** Time that the index does not know is read when a question names its beginning, once for each range. */
export function indexCost(place: Place, range: IndexRange): void {
  const { from = null, to = null, trackers = false } = range;
  const at = (instant: unknown) => (instant instanceof Date ? instant.getTime() : null);
  const period = { from: at(from), to: at(to) };
  const name = `index ${JSON.stringify([period, trackers])}`;
  const calls = place.given(name, (_args, { participants, tenant }) =>
    participants.mostCalls(tenant, period, trackers),
  );
  if (calls.walk > 0) place.estimate.once(name, calls.walk);
  if (calls.needsUsers) place.estimate.once('aliases', 2 * usersListPages(place));
}

const subjects = (place: Place, trackers = false): Flow => {
  const range = place.given('range', ({ from, to }): IndexRange => ({ from, to }));
  indexCost(place, { ...range, trackers });
  return lookupCost(place);
};

/** Calls of records or users as the index names them. */
export const relatedCallsCost: Cost = (place) => {
  const asked = subjects(place);
  const { rows, fields, edges } = connectionSelection(place.node);
  const isShown = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  const always = neededOfAll(edges, 'RelatedCallEdge').size > 0;
  const calls = times(asked, isShown ? sizeOf(place) : 0);
  return callsCost(place, calls, neededOfAll(rows, 'Call'), always);
};

/** One answer for each record. */
export const insightCost: Cost = (place) => subjects(place);
export const peopleSpokenWithCost: Cost = (place) => times(subjects(place), sizeOf(place));
export const trackersCost: Cost = (place) => times(subjects(place, true), listSize);
