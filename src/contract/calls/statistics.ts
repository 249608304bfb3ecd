/** Statistics of users in a range of days: activity, in total and by day, and measures of speech. */

import { defineEntity, freshness, type OperationSpec } from '../entity-spec.ts';
import { namedValue } from './call-content.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

/** Days of the company's time zone; `toDate` is exclusive. */
const listing = {
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
const statistics = <const E extends string>(entity: E, row: () => f.ObjectSpec) =>
  defineEntity({
    system: 'call-analytics',
    entity,
    key: null,
    operations: { list: listing },
    decode: declaredDecoder(row),
    freshness: freshness.statistics,
  });

export const statsActivityAggregate = statistics('stats_activity_aggregate', () => activity);
export const statsActivityDayByDay = statistics('stats_activity_day_by_day', () => activityByDay);
export const statsInteraction = statistics('stats_interaction', () => interactionStatistics);

/** Roles in a user's activity: the value of the enum CallRole, and the calls it counts. */
export const activityRoles = {
  callsAsHost: ['HOSTED', 'the user hosted'],
  callsAttended: ['ATTENDED', 'the user attended'],
  callsGaveFeedback: ['GAVE_FEEDBACK', 'the user gave feedback on'],
  callsRequestedFeedback: ['REQUESTED_FEEDBACK', 'the user asked for feedback on'],
  callsReceivedFeedback: ['RECEIVED_FEEDBACK', 'the user was given feedback on'],
  ownCallsListenedTo: ['LISTENED_TO_OWN', "of the user's own, listened to again"],
  othersCallsListenedTo: ['LISTENED_TO_OTHERS', 'of other people that the user listened to'],
  callsSharedInternally: ['SHARED_INTERNALLY', 'the user shared inside the company'],
  callsSharedExternally: ['SHARED_EXTERNALLY', 'the user shared with people outside the company'],
  callsScorecardsFilled: ['FILLED_SCORECARD', 'the user filled in a scorecard for'],
  callsScorecardsReceived: ['RECEIVED_SCORECARD', 'the user was judged on by a scorecard'],
  callsCommentsGiven: ['COMMENTED', 'the user commented on'],
  callsCommentsReceived: ['RECEIVED_COMMENT', 'of the user that others commented on'],
  callsMarkedAsFeedbackGiven: [
    'MARKED_FEEDBACK_GIVEN',
    'the user commented on and marked the comment as feedback',
  ],
  callsMarkedAsFeedbackReceived: [
    'MARKED_FEEDBACK_RECEIVED',
    'of the user on which a comment was marked as feedback',
  ],
} as const;

export type ActivityMeasure = keyof typeof activityRoles;

export const activityMeasures = Object.keys(activityRoles) as readonly ActivityMeasure[];

const counted = <Value>(
  count: (wire: ActivityMeasure, description: string) => f.FieldSpec<Value, ActivityMeasure>,
) =>
  Object.fromEntries(
    activityMeasures.map((name) => [
      name,
      count(name, `How many calls ${activityRoles[name][1]}.`),
    ]),
  ) as { readonly [M in ActivityMeasure]: f.FieldSpec<Value, M> };

const ofUser = {
  user: f.link('User', 'userId', 'The user.'),
  userEmailAddress: f.email('userEmailAddress', "The user's address."),
};

/** A row of `stats_activity_aggregate`. */
export const activity = f.object(
  'UserActivity',
  'How many calls a user had to do with in a range of days.',
  { ...ofUser, ...f.inside('userAggregateActivityStats', counted(f.int)) },
);

/**
 * Ids of the calls that count, by measure. `fromDate` and `toDate` are the instants at which the
 * company's day begins and ends, so they shift with daylight saving.
 */
export const dailyActivity = f.object(
  'DailyActivity',
  'How many calls a user had to do with on one day, and which.',
  {
    startAt: f.instant('fromDate', "When the day begins in the company's time zone."),
    endAt: f.instant(
      'toDate',
      'When it ends, exclusive; 23 or 25 hours later where clocks change.',
    ),
    ...counted(f.length),
  },
);

export type DailyActivityRecord = f.RecordOf<typeof dailyActivity>;

/** Days in one answer that shows each of them. */
export const longestRange = 366;

/** A row of `stats_activity_day_by_day`: one element for each day of the range. */
export const activityByDay = f.object(
  'UserDailyActivity',
  'What a user did with calls, day by day.',
  {
    ...ofUser,
    days: {
      ...f.list(f.within(dailyActivity, 'userDailyActivityStats', 'The days of the range.')),
      most: longestRange,
    },
  },
);

/** A row of `stats_interaction`. Users without recorded calls in the range are missing. */
export const interactionStatistics = f.object(
  'UserInteraction',
  'How a user speaks in recorded calls, on average over a range of days.',
  {
    ...ofUser,
    statistics: f.list(
      f.within(
        namedValue,
        'personInteractionStats',
        'All measures by name, those the platform may add among them.',
      ),
    ),
  },
);
