/** Lists whose rows are chosen by the id of what they belong to: a row that does not say it readably is said to be missing. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangingBackend } from '../../support/platform-question.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
const changing = new ChangingBackend();
let workspace: string;
beforeAll(async () => {
  world = await openWorld({ backend: changing.backend, index: 'off' });
  const { data } = await world.ask('{ workspaces(first: 1) { nodes { upstreamId } } }');
  workspace = data.workspaces.nodes[0].upstreamId;
});
afterAll(() => world.close());

const wrong = [{ value: '1' }, ['1'], true, 1.5, 'see attachment'];
const lists = [
  [
    'settings_trackers',
    'workspaceId',
    () =>
      'list: workspaces(first: 3) { nodes { rows: trackers(first: 100) { nodes { upstreamId } } } }',
  ],
  [
    'settings_scorecards',
    'workspaceId',
    () =>
      'list: workspaces(first: 3) { nodes { rows: scorecards(first: 100) { nodes { upstreamId } } } }',
  ],
  [
    'library_folders',
    'parentFolderId',
    () =>
      `list: libraryFolders(first: 20, workspace: "${workspace}") { nodes { rows: children(first: 20) { nodes { upstreamId } } } }`,
  ],
  [
    'users',
    'managerId',
    () =>
      'list: users(first: 20) { nodes { rows: directReports(first: 50) { nodes { upstreamId } } } }',
  ],
] as const;

describe.each(lists)('rows of %s, chosen by %s', (entity, member, question) => {
  const ask = async (): Promise<{ shown: string[][]; said: number }> => {
    const { data, errors, extensions } = await world.ask(`{ ${question()} }`);
    expect(errors).toBeUndefined();
    const shown = data.list.nodes.map(({ rows }: TruthRow) =>
      rows.nodes.map(({ upstreamId }: TruthRow) => upstreamId),
    );
    return { shown, said: ((extensions?.incomplete ?? []) as readonly unknown[]).length };
  };

  it.each(wrong.map((value) => [value]))(
    'are in no other list, and their own say so: %j',
    async (value) => {
      const clean = await ask();
      expect([clean.said, clean.shown.flat().length > 0]).toEqual([0, true]);
      changing.change = { entity, path: member, to: () => value };
      const { shown, said } = await ask();
      changing.change = null;
      expect(said).toBe(shown.length);
      for (const [at, ids] of shown.entries())
        expect(clean.shown[at]).toEqual(expect.arrayContaining(ids));
    },
  );
});
