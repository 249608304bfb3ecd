/** References to the call-analytics types, so that any file can link to any of them. */

import type { Builder, OpenRef } from '../builder.ts';
import { connectionType } from '../connection-type.ts';
import type {
  AnsweredScorecardRow,
  CallRow,
  FolderRow,
  MediaRow,
  Part,
  PlatformRow,
  UserRow,
} from './platform-row.ts';

export type CallTypes = ReturnType<typeof createCallTypes>;

export function createCallTypes(builder: Builder) {
  const user = builder.objectRef<UserRow>('User');
  const call = builder.objectRef<CallRow>('Call');
  const connection = <T>(node: OpenRef<T>, name: string, description: string) =>
    connectionType(builder, node, { name, description });
  const workspace = builder.objectRef<PlatformRow>('Workspace');
  const tracker = builder.objectRef<PlatformRow>('Tracker');
  const scorecard = builder.objectRef<PlatformRow>('Scorecard');
  const answeredScorecard = builder.objectRef<AnsweredScorecardRow>('AnsweredScorecard');
  const party = builder.objectRef<Part>('Party');
  const libraryFolder = builder.objectRef<FolderRow>('LibraryFolder');
  return {
    user,
    call,
    party,
    media: builder.objectRef<MediaRow>('CallMedia'),
    workspace,
    tracker,
    scorecard,
    answeredScorecard,
    libraryFolder,
    /** Objects that stand within rows, by name: see `partType`. */
    parts: new Map<string, OpenRef<Part>>([['Party', party]]),
    userConnection: connection(user, 'User', 'users of the call-analytics platform.'),
    callConnection: connection(call, 'Call', 'recorded calls.'),
    workspaceConnection: connection(workspace, 'Workspace', 'workspaces.'),
    trackerConnection: connection(tracker, 'Tracker', 'trackers.'),
    scorecardConnection: connection(scorecard, 'Scorecard', 'scorecards.'),
    answeredScorecardConnection: connection(
      answeredScorecard,
      'AnsweredScorecard',
      'reviews of calls, in the order of the platform’s pages; within a page by ascending id.',
    ),
    libraryFolderConnection: connection(libraryFolder, 'LibraryFolder', 'folders of a library.'),
  };
}
