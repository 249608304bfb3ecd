/** The call platform's eighteen operations. */

import {
  type BackendAnswer,
  type BackendOperation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import type { Company } from '../company/company.ts';
import { listAnsweredScorecards } from './answered-scorecard.ts';
import {
  downloadAudio,
  downloadVideo,
  getCall,
  listCalls,
  listExtensiveCalls,
  listTranscripts,
} from './call.ts';
import {
  getUser,
  listFolderContent,
  listFolders,
  listScorecards,
  listTrackers,
  listUsers,
  listWorkspaces,
} from './platform-setting.ts';
import {
  listActivityAggregate,
  listActivityByDay,
  listCoaching,
  listInteraction,
} from './statistics.ts';

const operations: Readonly<
  Record<string, (company: Company, operation: BackendOperation) => BackendAnswer>
> = {
  'users list': listUsers,
  'users get': getUser,
  'calls list': listCalls,
  'calls get': getCall,
  'calls_extensive list': listExtensiveCalls,
  'call_audio download': downloadAudio,
  'call_video download': downloadVideo,
  'workspaces list': listWorkspaces,
  'call_transcripts list': listTranscripts,
  'stats_activity_aggregate list': listActivityAggregate,
  'stats_activity_day_by_day list': listActivityByDay,
  'stats_interaction list': listInteraction,
  'settings_scorecards list': listScorecards,
  'settings_trackers list': listTrackers,
  'library_folders list': listFolders,
  'library_folder_content list': listFolderContent,
  'coaching list': listCoaching,
  'stats_activity_scorecards list': listAnsweredScorecards,
};

/** @throws BackendError as the platform answers: 400 for an invalid request, 404 for a missing object. */
export function executeCallAnalytics(company: Company, operation: BackendOperation): BackendAnswer {
  const run = operations[`${operation.entity} ${operation.action}`];
  if (!run) throw callAnalyticsError(405, 'Method Not Allowed');
  return run(company, operation);
}
