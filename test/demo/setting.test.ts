import { afterAll, describe, expect, it } from 'vitest';
import { asker, openCompany } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const workspaces = await ask.rows('workspaces list');

describe('workspaces', () => {
  it('are three, each with a name', () => {
    expect(workspaces).toHaveLength(3);
    for (const workspace of workspaces) {
      expect(workspace.workspaceId).toBe(workspace.id);
      expect(workspace.name).toBeTruthy();
    }
  });
});

describe('trackers and scorecards', () => {
  it.each([
    ['settings_trackers list', 'trackerId'],
    ['settings_scorecards list', 'scorecardId'],
  ])(
    'of %s can be narrowed to a workspace, those of all workspaces included',
    async (operation, key) => {
      const all = await ask.rows(operation);
      for (const { id } of workspaces) {
        const rows = await ask.rows(operation, { workspaceId: id });
        expect(rows.map((row) => row[key])).toEqual(
          all
            .filter((row) => row.workspaceId === null || row.workspaceId === id)
            .map((row) => row[key]),
        );
        expect(rows.length).toBeLessThan(all.length);
      }
    },
  );
});

describe('the library', () => {
  it('is a tree of folders in each workspace', async () => {
    for (const { id } of workspaces) {
      const folders = await ask.rows('library_folders list', { workspaceId: id });
      const ids = new Set(folders.map((folder) => folder.id));
      expect(folders.filter((folder) => folder.parentFolderId === null)).toHaveLength(1);
      expect(
        folders.every(({ parentFolderId }) => parentFolderId === null || ids.has(parentFolderId)),
      ).toBe(true);
      const depth = (folder: (typeof folders)[number]): number =>
        folder.parentFolderId === null
          ? 0
          : 1 + depth(folders.find(({ id: own }) => own === folder.parentFolderId)!);
      expect(Math.max(...folders.map(depth))).toBeGreaterThan(1);
    }
    expect(await ask.refusal('library_folders list', { workspaceId: '1' })).toMatchObject({
      status: 404,
    });
  });

  it('holds calls of its workspace, more than a page in one folder, none in another', async () => {
    for (const { id } of workspaces) {
      const sizes: number[] = [];
      for (const folder of await ask.rows('library_folders list', { workspaceId: id })) {
        const rows = await ask.walk('library_folder_content list', { folderId: folder.id });
        sizes.push(rows.length);
        const [row] = rows;
        if (!row) continue;
        const call = await ask.row('calls get', { id: row.callId });
        expect(call).toMatchObject({
          workspaceId: id,
          title: row.title,
          started: row.started,
          duration: row.duration,
        });
      }
      expect(Math.min(...sizes)).toBe(0);
      if (id === workspaces[0]!.id) expect(Math.max(...sizes)).toBeGreaterThan(200);
    }
    expect(await ask.refusal('library_folder_content list', { folderId: '1' })).toMatchObject({
      status: 404,
    });
  });
});
