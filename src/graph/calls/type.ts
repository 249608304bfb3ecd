/** References to the call-analytics types, so that any file can link to any of them. */

import type { Connection, Edge } from '../../paging/connection.ts';
import type { CrmContextObject } from '../../records/calls/call.ts';
import type { ScorecardQuestionRecord } from '../../records/calls/scorecard.ts';
import type { Builder } from '../builder.ts';
import { connectionType } from '../connection.ts';
import type { OpenRef } from '../graph.ts';
import type {
  AnsweredScorecardRow,
  CallRow,
  FolderRow,
  MediaRow,
  PartyRow,
  ScorecardRow,
  TrackerRow,
  TranscriptRow,
  UserRow,
  WorkspaceRow,
} from './row.ts';

export type CallTypes = ReturnType<typeof createCallTypes>;

export function createCallTypes(builder: Builder) {
  const user = builder.objectRef<UserRow>('User');
  const call = builder.objectRef<CallRow>('Call');
  const connection = <T>(node: OpenRef<T>, name: string, description: string) =>
    connectionType<T, Connection<T>, Edge<T>>(builder, node, { name, description });
  const workspace = builder.objectRef<WorkspaceRow>('Workspace');
  const tracker = builder.objectRef<TrackerRow>('Tracker');
  const scorecard = builder.objectRef<ScorecardRow>('Scorecard');
  const answeredScorecard = builder.objectRef<AnsweredScorecardRow>('AnsweredScorecard');
  const libraryFolder = builder.objectRef<FolderRow>('LibraryFolder');
  return {
    user,
    call,
    party: builder.objectRef<PartyRow>('Party'),
    transcript: builder.objectRef<TranscriptRow>('Transcript'),
    media: builder.objectRef<MediaRow>('CallMedia'),
    /** Backed by the whole call: voices in it are parties of the call. */
    content: builder.objectRef<CallRow>('CallContent'),
    interaction: builder.objectRef<CallRow>('CallInteraction'),
    workspace,
    tracker,
    scorecard,
    scorecardQuestion: builder.objectRef<ScorecardQuestionRecord>('ScorecardQuestion'),
    answeredScorecard,
    libraryFolder,
    /** A CRM record as the platform linked it; what it is in the CRM is for others to add. */
    crmContextObject: builder.objectRef<CrmContextObject>('CrmContextObject'),
    userConnection: connection(user, 'User', 'users of the call-analytics platform.'),
    callConnection: connection(call, 'Call', 'recorded calls.'),
    workspaceConnection: connection(workspace, 'Workspace', 'workspaces.'),
    trackerConnection: connection(tracker, 'Tracker', 'trackers.'),
    scorecardConnection: connection(scorecard, 'Scorecard', 'scorecards.'),
    answeredScorecardConnection: connection(
      answeredScorecard,
      'AnsweredScorecard',
      'reviews of calls, in the order the platform hands them out.',
    ),
    libraryFolderConnection: connection(libraryFolder, 'LibraryFolder', 'folders of a library.'),
  };
}
