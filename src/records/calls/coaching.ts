/** Coaching: how much managers and their people listen to, attend and comment on calls. */

import { defineEntity, freshness } from '../catalog.ts';
import { email, flag, inside, int, link, object, text } from './declaration.ts';

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

export const coachingRow = object(
  'Coaching',
  'What one member of a team did with calls of a workspace in a range of days: the manager, or who reports to the manager.',
  {
    user: link('User', 'userId', 'The member.'),
    userName: text('userName', "The member's name."),
    userEmailAddress: email('userEmailAddress', "The member's address."),
    isManager: flag('isManager', 'Whether the member manages anybody.'),
    ...inside('coachingMetrics', {
      callsListened: int('callsListened', 'Calls listened to.'),
      callsAttended: int('callsAttended', 'Calls attended.'),
      callsWithFeedback: int('callsWithFeedback', 'Calls feedback was given on.'),
      callsWithComments: int('callsWithComments', 'Calls commented on.'),
      scorecardsFilled: int('scorecardsFilled', 'Scorecards filled in.'),
    }),
  },
);
