/** What the platform counts of a user's activity: one table for counts, roles and their descriptions. */

import type { EnumRef } from '@pothos/core';
import type { ActivityMeasure } from '../../records/calls/statistics.ts';
import type { Builder } from '../builder.ts';
import type { Types } from '../graph.ts';

interface Measure {
  /** Value of the enum CallRole. */
  readonly role: string;
  /** Of the calls counted: "Calls …". */
  readonly calls: string;
}

export const measures: Readonly<Record<ActivityMeasure, Measure>> = {
  callsAsHost: { role: 'HOSTED', calls: 'the user hosted' },
  callsAttended: { role: 'ATTENDED', calls: 'the user attended' },
  callsGaveFeedback: { role: 'GAVE_FEEDBACK', calls: 'the user gave feedback on' },
  callsRequestedFeedback: {
    role: 'REQUESTED_FEEDBACK',
    calls: 'the user asked for feedback on',
  },
  callsReceivedFeedback: {
    role: 'RECEIVED_FEEDBACK',
    calls: 'the user was given feedback on',
  },
  ownCallsListenedTo: { role: 'LISTENED_TO_OWN', calls: "of the user's own, listened to again" },
  othersCallsListenedTo: {
    role: 'LISTENED_TO_OTHERS',
    calls: 'of other people that the user listened to',
  },
  callsSharedInternally: {
    role: 'SHARED_INTERNALLY',
    calls: 'the user shared inside the company',
  },
  callsSharedExternally: {
    role: 'SHARED_EXTERNALLY',
    calls: 'the user shared with people outside the company',
  },
  callsScorecardsFilled: {
    role: 'FILLED_SCORECARD',
    calls: 'the user filled in a scorecard for',
  },
  callsScorecardsReceived: {
    role: 'RECEIVED_SCORECARD',
    calls: 'the user was judged on by a scorecard',
  },
  callsCommentsGiven: { role: 'COMMENTED', calls: 'the user commented on' },
  callsCommentsReceived: {
    role: 'RECEIVED_COMMENT',
    calls: 'of the user that others commented on',
  },
  callsMarkedAsFeedbackGiven: {
    role: 'MARKED_FEEDBACK_GIVEN',
    calls: 'the user commented on and marked the comment as feedback',
  },
  callsMarkedAsFeedbackReceived: {
    role: 'MARKED_FEEDBACK_RECEIVED',
    calls: 'of the user on which a comment was marked as feedback',
  },
};

export const measureNames = Object.keys(measures) as readonly ActivityMeasure[];

export function createCallRole(builder: Builder): EnumRef<Types, ActivityMeasure> {
  return builder.enumType('CallRole', {
    description: 'What a user had to do with a call, as the platform counts it.',
    values: Object.fromEntries(
      measureNames.map((name) => [
        measures[name].role,
        { value: name, description: `Calls ${measures[name].calls}.` },
      ]),
    ),
  }) as unknown as EnumRef<Types, ActivityMeasure>;
}
