/** The types whose objects come whole with one settings list. */

import { type ScorecardRecord, settingsScorecards } from '../../records/calls/scorecard.ts';
import { settingsTrackers, type TrackerRecord } from '../../records/calls/tracker.ts';
import { type WorkspaceRecord, workspaces } from '../../records/calls/workspace.ts';
import { ScorecardRow, TrackerRow, WorkspaceRow } from './row.ts';
import type { SettingType } from './setting.ts';

export const workspaceType: SettingType<WorkspaceRow> = {
  name: 'Workspace',
  entity: workspaces,
  make: (id, row) => new WorkspaceRow(id, row as unknown as WorkspaceRecord | null),
};

export const trackerType: SettingType<TrackerRow> = {
  name: 'Tracker',
  entity: settingsTrackers,
  make: (id, row) => new TrackerRow(id, row as unknown as TrackerRecord | null),
};

export const scorecardType: SettingType<ScorecardRow> = {
  name: 'Scorecard',
  entity: settingsScorecards,
  make: (id, row) => new ScorecardRow(id, row as unknown as ScorecardRecord | null),
};
