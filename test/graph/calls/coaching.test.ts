import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let workspaceId: string;
let managers: readonly string[];

const [from, to] = ['2026-07-01', '2026-10-01'];

beforeAll(async () => {
  world = await openWorld({ index: false });
  workspaceId = (await truth(world, 'workspaces'))[0].id;
  const people = await truth(world, 'users');
  managers = [...new Set(people.flatMap(({ managerId }) => managerId ?? []))];
});
afterAll(() => world.close());

const member =
  'user { upstreamId name } userName userEmailAddress isManager callsListened callsAttended callsWithFeedback callsWithComments scorecardsFilled';

describe('coaching', () => {
  it('of a team says what the manager and each direct report did', async () => {
    const { data, errors, calls } = await world.ask(
      `query ($workspace: ID!, $manager: ID!) {
        coaching(workspace: $workspace, manager: $manager, from: "${from}", to: "${to}", first: 100) {
          totalCount nodes { ${member} manager { upstreamId } workspace { upstreamId } }
        }
      }`,
      { workspace: workspaceId, manager: managers[0] },
    );
    expect(errors).toBeUndefined();
    expect(paramsOf(calls, 'coaching')).toEqual([
      { 'workspace-id': workspaceId, 'manager-id': managers[0], from, to },
    ]);
    expect(tally(calls)).toEqual({ 'coaching list': 1, 'users list': 1 });
    const rows = await truth(world, 'coaching', paramsOf(calls, 'coaching')[0]);
    expect(data.coaching.totalCount).toBe(rows.length);
    expect(data.coaching.nodes).toEqual(
      rows.map((row) => ({
        user: { upstreamId: row.userId, name: row.userName },
        userName: row.userName,
        userEmailAddress: row.userEmailAddress,
        isManager: row.isManager,
        ...row.coachingMetrics,
        manager: { upstreamId: managers[0] },
        workspace: { upstreamId: workspaceId },
      })),
    );
  });

  it('of many managers costs a call each, and one for all their people', async () => {
    const ids = managers.map((id) => Buffer.from(`User:${id}`).toString('base64url'));
    const { data, errors, calls } = await world.ask(
      `query ($ids: [ID!]!, $workspace: ID!) {
        nodes(ids: $ids) {
          ... on User {
            upstreamId
            coaching(workspace: $workspace, from: "${from}", to: "${to}", first: 100) { nodes { ${member} } }
            again: coaching(workspace: $workspace, from: "${from}", to: "${to}", first: 1) { nodes { isManager } }
          }
        }
      }`,
      { ids, workspace: Buffer.from(`Workspace:${workspaceId}`).toString('base64url') },
    );
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual({ 'coaching list': managers.length, 'users list': 1 });
    for (const node of data.nodes) {
      expect(node.coaching.nodes.map((each: TruthRow) => each.user.upstreamId)).toContain(
        node.upstreamId,
      );
    }
  });
});
