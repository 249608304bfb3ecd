/** Settings lists: workspaces, scorecards, trackers. A workspace's list holds its own and those of all workspaces. */

import type { BackendAnswer, Operation, Row } from '../../../backend.ts';
import type { Company } from '../company.ts';
import { textOf } from '../param.ts';

export function listWorkspaces(company: Company): BackendAnswer {
  return { kind: 'rows', rows: company.settings.workspaces.map((row) => ({ ...row })) };
}

export function listScorecards(company: Company, operation: Operation): BackendAnswer {
  return ofWorkspace(operation, company.settings.scorecards);
}

export function listTrackers(company: Company, operation: Operation): BackendAnswer {
  return ofWorkspace(
    operation,
    company.settings.trackers.map(({ row }) => row),
  );
}

function ofWorkspace(
  operation: Operation,
  rows: readonly { readonly workspaceId: string | null }[],
): BackendAnswer {
  const workspace = textOf(operation.params, 'workspaceId');
  const shown = rows.filter(
    (row) => workspace === undefined || row.workspaceId === null || row.workspaceId === workspace,
  );
  return { kind: 'rows', rows: shown.map((row): Row => ({ ...row })) };
}
