/** Cost of queries to the participant index: pages of calls that fill its gaps, people that are looked up, calls that are shown. */

import type { Need } from '../../participants/store/span.ts';
import { callsCost } from '../calls/call-loader.ts';
import { usersListPages } from '../calls/user-loader.ts';
import type { GraphContext } from '../context.ts';
import { lookupCost } from '../crm/record-cost.ts';
import type { Args } from '../plan/argument.ts';
import { type Fanout, listSize, none, times } from '../plan/cost-sum.ts';
import { type Cost, type FieldPlace, sizeOf } from '../plan/field-cost.ts';
import { type PeriodBounds, periodBounds } from '../relative-date.ts';
import { connectionSelection, neededOfAll } from '../row-requirement.ts';
import { aboutCost } from './about-filter.ts';

interface IndexRange {
  readonly from?: unknown;
  readonly to?: unknown;
  readonly need?: Need;
}

/** Time that the index does not know is read when a question names its beginning, once for each range. */
export function indexCost(place: FieldPlace, range: IndexRange): void {
  const { from = null, to = null, need = 'people' } = range;
  const at = (instant: unknown) => (instant instanceof Date ? instant.getTime() : null);
  const period = { from: at(from), to: at(to) };
  const name = `index ${JSON.stringify([period, need])}`;
  const calls = place.given(name, (_args, { participants, tenant }) =>
    participants.mostCalls(tenant, period, need),
  );
  if (calls.walk > 0) place.estimate.once(name, calls.walk);
  if (calls.needsUsers) place.estimate.once('aliases', 2 * usersListPages(place));
}

/** Bounds that can't be are the field's own error, and cost nothing. */
export function indexRange(context: GraphContext, args: Args): IndexRange {
  try {
    return periodBounds(context, args as PeriodBounds);
  } catch {
    return {};
  }
}

const subjects = (place: FieldPlace, need: Need = 'people'): Fanout => {
  const range = place.given('range', (args, context): IndexRange => indexRange(context, args));
  const hasContentFilter = place.given(
    'asks what was said',
    ({ about }) => (about ?? null) !== null,
  );
  indexCost(place, { ...range, need: hasContentFilter ? 'contents' : need });
  if (hasContentFilter) aboutCost(place, ({ about }) => about);
  return lookupCost(place);
};

/** Calls of records or users as the index names them. */
export const relatedCallsCost: Cost = (place) => {
  const requested = subjects(place);
  const { rows, edges, isShown } = connectionSelection(place.node);
  if (!isShown) return none;
  const always = neededOfAll(edges, 'RelatedCallEdge').size > 0;
  return callsCost(place, times(requested, sizeOf(place)), neededOfAll(rows, 'Call'), always);
};

/** One answer for each record. */
export const insightCost: Cost = (place) => subjects(place);
export const peopleSpokenWithCost: Cost = (place) => times(subjects(place), sizeOf(place));
export const trackersCost: Cost = (place) => times(subjects(place, 'trackers'), listSize);
