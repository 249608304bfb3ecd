/** The library: a workspace's folders, and the calls in a folder. */

import { type BackendAnswer, callAnalyticsError, type Operation } from '../../../backend.ts';
import type { Company } from '../company.ts';
import { textOf } from '../param.ts';
import { cursorPage, pageSize, walkOf } from './page.ts';

export function listFolders(company: Company, operation: Operation): BackendAnswer {
  const workspace = textOf(operation.params, 'workspaceId') ?? '';
  if (!company.settings.workspaces.some(({ id }) => id === workspace))
    throw callAnalyticsError(404, `Workspace ID ${workspace} was not found`);
  return {
    kind: 'rows',
    rows: company.settings.folders
      .filter((folder) => folder.workspace === workspace)
      .map(({ row }) => ({ ...row })),
  };
}

export function listFolderContent(company: Company, operation: Operation): BackendAnswer {
  const folder = textOf(operation.params, 'folderId') ?? '';
  if (!company.settings.folders.some(({ row }) => row.id === folder))
    throw callAnalyticsError(404, `Folder ID ${folder} was not found`);
  const after = operation.page === null ? 0 : Number(operation.page.after);
  const seqs = company.db
    .prepare('SELECT call FROM folder_call WHERE folder = ? AND call > ? ORDER BY call LIMIT ?')
    .all(folder, after, pageSize + 1)
    .map((row) => Number(row.call));
  return cursorPage(
    seqs,
    walkOf(operation.page),
    () =>
      Number(
        company.db.prepare('SELECT count(*) AS n FROM folder_call WHERE folder = ?').get(folder)!.n,
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
