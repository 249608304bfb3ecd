import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Permission } from '../../../src/contract/permission.ts';
import { RowScope } from '../../../src/upstream/row-scope.ts';
import { type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

const viewer = (...permissions: Permission[]) => ({
  viewer: {
    client: 'test',
    rowScope: RowScope.ofConnectedUser('default'),
    permissions: new Set(permissions),
  },
});

let outsider: World;
let insider: World;
let privateCall: TruthRow;
let openCall: TruthRow;

beforeAll(async () => {
  outsider = await openWorld({ index: false, context: viewer('transcripts', 'media') });
  insider = await openWorld({ index: false, context: viewer('private-calls') });
  const calls = await truth(outsider, 'calls', {
    fromDateTime: '2026-06-01T00:00:00Z',
    toDateTime: '2026-10-01T00:00:00Z',
  });
  privateCall = calls.find(({ isPrivate }) => isPrivate);
  openCall = calls.find(({ isPrivate }) => !isPrivate);
});
afterAll(async () => {
  await outsider.close();
  await insider.close();
});

const hidden = /* GraphQL */ `
  title url purpose meetingUrl
  parties { name } interaction { questions { companyCount } } content { brief }
  comments { text } crmContext { system } media { hasAudio }
  transcript { monologues { topic } } answeredScorecards { nodes { upstreamId } }
  accounts { record { id } } opportunities { record { id } } contacts { record { id } } leads { record { id } }
`;
const hiddenFields = [
  ...['title', 'url', 'purpose', 'meetingUrl', 'parties', 'interaction', 'content', 'comments'],
  ...['crmContext', 'media', 'transcript', 'answeredScorecards'],
  ...['accounts', 'opportunities', 'contacts', 'leads'],
];
const shown = 'upstreamId isPrivate startedAt durationSeconds primaryUser { upstreamId }';

describe('a private call', () => {
  it('shows when and whose it was, and forbids what it was about', async () => {
    const { data, errors } = await outsider.ask(
      `query ($id: ID!) { call(by: { upstreamId: $id }) { ${shown} ${hidden} } }`,
      { id: privateCall.id },
    );
    expect(data.call).toMatchObject({
      upstreamId: privateCall.id,
      isPrivate: true,
      startedAt: new Date(privateCall.started).toISOString(),
      durationSeconds: privateCall.duration,
      primaryUser: { upstreamId: privateCall.primaryUserId },
    });
    for (const field of hiddenFields) expect(data.call[field]).toBeNull();
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual(
      hiddenFields.map((field) => `call.${field}`).sort(),
    );
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['FORBIDDEN']),
    );
  });

  it('is not given away by paths that know only its id', async () => {
    const id = Buffer.from(`Call:${privateCall.id}`).toString('base64url');
    const day = (offset: number) =>
      new Date(Date.parse(privateCall.started) + offset * 86_400_000).toISOString().slice(0, 10);
    const { data, errors, calls } = await outsider.ask(
      `query ($host: ID!, $id: ID!) {
        user(by: { upstreamId: $host }) {
          calls(first: 100, from: "${day(-2)}", to: "${day(2)}", roles: HOSTED) {
            nodes { upstreamId transcript { monologues { topic } } }
          }
        }
        node(id: $id) { ... on Call { transcript { monologues { topic } } } }
      }`,
      { host: privateCall.primaryUserId, id },
    );
    const own = data.user.calls.nodes.find((node: TruthRow) => node.upstreamId === privateCall.id);
    expect(own).toEqual({ upstreamId: privateCall.id, transcript: null });
    expect(data.node).toEqual({ transcript: null });
    expect(errors?.every(({ extensions }) => extensions.code === 'FORBIDDEN')).toBe(true);
    const asked = calls.filter(({ entity }) => entity === 'call_transcripts');
    expect(JSON.stringify(asked)).not.toContain(privateCall.id);
  });

  it('cannot be found by what stands in its title', async () => {
    const ask = (world: World) =>
      world.ask(
        /* GraphQL */ `query ($text: String, $from: DateTime, $to: DateTime) {
          calls(first: 100, filter: { titleContains: $text, from: $from, to: $to }) { nodes { upstreamId } }
        }`,
        {
          text: privateCall.title,
          from: privateCall.scheduled,
          to: new Date(Date.parse(privateCall.scheduled) + 1000).toISOString(),
        },
      );
    const found = (answer: TruthRow) =>
      answer.data.calls.nodes.map((node: TruthRow) => node.upstreamId);
    expect(found(await ask(insider))).toContain(privateCall.id);
    expect(found(await ask(outsider))).not.toContain(privateCall.id);
  });

  it('is whole for those with the right to it', async () => {
    const { data, errors } = await insider.ask(
      'query ($id: ID!) { call(by: { upstreamId: $id }) { title content { brief } comments { text } } }',
      { id: privateCall.id },
    );
    expect(errors).toBeUndefined();
    expect(data.call.title).toBe(privateCall.title);
  });

  it('does not show in lists of reviews how it was judged', async () => {
    const list = `answeredScorecards(first: 100) { nodes {
      upstreamId callStartedAt answeredAt reviewedUser { upstreamId } call { upstreamId isPrivate }
      overallScore scorecardName scorecard { upstreamId } reviewMethod visibility visibilityType answers { answer }
    } }`;
    const { data, errors, calls } = await outsider.ask(`{ ${list} }`);
    const guarded = ['overallScore', 'scorecardName', 'scorecard', 'answers', 'reviewMethod'];
    const nodes: readonly TruthRow[] = data.answeredScorecards.nodes;
    const closed = nodes.filter(({ call }) => call.isPrivate);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.length).toBeLessThan(nodes.length);
    for (const node of nodes) {
      expect(node.answeredAt).not.toBeNull();
      for (const field of guarded) expect(node[field] === null).toBe(node.call.isPrivate);
    }
    expect(errors).toHaveLength(closed.length * 7);
    // The calls are looked up once, for all fields of all reviews.
    expect(tally(calls)).toEqual({
      'stats_activity_scorecards list': 1,
      'calls_extensive list': 1,
    });
    const whole = await insider.ask(`{ ${list} }`);
    expect(whole.errors).toBeUndefined();
    const one = await outsider.ask(
      'query ($id: ID!) { node(id: $id) { ... on AnsweredScorecard { overallScore } } }',
      {
        id: Buffer.from(
          `AnsweredScorecard:${closed[0].call.upstreamId}/${closed[0].upstreamId}`,
        ).toString('base64url'),
      },
    );
    expect(one.data.node).toEqual({ overallScore: null });
    expect(one.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('does not show in a user’s days who else took part', async () => {
    const query = `{ users(first: 100) { nodes { upstreamId calls(first: 100, from: "2026-08-01") {
      nodes { upstreamId isPrivate primaryUser { upstreamId } }
      edges { cursor node { upstreamId } }
    } } } }`;
    const bare = `{ users(first: 100) { nodes { upstreamId calls(first: 100, from: "2026-08-01") { nodes { upstreamId } } } } }`;
    const [all, some, ids] = [
      await insider.ask(query),
      await outsider.ask(query),
      await outsider.ask(bare),
    ];
    let hiddenOnes = 0;
    for (const [at, user] of all.data.users.nodes.entries()) {
      const seen = some.data.users.nodes[at].calls;
      for (const [n, call] of user.calls.nodes.entries()) {
        const isOthers = call.isPrivate && call.primaryUser?.upstreamId !== user.upstreamId;
        hiddenOnes += Number(isOthers);
        expect(seen.nodes[n]).toEqual(isOthers ? null : call);
        expect(ids.data.users.nodes[at].calls.nodes[n]?.upstreamId).toBe(seen.nodes[n]?.upstreamId);
        const cursor = Buffer.from(seen.edges[n].cursor, 'base64url').toString('latin1');
        expect(cursor).not.toContain(call.upstreamId);
      }
    }
    expect(hiddenOnes).toBeGreaterThan(10);
    expect(new Set(ids.errors!.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['FORBIDDEN']),
    );
    for (const { extensions, calls } of [some, ids]) {
      const { actual, requested } = extensions!.cost as Record<string, number>;
      expect(calls).toHaveLength(actual!);
      expect(actual).toBeLessThanOrEqual(requested!);
    }
  });

  it.each([false, true])(
    'that can’t be looked up fails nobody who is not shown it, left out: %s',
    async (leavesOutPrivate) => {
      const permissions = new Set(['transcripts'] as const);
      const world = await openWorld({
        index: false,
        context: { viewer: { ...viewer(...permissions).viewer, leavesOutPrivate } },
      });
      onTestFinished(() => world.close());
      world.service.admin.faults.add({
        kind: 'status',
        status: 400,
        entity: 'calls_extensive',
      });
      const [workspace] = await truth(world, 'workspaces');
      const folders = (calls: string) =>
        `{ libraryFolders(workspace: "${workspace.id}", first: 3) { nodes { calls(first: 30) { ${calls} } } } }`;
      const users = (calls: string) =>
        `{ users(first: 9) { nodes { calls(first: 30, from: "2026-09-01") { ${calls} } } } }`;
      const questions = [
        folders('pageInfo { hasNextPage }'),
        folders('edges { cursor }'),
        users('totalCount pageInfo { hasNextPage }'),
        users('edges { roles cursor }'),
      ];
      // A rejection that nobody hears of fails this file.
      for (const question of questions) expect((await world.ask(question)).errors).toBeUndefined();
      for (const question of [folders, users])
        expect((await world.ask(question('nodes { title }'))).errors).not.toEqual([]);
    },
  );

  it('is in no list that says by which scorecard it was judged', async () => {
    const reviews = await truth(outsider, 'stats_activity_scorecards', { filter: {} });
    const calls = await truth(outsider, 'calls');
    const isOpen = new Map(calls.map(({ id, isPrivate }) => [id, !isPrivate]));
    const ids = [...new Set(reviews.map(({ scorecardId }) => scorecardId))];
    const of = (scorecard: string, rows = reviews) =>
      rows.filter(({ scorecardId }) => scorecardId === scorecard);
    const open = reviews.filter(({ callId }) => isOpen.get(callId));
    const query = (id: string) => `{
      answeredScorecards(first: 100, filter: { scorecards: ["${id}"] }) { nodes { upstreamId } }
      scorecard(by: { upstreamId: "${id}" }) {
        answeredScorecards(first: 100) { totalCount nodes { upstreamId } }
        few: answeredScorecards(first: 3) { nodes { upstreamId } }
        none: answeredScorecards(first: 0) { totalCount }
      }
    }`;
    const sorted = (nodes: readonly TruthRow[], key = 'upstreamId') =>
      nodes.map((node) => node[key]).sort();
    for (const [world, shown] of [
      [outsider, open],
      [insider, reviews],
    ] as const)
      for (const id of ids) {
        const { data, errors, calls, extensions } = await world.ask(query(id));
        expect(errors).toBeUndefined();
        expect(extensions?.incomplete).toBeUndefined();
        const { actual, requested } = extensions!.cost as Record<string, number>;
        expect(calls).toHaveLength(actual!);
        expect(actual).toBeLessThanOrEqual(requested!);
        const expected = sorted(of(id, shown), 'answeredScorecardId');
        const { answeredScorecards: list, few, none } = data.scorecard;
        expect(list.totalCount).toBe(expected.length);
        expect(none.totalCount).toBe(expected.length);
        expect(few.nodes).toEqual(list.nodes.slice(0, 3));
        if (expected.length > 100) continue;
        expect(sorted(list.nodes)).toEqual(expected);
        expect(sorted(data.answeredScorecards.nodes)).toEqual(expected);
      }
    expect(open.length).toBeLessThan(reviews.length);
  });

  it('in a folder costs those without the right the look at the call itself', async () => {
    const [workspace] = await truth(outsider, 'workspaces');
    const folders = await truth(outsider, 'library_folders', { workspaceId: workspace.id });
    const query = /* GraphQL */ `query ($id: ID!) {
      libraryFolders(workspace: $id, first: 3) { nodes { calls(first: 30) { nodes { upstreamId isPrivate title } } } }
    }`;
    expect(folders.length).toBeGreaterThan(3);
    const { data, errors, calls } = await outsider.ask(query, { id: workspace.id });
    expect(tally(calls)).toMatchObject({ 'calls_extensive list': 1 });
    const nodes = data.libraryFolders.nodes.flatMap((folder: TruthRow) => folder.calls.nodes);
    const closed = nodes.filter((node: TruthRow) => node.isPrivate);
    expect(nodes.length).toBeGreaterThan(closed.length);
    for (const node of nodes) expect(node.title === null).toBe(node.isPrivate);
    expect(errors?.length ?? 0).toBe(closed.length);
  });
});

describe('rights to single fields', () => {
  it('what the platform made of a call comes with the call, whether or not its transcript may be read', async () => {
    const query =
      '{ calls(first: 20) { nodes { isPrivate content { brief keyPoints } transcript { monologues { topic } } } } }';
    const open = ({ data }: TruthRow): TruthRow[] =>
      data.calls.nodes.filter((call: TruthRow) => call.isPrivate === false);
    const without = open(await insider.ask(query));
    const whole = open(await outsider.ask(query));
    expect(whole.some(({ transcript }) => transcript !== null)).toBe(true);
    expect(whole.some(({ content }) => content?.keyPoints?.length > 0)).toBe(true);
    expect(without).toEqual(whole.map((call) => ({ ...call, transcript: null })));
  });

  it('transcripts and recordings are refused before anything is fetched', async () => {
    const { data, errors, calls } = await insider.ask(
      `query ($id: ID!) { node(id: $id) { ... on Call {
        upstreamId transcript { monologues { topic } } media { hasAudio }
      } } }`,
      { id: Buffer.from(`Call:${openCall.id}`).toString('base64url') },
    );
    expect(data.node).toEqual({ upstreamId: openCall.id, transcript: null, media: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['node', 'transcript'], 'FORBIDDEN'],
      [['node', 'media'], 'FORBIDDEN'],
    ]);
    expect(tally(calls)).not.toHaveProperty('call_transcripts list');
  });

  it('name the right that is missing, and nothing of the call', async () => {
    const { errors } = await insider.ask(
      'query ($id: ID!) { call(by: { upstreamId: $id }) { transcript { monologues { topic } } } }',
      { id: openCall.id },
    );
    expect(errors?.[0]?.message).toContain('"transcripts"');
    expect(errors?.[0]?.message).not.toContain(openCall.title);
  });
});
