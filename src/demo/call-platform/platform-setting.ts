/** Users, workspaces, scorecards, trackers, and the library with its calls. */

import {
  type BackendAnswer,
  type BackendOperation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { Company } from '../company/company.ts';
import { cursorPage, listPage, positionOf, textParam } from './page.ts';

export function listWorkspaces(company: Company): BackendAnswer {
  return { kind: 'rows', rows: company.settings.workspaces.map((row) => ({ ...row })) };
}

export function listScorecards(company: Company, operation: BackendOperation): BackendAnswer {
  return ofWorkspace(operation, company.settings.scorecards);
}

export function listTrackers(company: Company, operation: BackendOperation): BackendAnswer {
  return ofWorkspace(
    operation,
    company.settings.trackers.map(({ row }) => row),
  );
}

function ofWorkspace(
  operation: BackendOperation,
  rows: readonly { readonly workspaceId: string | null }[],
): BackendAnswer {
  const workspace = textParam(operation.params, 'workspaceId');
  const ofWorkspace = rows.filter(
    (row) => workspace === undefined || row.workspaceId === null || row.workspaceId === workspace,
  );
  return { kind: 'rows', rows: ofWorkspace.map((row): Row => ({ ...row })) };
}

export function listFolders(company: Company, operation: BackendOperation): BackendAnswer {
  const workspace = textParam(operation.params, 'workspaceId') ?? '';
  if (!company.settings.workspaces.some(({ id }) => id === workspace))
    throw callAnalyticsError(404, `Workspace ID ${workspace} was not found`);
  return {
    kind: 'rows',
    rows: company.settings.folders
      .filter((folder) => folder.workspace === workspace)
      .map(({ row }) => ({ ...row })),
  };
}

export function listFolderContent(company: Company, operation: BackendOperation): BackendAnswer {
  const folder = textParam(operation.params, 'folderId') ?? '';
  if (!company.settings.folders.some(({ row }) => row.id === folder))
    throw callAnalyticsError(404, `Folder ID ${folder} was not found`);
  const after = operation.page === null ? 0 : Number(operation.page.after);
  const seqs = company.db
    .prepare('SELECT call FROM folder_call WHERE folder = ? AND call > ? ORDER BY call LIMIT ?')
    .all(folder, after, pageRows + 1)
    .map((row) => Number(row.call));
  return cursorPage(
    seqs,
    positionOf(operation.page),
    () =>
      Number(
        company.db.prepare('SELECT count(*) AS n FROM folder_call WHERE folder = ?').get(folder)?.n,
      ),
    (last) => ({ after: last }),
    (page) =>
      company.calls
        .bySeq(page)
        .sort((left, right) => left.seq - right.seq)
        .map(({ meta }) => ({
          callId: meta.id,
          title: meta.title,
          started: meta.started,
          duration: meta.duration,
          primaryUserId: meta.primaryUserId,
          url: meta.url,
        })),
  );
}

export function listUsers(company: Company, operation: BackendOperation): BackendAnswer {
  return listPage(
    company.users,
    operation.page,
    (user) => user.id,
    (users) => users.map((user) => ({ ...user })),
  );
}

export function getUser(company: Company, operation: BackendOperation): BackendAnswer {
  const id = textParam(operation.params, 'id') ?? '';
  const user = company.users.find((candidate) => candidate.id === id);
  if (!user) throw callAnalyticsError(404, `User ID ${id} was not found`);
  return { kind: 'row', row: { ...user } };
}
