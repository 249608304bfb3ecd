/** Workspaces: parts of the organisation with calls, scorecards, trackers and libraries of their own. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `workspaces`. */
export interface WorkspaceRecord {
  readonly id: string;
  /** Documented, but absent from some upstreams; `id` is the one to use. */
  readonly workspaceId?: string;
  readonly name: string;
  readonly description: string;
}

export const workspaces = defineEntity({
  system: 'call-analytics',
  entity: 'workspaces',
  key: 'id',
  operations: { list: { answer: 'rows', params: {} } },
  freshness: freshness.settings,
});
