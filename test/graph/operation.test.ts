/** Everything the two systems offer can be asked for through the graph: one question for each operation of the catalogue. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../support/operation.ts';
import { openWorld, type World } from '../support/world.ts';

/** CRM records by entity: the root fields of one and of many, and the type they are searched by. */
const records: readonly (readonly [string, string, string, string | null])[] = [
  ['accounts', 'account', 'accounts', 'ACCOUNT'],
  ['contacts', 'contact', 'contacts', 'CONTACT'],
  ['leads', 'lead', 'leads', 'LEAD'],
  ['opportunities', 'opportunity', 'opportunities', 'OPPORTUNITY'],
  ['tasks', 'task', 'tasks', 'TASK'],
  ['events', 'event', 'events', 'EVENT'],
  ['campaigns', 'campaign', 'campaigns', 'CAMPAIGN'],
  ['cases', 'case', 'cases', 'CASE'],
  ['notes', 'note', 'notes', 'NOTE'],
  ['content_versions', 'contentVersion', 'contentVersions', null],
  ['attachments', 'attachment', 'attachments', null],
];

const range = 'from: "2026-10-01", to: "2026-11-01"';

/** Upstream ids by root field. */
type Known = Readonly<Record<string, string>>;

/** By operation: a question that makes the service see it. Files are asked for at the address the answer gives. */
const questions: Readonly<Record<string, (known: Known) => string>> = {
  'users list': () => '{ users(first: 1) { nodes { name } } }',
  'users get': ({ user }) => `{ user(by: {upstreamId: "${user}"}) { name } }`,
  'calls list': () => '{ calls(first: 1) { nodes { title } } }',
  'calls get': ({ call }) => `{ call(by: {upstreamId: "${call}"}) { title } }`,
  'calls_extensive list': () => '{ calls(first: 1) { nodes { parties { name } } } }',
  'call_audio download': ({ call }) =>
    `{ call(by: {upstreamId: "${call}"}) { media { audioUrl } } }`,
  'call_video download': ({ call }) =>
    `{ call(by: {upstreamId: "${call}"}) { media { videoUrl } } }`,
  'workspaces list': () => '{ workspaces { nodes { name } } }',
  'call_transcripts list': ({ call }) =>
    `{ call(by: {upstreamId: "${call}"}) { transcript { monologues { sentences { text } } } } }`,
  'stats_activity_aggregate list': () => `{ activity(${range}) { nodes { callsAsHost } } }`,
  'stats_activity_day_by_day list': ({ user }) =>
    `{ dailyActivity(${range}, users: ["${user}"]) { nodes { days { startAt } } } }`,
  'stats_interaction list': () => `{ interaction(${range}) { nodes { talkRatio } } }`,
  'settings_scorecards list': () => '{ scorecards { nodes { name } } }',
  'settings_trackers list': () => '{ trackers { nodes { name } } }',
  'library_folders list': ({ workspace }) =>
    `{ libraryFolders(workspace: "${workspace}") { nodes { name } } }`,
  'library_folder_content list': ({ workspace }) =>
    `{ libraryFolders(workspace: "${workspace}", first: 2) { nodes { calls { nodes { id } } } } }`,
  'coaching list': ({ workspace, manager }) =>
    `{ coaching(workspace: "${workspace}", manager: "${manager}", ${range}) { nodes { isManager } } }`,
  'stats_activity_scorecards list': () =>
    '{ answeredScorecards(first: 1) { nodes { overallScore } } }',
  'query list': () => '{ soql(query: "SELECT Id FROM Account LIMIT 1") { nodes { values } } }',
  ...Object.fromEntries(
    records.flatMap(([entity, one, many, type]) => [
      [`${entity} list`, () => `{ ${many}(first: 1) { nodes { recordName } } }`],
      [
        `${entity} get`,
        (known: Known) => `{ ${one}(by: {upstreamId: "${known[one]}"}) { recordName } }`,
      ],
      type === null
        ? [
            `${entity} download`,
            (known: Known) => `{ ${one}(by: {upstreamId: "${known[one]}"}) { downloadUrl } }`,
          ]
        : [
            `${entity} search`,
            () => `{ search(term: "Renewal", types: [${type}]) { recordName } }`,
          ],
    ]),
  ),
};

const nameOf = (entity: string | null, action: string | null): string => `${entity} ${action}`;
const names = operations.map(({ entity, action }) => nameOf(entity.entity, action));

describe('of the operations of the catalogue', () => {
  let world: World;
  let known: Known;

  beforeAll(async () => {
    world = await openWorld({ index: false, media: true });
    // The first files of the company are missing or huge; later ones are plain.
    const { data } = await world.ask(`{
      users(first: 100) { nodes { upstreamId manager { upstreamId } } }
      calls(first: 100) { nodes { upstreamId media { hasAudio hasVideo } } }
      workspaces(first: 1) { nodes { upstreamId } }
      ${records.map(([, , many]) => `${many}(first: 5) { nodes { upstreamId } }`).join(' ')}
    }`);
    const managed = data.users.nodes.find((user: { manager: unknown }) => user.manager !== null);
    const filmed = data.calls.nodes.find(
      ({ media }: { media: { hasAudio: boolean; hasVideo: boolean } }) =>
        media.hasAudio && media.hasVideo,
    );
    known = {
      user: managed.upstreamId,
      manager: managed.manager.upstreamId,
      call: filmed.upstreamId,
      workspace: data.workspaces.nodes[0].upstreamId,
      ...Object.fromEntries(
        records.map(([, one, many]) => [one, data[many].nodes.at(-1).upstreamId]),
      ),
    };
  });
  afterAll(() => world.close());

  it('there are 52, each with its question, and no question is about another', () => {
    expect(names).toHaveLength(52);
    expect(Object.keys(questions).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s is reached from the graph', async (name) => {
    const before = world.service.calls().length;
    const { data, errors } = await world.ask(questions[name]!(known));
    expect(errors).toBeUndefined();
    if (name.endsWith('download')) {
      const [address] = /http[^"]+/.exec(JSON.stringify(data))!;
      const file = await fetch(address!, { headers: { range: 'bytes=0-9' } });
      expect(file.status).toBe(206);
      expect((await file.arrayBuffer()).byteLength).toBe(10);
    }
    const calls = world.service.calls().slice(before);
    expect(calls.map(({ entity, action }) => nameOf(entity, action))).toContain(name);
  });
});
