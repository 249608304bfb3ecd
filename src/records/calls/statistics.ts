/** Statistics of users: what they did in a range of days, in sum and day by day, and how they speak. */

import { defineEntity, freshness, type OperationSpec } from '../catalog.ts';
import type { NamedValue } from './call.ts';

/** What is counted of a user's activity. */
export const activityMeasures = [
  'callsAsHost',
  'callsAttended',
  'callsGaveFeedback',
  'callsRequestedFeedback',
  'callsReceivedFeedback',
  'ownCallsListenedTo',
  'othersCallsListenedTo',
  'callsSharedInternally',
  'callsSharedExternally',
  'callsScorecardsFilled',
  'callsScorecardsReceived',
  'callsCommentsGiven',
  'callsCommentsReceived',
  'callsMarkedAsFeedbackGiven',
  'callsMarkedAsFeedbackReceived',
] as const;

export type ActivityMeasure = (typeof activityMeasures)[number];

/** A row of `stats_activity_aggregate`. */
export interface ActivityAggregateRecord {
  readonly userId: string;
  readonly userEmailAddress: string;
  readonly userAggregateActivityStats: Readonly<Record<ActivityMeasure, number>>;
}

/** A row of `stats_activity_day_by_day`: one element for each day of the range. */
export interface ActivityByDayRecord {
  readonly userId: string;
  readonly userEmailAddress: string;
  readonly userDailyActivityStats: readonly DailyActivityRecord[];
}

/**
 * Ids of the calls that count, by measure. `fromDate` and `toDate` are the instants at which the
 * company's day begins and ends, so they shift with daylight saving.
 */
export interface DailyActivityRecord extends Readonly<Record<ActivityMeasure, readonly string[]>> {
  readonly fromDate: string;
  readonly toDate: string;
}

/** A row of `stats_interaction`. Users without recorded calls in the range are missing. */
export interface InteractionStatisticsRecord {
  readonly userId: string;
  readonly userEmailAddress: string;
  /** Talk Ratio, Longest Monologue, Longest Customer Story, Interactivity, Patience, Question Rate. */
  readonly personInteractionStats: readonly NamedValue[];
}

/** Days of the company's time zone; `toDate` is exclusive. */
const list = {
  answer: 'cursor-page',
  params: {
    filter: {
      type: 'object',
      fields: {
        fromDate: { type: 'date' },
        toDate: { type: 'date' },
        userIds: { type: 'strings' },
      },
    },
  },
} as const satisfies OperationSpec;

// A row is about a user in a range, so the user alone does not identify it.
const statistics = <const E extends string>(entity: E) =>
  defineEntity({
    system: 'call-analytics',
    entity,
    key: null,
    operations: { list },
    freshness: freshness.statistics,
  });

export const statsActivityAggregate = statistics('stats_activity_aggregate');
export const statsActivityDayByDay = statistics('stats_activity_day_by_day');
export const statsInteraction = statistics('stats_interaction');
