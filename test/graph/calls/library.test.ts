import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let workspaceId: string;
let folders: readonly TruthRow[];
let contents: ReadonlyMap<string, readonly TruthRow[]>;

beforeAll(async () => {
  world = await openWorld({ index: false });
  workspaceId = (await truth(world, 'workspaces'))[0].id;
  folders = await truth(world, 'library_folders', { workspaceId });
  contents = new Map(
    await Promise.all(
      folders.map(
        async ({ id }) =>
          [id, await truth(world, 'library_folder_content', { folderId: id })] as const,
      ),
    ),
  );
});
afterAll(() => world.close());

const ids = (connection: TruthRow) => connection.nodes.map((node: TruthRow) => node.upstreamId);

describe('the library', () => {
  it('is a tree from one list', async () => {
    const { data, errors, calls } = await world.ask(
      /* GraphQL */ `query ($id: ID!) {
        libraryFolders(workspace: $id, topLevel: true) {
          nodes {
            ...Folder
            children { nodes { ...Folder parent { ...Folder } children { nodes { ...Folder } } } }
          }
        }
      }
      fragment Folder on LibraryFolder {
        id upstreamId name updatedAt creator { upstreamId } workspace { upstreamId }
      }`,
      { id: workspaceId },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'library_folders list': 1 });
    const under = (parent: string | null) =>
      folders.filter((row) => row.parentFolderId === parent).map((row) => row.id);
    expect(ids(data.libraryFolders)).toEqual(under(null));
    let deep = 0;
    for (const top of data.libraryFolders.nodes) {
      const row = folders.find(({ id }) => id === top.upstreamId);
      expect(top).toMatchObject({
        name: row.name,
        updatedAt: new Date(row.updated).toISOString(),
        creator: row.createdBy === null ? null : { upstreamId: row.createdBy },
        workspace: { upstreamId: workspaceId },
      });
      expect(ids(top.children)).toEqual(under(top.upstreamId));
      for (const child of top.children.nodes) {
        deep += 1;
        expect(child.parent.id).toBe(top.id);
        expect(ids(child.children)).toEqual(under(child.upstreamId));
      }
    }
    expect(deep).toBeGreaterThan(0);
  });

  it('asks each folder for its calls, and nobody for what the folder tells', async () => {
    const { data, errors, calls } = await world.ask(
      /* GraphQL */ `query ($id: ID!) {
        libraryFolders(workspace: $id) {
          nodes {
            upstreamId
            calls(first: 100) {
              totalCount
              nodes { upstreamId title startedAt durationSeconds url primaryUser { name } }
            }
          }
        }
      }`,
      { id: workspaceId },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'library_folders list': 1,
      'library_folder_content list': folders.length,
      'users list': 1,
    });
    for (const node of data.libraryFolders.nodes) {
      const rows = contents.get(node.upstreamId)!;
      expect(node.calls.totalCount).toBe(rows.length);
      const byId = new Map(rows.map((row) => [row.callId, row]));
      for (const call of node.calls.nodes) {
        const row = byId.get(call.upstreamId);
        expect(call).toMatchObject({
          title: row.title,
          startedAt: new Date(row.started).toISOString(),
          durationSeconds: row.duration,
          url: row.url,
        });
      }
    }
  });

  it('fetches what folders do not tell of their calls in one batch over all folders', async () => {
    const { data, errors, calls } = await world.ask(
      /* GraphQL */ `query ($id: ID!) {
        libraryFolders(workspace: $id) {
          nodes { calls(first: 5) { nodes { upstreamId language workspace { upstreamId } } } }
        }
      }`,
      { id: workspaceId },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({
      'library_folders list': 1,
      'library_folder_content list': folders.length,
      'calls_extensive list': 1,
    });
    const wanted = paramsOf(calls, 'calls_extensive')[0]!.filter.callIds;
    expect(new Set(wanted).size).toBe(wanted.length);
    for (const node of data.libraryFolders.nodes) {
      for (const call of node.calls.nodes) expect(call.workspace.upstreamId).toBe(workspaceId);
    }
  });

  it('walks a folder of several pages at any window size', async () => {
    const [folderId, rows] = [...contents].sort(([, a], [, b]) => b.length - a.length)[0]!;
    expect(rows.length).toBeGreaterThan(200);
    const id = Buffer.from(`LibraryFolder:${workspaceId}/${folderId}`).toString('base64url');
    for (const size of [33, 100]) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let more = true; more; ) {
        const { data }: TruthRow = await world.ask(
          `query ($id: ID!, $after: String) { node(id: $id) { ... on LibraryFolder {
            calls(first: ${size}, after: $after) { nodes { upstreamId } pageInfo { hasNextPage endCursor } } } } }`,
          { id, after },
        );
        seen.push(...ids(data.node.calls));
        ({ hasNextPage: more, endCursor: after } = data.node.calls.pageInfo);
      }
      expect(seen).toHaveLength(rows.length);
      expect(new Set(seen)).toEqual(new Set(rows.map((row) => row.callId)));
    }
  });

  it('of a workspace the platform does not have is empty', async () => {
    const { data, errors } = await world.ask(
      '{ libraryFolders(workspace: "17") { totalCount nodes { name } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.libraryFolders).toEqual({ totalCount: 0, nodes: [] });
  });
});
