/** Coaching: how much managers listen to, attend and comment on their people's calls. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `coaching`: a user in the range asked for. */
export interface CoachingRecord {
  readonly userId: string;
  readonly userEmailAddress: string;
  readonly userName: string;
  readonly isManager: boolean;
  readonly coachingMetrics: CoachingMetricsRecord;
}

export interface CoachingMetricsRecord {
  readonly callsListened: number;
  readonly callsAttended: number;
  readonly callsWithFeedback: number;
  readonly callsWithComments: number;
  readonly scorecardsFilled: number;
}

export const coaching = defineEntity({
  system: 'call-analytics',
  entity: 'coaching',
  // A row is about a user in a range, so the user alone does not identify it.
  key: null,
  operations: {
    list: {
      answer: 'rows',
      params: {
        'workspace-id': { type: 'string', required: true },
        'manager-id': { type: 'string', required: true },
        from: { type: 'moment', required: true },
        to: { type: 'moment', required: true },
      },
    },
  },
  freshness: freshness.statistics,
});
