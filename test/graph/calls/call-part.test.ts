import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import { isWide, share } from '../../support/cases.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { paramsOf, type TruthRow, tally, truth } from '../../support/truth.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';

let world: World;
let rows: ReadonlyMap<string, TruthRow>;

const range = { fromDateTime: '2026-09-01T00:00:00Z', toDateTime: '2026-10-01T00:00:00Z' };

beforeAll(async () => {
  world = await openWorld({ index: false });
  const all = await truth(world, 'calls_extensive', {
    filter: range,
    contentSelector: {
      context: 'Extended',
      contextTiming: ['Now', 'TimeOfCall'],
      exposedFields: { collaboration: { publicComments: true }, media: true, parties: true },
    },
  });
  rows = new Map(all.map((row) => [row.metaData.id, row]));
});
afterAll(() => world.close());

const list = `calls(first: 100, filter: { from: "${range.fromDateTime}", to: "${range.toDateTime}" })`;
const selectorOf = (answer: { calls: Parameters<typeof paramsOf>[0] }) =>
  paramsOf(answer.calls, 'calls_extensive').map((params) => params.contentSelector);

describe('comments of calls', () => {
  it('come with the calls, linked to who wrote them and to what they answer', async () => {
    const answer = await world.ask(/* GraphQL */ `{
      ${list} {
        nodes {
          upstreamId
          comments {
            upstreamId text startSeconds endSeconds postedAt isDuringCall
            commenter { upstreamId name } inReplyTo { upstreamId } replies { upstreamId }
          }
        }
      }
    }`);
    expect(answer.errors).toBeUndefined();
    expect(tally(answer.calls)).toEqual({ 'calls_extensive list': 1, 'users list': 1 });
    expect(selectorOf(answer)).toEqual([
      { exposedFields: { collaboration: { publicComments: true } } },
    ]);
    let replies = 0;
    for (const node of answer.data.calls.nodes) {
      const comments = rows.get(node.upstreamId).collaboration.publicComments;
      expect(node.comments).toMatchObject(
        comments.map((row: TruthRow) => ({
          upstreamId: row.id,
          text: row.comment,
          startSeconds: row.audioStartTime,
          endSeconds: row.audioEndTime,
          postedAt: new Date(row.posted).toISOString(),
          isDuringCall: row.duringCall,
          commenter: { upstreamId: row.commenterUserId },
          inReplyTo: row.inReplyTo === null ? null : { upstreamId: row.inReplyTo },
        })),
      );
      for (const comment of node.comments) {
        replies += comment.replies.length;
        for (const reply of comment.replies) {
          const answered = comments.find((row: TruthRow) => row.id === reply.upstreamId);
          expect(answered.inReplyTo).toBe(comment.upstreamId);
        }
      }
    }
    expect(replies).toBeGreaterThan(0);
  });
});

describe('voices in a call', () => {
  it('are parties of the call, wherever they are heard, and cost no call of their own', async () => {
    const speaker = 'speakerId speaker { speakerId upstreamId }';
    const answer = await world.ask(/* GraphQL */ `{
      ${list.replace('100', '40')} { nodes {
        content {
          actionItems { ${speaker} }
          trackers { occurrences { ${speaker} } phrases { occurrences { ${speaker} } } }
        }
      } }
    }`);
    expect(answer.errors).toBeUndefined();
    expect(tally(answer.calls)).toEqual({ 'calls_extensive list': 1 });
    const heard = answer.data.calls.nodes.flatMap(({ content }: TruthRow) => [
      ...content.actionItems,
      ...content.trackers.flatMap((one: TruthRow) => [
        ...one.occurrences,
        ...one.phrases.flatMap(({ occurrences }: TruthRow) => occurrences),
      ]),
    ]);
    const known = heard.filter((one: TruthRow) => one.speaker !== null);
    expect(known.length).toBeGreaterThan(heard.length * 0.9);
    for (const { speakerId, speaker: party } of known) expect(party.speakerId).toBe(speakerId);
  });

  it.each([
    ['the id of the party', (party: TruthRow) => party.id],
    ['the id of the voice', (party: TruthRow) => party.speakerId],
  ])('share the talk among the parties, whether speakers are named by %s', async (_, idOf) => {
    const company = openSynthetic({ now: () => today, customSchema });
    const spoken = new Map<string, TruthRow[]>();
    const withSpeakers = (row: TruthRow): TruthRow => {
      spoken.set(row.metaData.id, row.parties);
      const speakers = row.parties.map((party: TruthRow, place: number) => ({
        id: idOf(party),
        userId: null,
        talkTime: 1 + place,
      }));
      return { ...row, interaction: { speakers } };
    };
    const backend: Backend = {
      ...company,
      async execute(operation) {
        const answer = await company.execute(operation);
        return operation.entity === 'calls_extensive' && 'rows' in answer
          ? { ...answer, rows: answer.rows.map(withSpeakers) }
          : answer;
      },
    };
    const { ask, close } = await openWorld({ backend, index: false });
    onTestFinished(close);
    const { data, errors } = await ask(`{
      ${list.replace('100', '10')} { nodes { upstreamId interaction { speakers {
        upstreamId talkTimeSeconds party { upstreamId speakerId }
      } } } }
    }`);
    expect(errors).toBeUndefined();
    for (const { upstreamId, interaction } of data.calls.nodes)
      expect(interaction.speakers).toEqual(
        spoken.get(upstreamId)!.map((party, place) => ({
          upstreamId: idOf(party),
          talkTimeSeconds: 1 + place,
          party: idOf(party) && { upstreamId: party.id, speakerId: party.speakerId },
        })),
      );
  });

  it('lead on to the people behind them, in one call for all', async () => {
    const answer = await world.ask(/* GraphQL */ `{
      ${list.replace('100', '10')} { nodes { content { trackers { occurrences {
        speaker { user { name } contact { name } }
      } } } } }
    }`);
    expect(answer.errors).toBeUndefined();
    expect(tally(answer.calls)).toEqual({
      'calls_extensive list': 1,
      'users list': 1,
      'contacts list': 1,
    });
  });
});

describe('CRM context', () => {
  it('leads to the records themselves, each object in one call', async () => {
    const answer = await world.ask(/* GraphQL */ `{
      ${list} { nodes { crmContext { objects { objectType objectId record { upstreamId recordName } } } } }
    }`);
    expect(answer.errors).toBeUndefined();
    expect(tally(answer.calls)).toEqual({
      'calls_extensive list': 1,
      'accounts list': 1,
      'opportunities list': 1,
    });
    const objects = answer.data.calls.nodes.flatMap(({ crmContext }: TruthRow) =>
      (crmContext ?? []).flatMap((one: TruthRow) => one.objects),
    );
    const found = objects.filter(({ record }: TruthRow) => record !== null);
    expect(found.length).toBeGreaterThan(50);
    for (const { objectId, record } of found) expect(record.upstreamId).toBe(objectId);
  });

  const context = '{ system objects { objectType objectId timing fields { name value } } }';
  const expected = (contexts: TruthRow, timing: string) =>
    (contexts ?? []).map((one: TruthRow) => ({
      system: one.system,
      objects: one.objects.filter((object: TruthRow) => object.timing === timing),
    }));

  it('of calls and parties is asked for as it is now', async () => {
    const answer = await world.ask(
      `{ ${list} { nodes { upstreamId crmContext ${context} parties { upstreamId crmContext ${context} } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(tally(answer.calls)).toEqual({ 'calls_extensive list': 1 });
    expect(selectorOf(answer)).toEqual([{ context: 'Extended', exposedFields: { parties: true } }]);
    for (const node of answer.data.calls.nodes) {
      const row = rows.get(node.upstreamId);
      expect(node.crmContext).toEqual(expected(row.context, 'Now'));
      expect(node.parties.map((party: TruthRow) => party.crmContext)).toEqual(
        row.parties.map((party: TruthRow) => expected(party.context, 'Now')),
      );
    }
  });

  it('as it was at the call comes with it as it is now, each in its own field', async () => {
    const answer = await world.ask(
      `{ ${list} { nodes { upstreamId crmContext ${context} crmContextAtCall ${context} } } }`,
    );
    expect(tally(answer.calls)).toEqual({ 'calls_extensive list': 1 });
    expect(selectorOf(answer)).toEqual([
      { context: 'Extended', contextTiming: ['Now', 'TimeOfCall'] },
    ]);
    let linked = 0;
    for (const node of answer.data.calls.nodes) {
      const row = rows.get(node.upstreamId);
      expect(node.crmContext).toEqual(expected(row.context, 'Now'));
      expect(node.crmContextAtCall).toEqual(expected(row.context, 'TimeOfCall'));
      linked += node.crmContextAtCall.flatMap((one: TruthRow) => one.objects).length;
    }
    expect(linked).toBeGreaterThan(10);
  });

  it('as it is now survives being fetched before and after it as it was', async () => {
    const [id] = rows.keys();
    const answer = await world.ask(
      `query ($id: ID!) {
        call(by: { upstreamId: $id }) {
          crmContext ${context}
          parties { call { crmContext ${context} } }
        }
        answeredScorecards(first: 1) { nodes { upstreamId } }
        node(id: $global) { ... on Call { crmContextAtCall ${context} crmContext ${context} } }
      }`.replace('($id: ID!)', '($id: ID!, $global: ID!)'),
      { id, global: Buffer.from(`Call:${id}`).toString('base64url') },
    );
    expect(answer.errors).toBeUndefined();
    const row = rows.get(id!);
    expect(answer.data.call.crmContext).toEqual(expected(row.context, 'Now'));
    expect(answer.data.node).toEqual({
      crmContext: expected(row.context, 'Now'),
      crmContextAtCall: expected(row.context, 'TimeOfCall'),
    });
  });
});

describe('parts of a call that were fetched one after the other', () => {
  const objects = '{ objects { objectId timing } }';
  const parties = 'parties { upstreamId name }';
  const context = `crmContext ${objects}`;
  const trackers = 'content { trackers { name count } }';
  const topics = 'content { topics { name } }';
  /** Selections that hold more where two parts come together, after each part alone. */
  const richer = [
    [parties, context, `parties { upstreamId crmContext ${objects} }`],
    [parties, context, 'contacts { matchedBy record { upstreamId } }'],
    [parties, context, `crmContextAtCall ${objects}`],
    [trackers, topics, 'content { brief trackers { occurrences { startSeconds } } }'],
  ] as const;
  const all = [...new Set(richer.flat())];
  const every = all.flatMap((a) => all.flatMap((b) => all.map((c) => [a, b, c] as const)));
  const orders: readonly (readonly [string, string, string])[] = [
    ...richer.flatMap(([a, b, c]) => [
      [a, b, c] as const,
      [b, a, c] as const,
      [c, a, c] as const,
      [c, b, c] as const,
    ]),
    ...(isWide ? share(every, 5) : []),
  ];

  it('are those of one answer, whichever was first, in one request and in several', async () => {
    const warm = await openWorld({ shared: world.service, index: false, cache: true });
    onTestFinished(() => warm.close());
    const { nodes } = (
      await world.ask(`{ answeredScorecards(first: 100) { nodes { call {
        upstreamId crmContext ${objects} crmContextAtCall ${objects}
      } } } }`)
    ).data.answeredScorecards;
    const held = (part: TruthRow) => part?.some((one: TruthRow) => one.objects.length > 0);
    const linked: TruthRow[] = nodes
      .map(({ call }: TruthRow) => call)
      .filter((call: TruthRow) => call && held(call.crmContextAtCall) && held(call.crmContext));
    expect(linked.length).toBeGreaterThan(10);
    for (const [at, order] of orders.entries()) {
      const id = linked[at % linked.length].upstreamId;
      const call = (selection: string) => `call(by: { upstreamId: "${id}" }) { ${selection} }`;
      const [first, second, last] = order;
      const cold = (await world.ask(`{ ${call(last)} }`)).data.call;
      for (const one of [first, second]) await warm.ask(`{ ${call(one)} }`);
      const kept = await warm.ask(`{ ${call(last)} }`);
      expect([order, kept.errors, kept.data.call]).toEqual([order, undefined, cold]);
      // The call of a review is known later than one by its id.
      const review = `answeredScorecards(first: 1, filter: { calls: ["${id}"] }) { nodes { call { ${last} } } }`;
      const both = await world.ask(`{ ${call(first)} ${review} }`);
      const [later] = both.data.answeredScorecards.nodes;
      expect([order, both.errors, later.call]).toEqual([order, undefined, cold]);
    }
  });
});

describe('media of calls', () => {
  it('says which recordings there are, and never where they lie', async () => {
    const answer = await world.ask(
      `{ ${list} { nodes { upstreamId mediaType media { hasAudio hasVideo } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(selectorOf(answer)).toEqual([{ exposedFields: { media: true } }]);
    for (const node of answer.data.calls.nodes) {
      const { media, metaData } = rows.get(node.upstreamId);
      expect(node.mediaType).toBe(metaData.media);
      expect(node.media).toEqual({
        hasAudio: media?.audioUrl !== undefined,
        hasVideo: media?.videoUrl !== undefined,
      });
    }
    expect(JSON.stringify(answer.data)).not.toContain('http');
  });
});

it('objects that come in parts are there whichever of their fields are selected, if any', async () => {
  const shown = 'content { __typename } interaction { __typename }';
  const bare = await world.ask(`{ ${list} { nodes { id ${shown} } } }`);
  const full = await world.ask(
    `{ ${list} { nodes { id content { brief outcome { __typename } } interaction { video { name } } } } }`,
  );
  expect([bare.errors, full.errors]).toEqual([undefined, undefined]);
  const isThere = ({ content, interaction }: TruthRow) => [content !== null, interaction !== null];
  const { nodes } = bare.data.calls;
  expect(nodes.map(isThere)).toEqual(full.data.calls.nodes.map(isThere));
  expect(nodes[0].content).toEqual({ __typename: 'CallContent' });
  const one = await world.ask(`{ call(by: { id: "${nodes[0].id}" }) { ${shown} } }`);
  expect(one.data.call).toEqual({ content: nodes[0].content, interaction: nodes[0].interaction });
});
