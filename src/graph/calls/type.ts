/** References to the call-analytics types, so that any file can link to any of them. */

import type { Connection } from '../../paging/connection.ts';
import type { ContentRecord, InteractionRecord } from '../../records/calls/call.ts';
import type { Builder } from '../builder.ts';
import { connectionType } from '../connection.ts';
import type { CallRow, PartyRow, TranscriptRow, UserRow } from './row.ts';

export type CallTypes = ReturnType<typeof createCallTypes>;

export function createCallTypes(builder: Builder) {
  const user = builder.objectRef<UserRow>('User');
  const call = builder.objectRef<CallRow>('Call');
  return {
    user,
    call,
    party: builder.objectRef<PartyRow>('Party'),
    transcript: builder.objectRef<TranscriptRow>('Transcript'),
    content: builder.objectRef<ContentRecord>('CallContent'),
    interaction: builder.objectRef<InteractionRecord>('CallInteraction'),
    userConnection: connectionType<UserRow, Connection<UserRow>>(builder, user, {
      name: 'User',
      description: 'users of the call-analytics platform.',
    }),
    callConnection: connectionType<CallRow, Connection<CallRow>>(builder, call, {
      name: 'Call',
      description: 'recorded calls.',
    }),
  };
}
