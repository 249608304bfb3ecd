/** What the company set up on the call platform: workspaces, scorecards, trackers. */

import { decimalId } from '../id.ts';
import { purpose, Random } from '../random.ts';
import { teams, workspaceNames } from '../text/company.ts';
import { type Calendar, dayMs, oddTime } from './calendar.ts';
import type { Colleague } from './user.ts';

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Settings {
  readonly workspaces: readonly Workspace[];
  /** For each team the position of the workspace most of its calls lie in. */
  readonly teamWorkspaces: readonly number[];
}

export function makeSettings(
  seed: number,
  _calendar: Calendar,
  _colleagues: readonly Colleague[],
): Settings {
  const random = new Random(seed, purpose.settings);
  return {
    workspaces: workspaceNames.map(([name, description]) => ({
      id: decimalId(random),
      name,
      description,
    })),
    teamWorkspaces: teams.map((team) => team.workspace),
  };
}
export { dayMs, oddTime };
