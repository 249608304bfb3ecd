import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callEntities } from '../../../src/contract/calls/entity.ts';
import type { Fault } from '../../../src/demo/fault/fault.ts';
import { sample } from '../../support/cases.ts';
import { type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
/** Every list operation of the platform under one root field each, and the parts of an answer it feeds. */
let parts: Readonly<Record<string, string>>;
let variables: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  world = await openWorld({ index: false });
  const [workspace] = await truth(world, 'workspaces');
  const people = await truth(world, 'users');
  const ids = (await truth(world, 'stats_activity_scorecards', { filter: {} }))
    .slice(0, 8)
    .map(({ callId }) => Buffer.from(`Call:${callId}`).toString('base64url'));
  variables = {
    workspace: workspace.id,
    manager: people.find(({ managerId }) => managerId !== null).managerId,
    ids,
  };
  const days = 'from: "2026-09-01", to: "2026-09-08"';
  const onCalls = (fields: string) => `nodes(ids: $ids) { ... on Call { upstreamId ${fields} } }`;
  const onUsers = (fields: string) => `users(first: 10) { nodes { upstreamId ${fields} } }`;
  parts = {
    users: onCalls('isPrivate primaryUser { name emailAliases manager { name } }'),
    calls_extensive: onCalls(`
      title startedAt durationSeconds workspace { id } parties { name emailAddress methods }
      crmContext { system objects { objectId fields { name } } } comments { text inReplyTo { text } }
      content { keyPoints topics { name } trackers { name phrases { phrase } } outline { items { text } } }
      interaction { speakers { talkTimeSeconds } statistics { name value } } media { hasVideo }`),
    calls: 'calls(first: 10) { nodes { upstreamId title startedAt } pageInfo { hasNextPage } }',
    workspaces: onCalls('isPrivate workspace { name description }'),
    call_transcripts: onCalls('transcript { monologues { topic sentences { text startMs } } }'),
    stats_activity_aggregate: onUsers(`activity(${days}) { callsAsHost }`),
    stats_activity_day_by_day: onUsers(
      `dailyActivity(${days}) { startAt callsAsHost } calls(${days}) { nodes { upstreamId } }`,
    ),
    stats_interaction: onUsers(`interaction(${days}) { talkRatio statistics { name value } }`),
    settings_scorecards:
      'answeredScorecards(first: 5) { nodes { upstreamId scorecard { name updater { id } questions { text answerOptions } } answers { question { text } } } }',
    settings_trackers: onCalls(
      'content { trackers { tracker { name saidInTopics keywords { keywords } creator { id } } } }',
    ),
    library_folders:
      'libraryFolders(workspace: $workspace) { nodes { name parent { name } children { nodes { name } } creator { id } } }',
    library_folder_content:
      'libraryFolders(workspace: $workspace, first: 2) { nodes { calls { nodes { title startedAt durationSeconds primaryUser { id } } } } }',
    coaching: `coaching(workspace: $workspace, manager: $manager, ${days}) { nodes { userName callsListened user { id } } }`,
    stats_activity_scorecards: onCalls(
      'answeredScorecards { nodes { overallScore answeredAt reviewer { id } call { id } answers { score selectedOptions } } }',
    ),
  };
});
afterAll(() => world.close());
afterEach(() => world.service.admin.faults.clear());

const ask = (selection: string) => {
  const used = { $workspace: 'ID!', $manager: 'ID!', $ids: '[ID!]!' };
  const declared = Object.entries(used)
    .filter(([name]) => name === '$ids' || selection.includes(name))
    .map(([name, type]) => `${name}: ${type}`);
  return world.ask(
    `query (${declared.join()}) { ${selection} known: nodes(ids: $ids) { id } }`,
    variables,
  );
};

const under = async (fault: Fault, entity: string, seed = 1) => {
  world.service.admin.faults.clear();
  world.service.admin.faults.reseed(seed);
  world.service.admin.faults.add({ ...fault, entity } as Fault);
  return ask(parts[entity]!);
};

describe('every list operation of the platform', () => {
  it('is asked by some field of the graph', () => {
    const lists = callEntities
      .filter(({ operations }) => 'list' in operations)
      .map(({ entity }) => entity);
    expect(Object.keys(parts).sort()).toEqual([...lists].sort());
  });

  it('is really asked by that field', async () => {
    for (const [entity, selection] of Object.entries(parts)) {
      const { calls, errors } = await ask(selection);
      expect(errors, entity).toBeUndefined();
      expect(tally(calls)[`${entity} list`], entity).toBeGreaterThan(0);
    }
  });

  it('may be refused, and nulls no more than what it feeds', async () => {
    for (const entity of Object.keys(parts)) {
      const { data, errors } = await under({ kind: 'denied', reason: 'scope' }, entity);
      expect(errors?.length, entity).toBeGreaterThan(0);
      for (const { extensions } of errors ?? []) {
        expect(extensions, entity).toMatchObject({ code: 'UPSTREAM_FORBIDDEN', entity });
      }
      expect(data, entity).not.toBeNull();
      if (!/^calls/.test(entity)) expect(data.known, entity).not.toContain(null);
    }
  });

  it('may send fields nobody documented, or leave out, null or garble what it documented', async () => {
    const changes = ['missing', 'null', 'ill-typed', 'extra'] as const;
    const every = Object.keys(parts).flatMap((entity) =>
      changes.flatMap((change) => [1, 2, 3].map((seed) => ({ entity, change, seed }))),
    );
    for (const { entity, change, seed } of sample(every, 7)) {
      const { data, errors = [] } = await under({ kind: 'fields', change }, entity, seed);
      expect(data, `${entity} ${change} ${seed}`).not.toBeNull();
      const codes = new Set(errors.map(({ extensions }) => extensions.code));
      codes.delete('UPSTREAM_BAD_RESPONSE');
      expect([...codes], `${entity} ${change} ${seed}`).toEqual([]);
      if (change === 'extra') expect(errors, entity).toEqual([]);
    }
  });

  it('may send rows out of order, twice, or of strangers, where rows are looked up by id', async () => {
    const byId = Object.entries(parts).filter(([, selection]) => /^nodes|^users/.test(selection));
    expect(byId.length).toBeGreaterThan(7);
    for (const [entity] of sample(byId, 2)) {
      const clean = (await ask(parts[entity]!)).data;
      for (const change of ['reordered', 'duplicated', 'strangers'] as const) {
        // Reviews keep the platform's order, and a stranger among them is a review of the same call.
        if (entity === 'stats_activity_scorecards' && change !== 'duplicated') continue;
        const { data, errors } = await under({ kind: 'rows', change }, entity);
        expect(errors, `${entity} ${change}`).toBeUndefined();
        expect(data, `${entity} ${change}`).toEqual(clean);
      }
    }
  });

  it('may send rows twice in whole lists, which show each once', async () => {
    const lists: Readonly<Record<string, string>> = {
      workspaces: 'workspaces { totalCount }',
      settings_trackers: 'trackers { totalCount }',
      settings_scorecards: 'scorecards { totalCount }',
      library_folders: 'libraryFolders(workspace: $workspace) { totalCount }',
      stats_activity_aggregate: 'activity(from: "2026-09-01", to: "2026-09-08") { totalCount }',
      coaching:
        'coaching(workspace: $workspace, manager: $manager, from: "2026-09-01", to: "2026-09-08") { totalCount }',
      users: 'nodes(ids: $ids) { ... on Call { primaryUser { directReports { totalCount } } } }',
    };
    for (const [entity, selection] of Object.entries(lists)) {
      world.service.admin.faults.clear();
      const clean = (await ask(selection)).data;
      world.service.admin.faults.add({ kind: 'rows', change: 'duplicated', entity });
      const { data, errors }: TruthRow = await ask(selection);
      expect(errors, entity).toBeUndefined();
      expect(data, entity).toEqual(clean);
    }
  });
});
