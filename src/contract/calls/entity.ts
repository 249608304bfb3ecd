/** Entities of the call-analytics platform at the execute endpoint. */

import { calls, callsExtensive } from './call.ts';
import { coaching } from './coaching.ts';
import { libraryFolderContent, libraryFolders } from './library.ts';
import { callAudio, callVideo } from './media.ts';
import { settingsScorecards, statsActivityScorecards } from './scorecard.ts';
import { statsActivityAggregate, statsActivityDayByDay, statsInteraction } from './statistics.ts';
import { settingsTrackers } from './tracker.ts';
import { callTranscripts } from './transcript.ts';
import { users } from './user.ts';
import { workspaces } from './workspace.ts';

export const callEntities = [
  users,
  calls,
  callsExtensive,
  callAudio,
  callVideo,
  workspaces,
  callTranscripts,
  statsActivityAggregate,
  statsActivityDayByDay,
  statsInteraction,
  settingsScorecards,
  settingsTrackers,
  libraryFolders,
  libraryFolderContent,
  coaching,
  statsActivityScorecards,
] as const;
