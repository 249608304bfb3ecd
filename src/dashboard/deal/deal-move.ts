/** What moves a deal, and the deals that moved so since a day. */

import type { OpportunityFilter } from '../graphql/graphql.ts';

export const dealMoves = { stage: 'Stage', amount: 'Amount', close: 'Close date' } as const;
export type DealMove = keyof typeof dealMoves;
export const moveKinds = Object.keys(dealMoves) as readonly DealMove[];

/** Changed since the beginning of a day: any of what their history has, or one of it, of deals that had another before. */
export function movedSince(day: Date, move: DealMove | null = null): OpportunityFilter {
  const since = { gte: day.toISOString() };
  switch (move) {
    case 'stage':
      return { lastStageChangeDate: since };
    case 'amount':
      return { lastAmountChangedHistory: { createdDate: since } };
    case 'close':
      return { lastCloseDateChangedHistory: { createdDate: since } };
    default:
      return { opportunityHistories: { some: { createdDate: since } } };
  }
}
