import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let workspaces: readonly TruthRow[];
let trackers: readonly TruthRow[];
let scorecards: readonly TruthRow[];

beforeAll(async () => {
  world = await openWorld({ index: false });
  workspaces = await truth(world, 'workspaces');
  trackers = await truth(world, 'settings_trackers');
  scorecards = await truth(world, 'settings_scorecards');
});
afterAll(() => world.close());

describe('fifty calls with everything that hangs on settings', () => {
  const query = /* GraphQL */ `
    query ($alias: Boolean = false) {
      calls(first: 50, filter: { from: "2026-09-01T00:00:00Z" }) {
        nodes { ...Parts again: workspace @include(if: $alias) { title: name description } }
        edges @include(if: $alias) { node { ...Parts } }
      }
      trackers @include(if: $alias) { nodes { name } }
      scorecards @include(if: $alias) { nodes { name questions { text } } }
    }
    fragment Parts on Call {
      upstreamId
      primaryUser { name }
      workspace { name }
      content { trackers { trackerId count tracker { name } } }
      answeredScorecards {
        nodes { scorecard { name } reviewer { name } answers { questionId question { text } } }
      }
    }
  `;
  const least = {
    'calls_extensive list': 1,
    'users list': 1,
    'workspaces list': 1,
    'settings_trackers list': 1,
    'settings_scorecards list': 1,
    'stats_activity_scorecards list': 1,
  };

  it('costs one call for each operation, whatever the number of calls', async () => {
    const { data, errors, calls } = await world.ask(query);
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual(least);
    expect(data.calls.nodes).toHaveLength(50);

    const ids = data.calls.nodes.map((node: TruthRow) => node.upstreamId);
    const rows = await truth(world, 'calls_extensive', { filter: { callIds: ids } });
    const workspaceOf = new Map(rows.map(({ metaData }) => [metaData.id, metaData.workspaceId]));
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    for (const node of data.calls.nodes) {
      expect(node.workspace.name).toBe(names.get(workspaceOf.get(node.upstreamId)));
    }
    const hits = data.calls.nodes.flatMap((node: TruthRow) => node.content.trackers);
    const byTracker = new Map(trackers.map((row) => [row.trackerId, row.trackerName]));
    expect(hits.length).toBeGreaterThan(100);
    for (const hit of hits) expect(hit.tracker.name).toBe(byTracker.get(hit.trackerId));
  });

  it('costs the same when aliases, edges and root lists ask for the same again', async () => {
    const { errors, calls, data } = await world.ask(query, { alias: true });
    expect(errors).toBeUndefined();
    expect(tally(calls)).toEqual(least);
    expect(data.scorecards.nodes.map((node: TruthRow) => node.name)).toEqual(
      scorecards.map((row) => row.scorecardName),
    );
  });

  it('fetches no object of which only the id is asked for', async () => {
    const { data, calls } = await world.ask(/* GraphQL */ `{
      calls(first: 50, filter: { from: "2026-09-01T00:00:00Z" }) {
        nodes { primaryUser { id upstreamId } workspace { id } }
      }
    }`);
    expect(tally(calls)).toEqual({ 'calls list': 1 });
    expect(data.calls.nodes.every((node: TruthRow) => node.workspace.id)).toBe(true);
  });
});

describe('a workspace', () => {
  it('has its own trackers and scorecards, those of all workspaces, its folders and its calls', async () => {
    const { data, errors, calls } = await world.ask(/* GraphQL */ `{
      workspaces {
        totalCount
        nodes {
          upstreamId name description
          trackers { nodes { upstreamId workspace { name } } }
          scorecards { nodes { upstreamId isEnabled updater { name } } }
          libraryFolders(topLevel: true) { nodes { name } }
          calls(first: 2, from: "2026-09-01T00:00:00Z") { nodes { title workspace { upstreamId } } }
        }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data.workspaces.totalCount).toBe(workspaces.length);
    expect(tally(calls)).toEqual({
      'workspaces list': 1,
      'settings_trackers list': 1,
      'settings_scorecards list': 1,
      'users list': 1,
      // Their parameter names one workspace.
      'library_folders list': workspaces.length,
      'calls_extensive list': workspaces.length,
    });
    for (const [at, node] of data.workspaces.nodes.entries()) {
      const { id, name, description } = workspaces[at];
      expect(node).toMatchObject({ upstreamId: id, name, description });
      const own = (rows: readonly TruthRow[], key: string) =>
        rows
          .filter(({ workspaceId }) => workspaceId === null || workspaceId === id)
          .map((row) => row[key]);
      const ids = (nodes: readonly TruthRow[]) => nodes.map(({ upstreamId }) => upstreamId);
      expect(ids(node.trackers.nodes)).toEqual(own(trackers, 'trackerId'));
      expect(ids(node.scorecards.nodes)).toEqual(own(scorecards, 'scorecardId'));
      for (const call of node.calls.nodes) expect(call.workspace.upstreamId).toBe(id);
    }
  });

  it('shows lists in windows whose cursors belong to that workspace alone', async () => {
    const [first, second] = workspaces;
    const page = (id: string, after: string | null) =>
      world.ask(
        /* GraphQL */ `query ($id: ID!, $after: String) {
          workspace(by: { upstreamId: $id }) {
            trackers(first: 3, after: $after) {
              totalCount nodes { upstreamId } pageInfo { hasNextPage endCursor }
            }
          }
        }`,
        { id, after },
      );
    const seen: string[] = [];
    let after: string | null = null;
    let cursor = '';
    do {
      const { data }: TruthRow = await page(first.id, after);
      const { nodes, pageInfo, totalCount } = data.workspace.trackers;
      seen.push(...nodes.map(({ upstreamId }: TruthRow) => upstreamId));
      expect(totalCount).toBe(
        trackers.filter((row) => row.workspaceId === null || row.workspaceId === first.id).length,
      );
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      cursor = pageInfo.endCursor;
    } while (after !== null);
    expect(new Set(seen).size).toBe(seen.length);
    const { errors } = await page(second.id, cursor);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is null when the platform does not have it, and an error when the id is of another type', async () => {
    const unknown = await world.ask('{ workspace(by: { upstreamId: "17" }) { name } }');
    expect(unknown).toMatchObject({ data: { workspace: null } });
    expect(unknown.errors).toBeUndefined();
    const { data } = await world.ask('{ trackers(first: 1) { nodes { id } } }');
    const foreign = await world.ask('query ($id: ID!) { workspace(by: { id: $id }) { name } }', {
      id: data.trackers.nodes[0].id,
    });
    expect(foreign.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(foreign.calls).toEqual([]);
  });
});

describe('trackers and scorecards', () => {
  it('say everything the platform says', async () => {
    const { data, errors } = await world.ask(/* GraphQL */ `{
      trackers(first: 100) {
        nodes {
          upstreamId name affiliation saidAt saidAtInterval saidAtUnit saidInTopics filterQuery
          isPartOfQuestion createdAt updatedAt workspace { upstreamId } creator { upstreamId }
          updater { upstreamId } keywords { language keywords includesRelatedForms }
        }
      }
      scorecards(first: 100) {
        nodes {
          upstreamId name isEnabled reviewMethod createdAt updatedAt
          workspace { upstreamId } updater { upstreamId }
          questions {
            upstreamId revisionId text type isRequired isOverall answerGuide minRange maxRange
            answerOptions createdAt updatedAt updater { upstreamId }
          }
        }
      }
    }`);
    expect(errors).toBeUndefined();
    const instant = (text: string) => new Date(text).toISOString();
    const link = (id: string | null) => (id === null || id === '-1' ? null : { upstreamId: id });
    expect(data.trackers.nodes).toEqual(
      trackers.map((row) => ({
        upstreamId: row.trackerId,
        name: row.trackerName,
        affiliation: row.affiliation,
        saidAt: row.saidAt,
        saidAtInterval: row.saidAtInterval,
        saidAtUnit: row.saidAtUnit,
        saidInTopics: row.saidInTopics,
        filterQuery: row.filterQuery,
        isPartOfQuestion: row.partOfQuestion,
        createdAt: instant(row.created),
        updatedAt: instant(row.updated),
        workspace: link(row.workspaceId),
        creator: link(row.creatorUserId),
        updater: link(row.updaterUserId),
        keywords: row.languageKeywords.map((each: TruthRow) => ({
          language: each.language,
          keywords: each.keywords,
          includesRelatedForms: each.includeRelatedForms,
        })),
      })),
    );
    expect(data.scorecards.nodes).toEqual(
      scorecards.map((row) => ({
        upstreamId: row.scorecardId,
        name: row.scorecardName,
        isEnabled: row.enabled,
        reviewMethod: row.reviewMethod,
        createdAt: instant(row.created),
        updatedAt: instant(row.updated),
        workspace: link(row.workspaceId),
        updater: link(row.updaterUserId),
        questions: row.questions.map((each: TruthRow) => ({
          upstreamId: each.questionId,
          revisionId: each.questionRevisionId,
          text: each.questionText,
          type: each.questionType,
          isRequired: each.isRequired ?? null,
          isOverall: each.isOverall,
          answerGuide: each.answerGuide,
          minRange: each.minRange,
          maxRange: each.maxRange,
          answerOptions: each.answerOptions,
          createdAt: instant(each.created),
          updatedAt: instant(each.updated),
          updater: link(each.updaterUserId),
        })),
      })),
    );
  });

  it('are filtered by workspace here, so that all workspaces share one call', async () => {
    const [one, other] = workspaces;
    const { data, calls } = await world.ask(
      /* GraphQL */ `query ($one: ID!, $other: ID!) {
        one: trackers(workspace: $one) { totalCount }
        other: trackers(workspace: $other) { totalCount }
        all: trackers { totalCount }
      }`,
      { one: one.id, other: other.id },
    );
    expect(paramsOf(calls, 'settings_trackers')).toEqual([{}]);
    expect(data.all.totalCount).toBe(trackers.length);
    expect(data.one.totalCount).toBeLessThan(trackers.length);
  });
});
