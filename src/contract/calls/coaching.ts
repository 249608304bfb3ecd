/** Coaching: how much managers and their people listen to, attend and comment on calls. */

import { defineEntity, freshness } from '../entity-spec.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

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
  decode: declaredDecoder((): f.ObjectSpec => coachingRow),
  freshness: freshness.statistics,
});

export const coachingRow = f.object(
  'Coaching',
  'What one member of a team did with calls of a workspace in a range of days: the manager, or who reports to the manager.',
  {
    user: f.link('User', 'userId', 'The member.'),
    userName: f.text('userName', "The member's name."),
    userEmailAddress: f.email('userEmailAddress', "The member's address."),
    isManager: f.flag('isManager', 'Whether the member manages anybody.'),
    ...f.inside('coachingMetrics', {
      callsListened: f.int('callsListened', 'Calls listened to.'),
      callsAttended: f.int('callsAttended', 'Calls attended.'),
      callsWithFeedback: f.int('callsWithFeedback', 'Calls feedback was given on.'),
      callsWithComments: f.int('callsWithComments', 'Calls commented on.'),
      scorecardsFilled: f.int('scorecardsFilled', 'Scorecards filled in.'),
    }),
  },
);
