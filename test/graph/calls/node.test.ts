import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: false });
});
afterAll(() => world.close());

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('global ids', () => {
  it('of every type find the same object again, in order, a call for each operation', async () => {
    const [workspace] = await truth(world, 'workspaces');
    const { data } = await world.ask(
      /* GraphQL */ `query ($id: ID!) {
        workspaces(first: 2) { nodes { __typename id upstreamId } }
        trackers(first: 2) { nodes { __typename id upstreamId } }
        scorecards(first: 2) { nodes { __typename id upstreamId } }
        libraryFolders(workspace: $id, first: 2) { nodes { __typename id upstreamId } }
        answeredScorecards(first: 2) { nodes { __typename id upstreamId } }
        calls(first: 2) { nodes { __typename id upstreamId } }
        users(first: 2) { nodes { __typename id upstreamId } }
      }`,
      { id: workspace.id },
    );
    const objects: TruthRow[] = Object.values(data).flatMap((list: TruthRow) => list.nodes);
    expect(objects).toHaveLength(14);
    const ids = [...objects.map(({ id }) => id), encode('Workspace:17'), encode('Tracker:17')];
    const answer = await world.ask(
      /* GraphQL */ `query ($ids: [ID!]!) {
        nodes(ids: $ids) {
          __typename id
          ... on Workspace { upstreamId name }
          ... on Tracker { upstreamId trackerName: name }
          ... on Scorecard { upstreamId scorecardName: name }
          ... on LibraryFolder { upstreamId folderName: name }
          ... on AnsweredScorecard { upstreamId }
          ... on Call { upstreamId }
          ... on User { upstreamId }
        }
      }`,
      { ids },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.nodes).toMatchObject([...objects, null, null]);
    expect(tally(answer.calls)).toEqual({
      'workspaces list': 1,
      'settings_trackers list': 1,
      'settings_scorecards list': 1,
      'library_folders list': 1,
      'stats_activity_scorecards list': 1,
      'calls_extensive list': 1,
      'users list': 1,
    });
  });

  it('that cannot be are refused without asking, those of nothing are null', async () => {
    for (const id of [
      'LibraryFolder:17',
      'LibraryFolder:1/2/3',
      'AnsweredScorecard:a/b',
      'Tracker:x',
    ]) {
      const { errors, calls } = await world.ask('query ($id: ID!) { node(id: $id) { id } }', {
        id: encode(id),
      });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    }
    for (const id of ['LibraryFolder:17/18', 'AnsweredScorecard:17/18', 'Scorecard:17']) {
      const { data, errors } = await world.ask('query ($id: ID!) { node(id: $id) { id } }', {
        id: encode(id),
      });
      expect(errors).toBeUndefined();
      expect(data.node).toBeNull();
    }
  });
});
