/** Whatever the platform's rows hold can be seen in the graph: a change of any value of theirs changes an answer. */

import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEntities } from '../../../src/records/calls/entity.ts';
import type { Backend } from '../../../src/service/backend.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { type TruthRow, truth } from '../../support/truth.ts';
import { customSchema, model, openWorld, schema, today, type World } from '../../support/world.ts';

/** What the graph says in another way, or on purpose not at all. */
const notShown = [
  // Files are played from addresses of Switchboard's own; the platform's are for nobody else.
  'calls_extensive media.audioUrl',
  'calls_extensive media.videoUrl',
  // Nobody documented it: platforms add fields without a word.
  'calls_extensive metaData.consentStatus.given',
  // Another name for the id.
  'workspaces workspaceId',
];

/** A place in a row: `parties[].name`. */
type Path = string;

/** What the platform says otherwise than it is. */
let changed: { readonly entity: string; readonly path: Path } | null = null;

function changing(): Backend {
  const company = openSynthetic({ now: () => today, customSchema });
  return {
    async execute(operation) {
      const answer = await company.execute(operation);
      if (changed === null || operation.entity !== changed.entity) return answer;
      const path = changed.path.split('.');
      if ('rows' in answer) return { ...answer, rows: answer.rows.map((row) => change(row, path)) };
      if ('row' in answer) return { ...answer, row: change(answer.row, path) };
      return answer;
    },
    close: () => company.close(),
  } as Backend;
}

function change(value: TruthRow, path: readonly string[]): TruthRow {
  const [step, ...rest] = path;
  if (value === null || value === undefined) return value;
  if (step === undefined) return other(value);
  if (step.endsWith('[]')) {
    const name = step.slice(0, -2);
    const list = value[name];
    if (!Array.isArray(list)) return value;
    return { ...value, [name]: list.map((item) => change(item, rest)) };
  }
  return step in value ? { ...value, [step]: change(value[step], rest) } : value;
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 7;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  // An id, an instant or an address stays one.
  if (/^\d+$/.test(value)) return `9${value.slice(0, -1)}`;
  if (/^\d{4}-/.test(value)) return value.replace(/^\d{4}/, '2001');
  return /@/.test(value) ? `x${value}` : `${value}x`;
}

/** Places of all values in some rows. */
function placesOf(value: unknown, at: Path = ''): readonly Path[] {
  const below = (name: string) => (at === '' ? name : `${at}.${name}`);
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [at];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!Array.isArray(inner)) return placesOf(inner, below(name));
    return inner.flatMap((item) => placesOf(item, `${below(name)}[]`));
  });
}

/** A few rows that between them have every place which any of them has. */
function covering(rows: readonly TruthRow[]): readonly TruthRow[] {
  const known = new Set<Path>();
  const most = rows.map((row) => ({ row, places: new Set(placesOf(row)) }));
  return most
    .toSorted((a, b) => b.places.size - a.places.size)
    .flatMap(({ row, places }) => {
      if (places.isSubsetOf(known)) return [];
      for (const place of places) known.add(place);
      return row;
    });
}

/** Everything of a type that comes with its own rows; of what is linked, the id. */
function everything(type: GraphQLObjectType, depth = 7): string {
  const shown = Object.values(type.getFields()).flatMap((field: GraphQLField<unknown, unknown>) => {
    const below = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || field.name.startsWith('_')) return [];
    if (!isCompositeType(below)) return [field.name];
    if (!isObjectType(below) || /Connection$|Match$/.test(below.name) || depth === 0) return [];
    // Records of the CRM, and what is a list of its own.
    if (model.objectOfType(below.name) !== undefined || below.name === 'Transcript') return [];
    const isNode = below.getInterfaces().some(({ name }) => name === 'Node');
    return [`${field.name} ${isNode ? '{ upstreamId }' : everything(below, depth - 1)}`];
  });
  return `{ ${shown.join(' ')} }`;
}

const of = (type: string): string => everything(schema.getType(type) as GraphQLObjectType);

let world: World;
/** By entity: a question that shows all of its rows, and such rows. */
let asked: Readonly<Record<string, { readonly query: string; readonly rows: readonly TruthRow[] }>>;

beforeAll(async () => {
  world = await openWorld({ backend: changing(), index: 'off' });
  const [workspace] = await truth(world, 'workspaces');
  const users = await truth(world, 'users');
  const { managerId } = users.find((user) => user.managerId !== null);
  const range = { fromDate: '2026-09-01', toDate: '2026-10-01' };
  const days = 'from: "2026-09-01", to: "2026-10-01"';
  const content = {
    context: 'Extended',
    exposedFields: {
      parties: true,
      content: {
        ...{ structure: true, topics: true, trackers: true, trackerOccurrences: true },
        ...{ brief: true, outline: true, highlights: true, callOutcome: true, keyPoints: true },
        pointsOfInterest: true,
      },
      interaction: { speakers: true, video: true, personInteractionStats: true, questions: true },
      collaboration: { publicComments: true },
      media: true,
    },
  };
  const calls = await truth(world, 'calls_extensive', {
    filter: { fromDateTime: '2026-10-01T00:00:00Z' },
    contentSelector: content,
  });
  const some = covering(calls);
  const ids = some.map(({ metaData }) => Buffer.from(`Call:${metaData.id}`).toString('base64url'));
  const nodes = (fields: string) =>
    `{ nodes(ids: ${JSON.stringify(ids)}) { ... on Call ${fields} } }`;
  const transcripts = await truth(world, 'call_transcripts', {
    filter: { callIds: some.map(({ metaData }) => metaData.id) },
  });
  const folders = await truth(world, 'library_folders', { workspaceId: workspace.id });
  const contents = [];
  for (const { id } of folders)
    contents.push(...(await truth(world, 'library_folder_content', { folderId: id })));
  const inWorkspace = `workspace: "${workspace.id}"`;
  asked = {
    users: { query: `{ users(first: 100) { nodes ${of('User')} } }`, rows: users },
    calls_extensive: { query: nodes(of('Call')), rows: some },
    calls: {
      query: `{ calls(first: 100, filter: {from: "2026-10-20T00:00:00Z"}) { nodes { ${Object.values(
        (schema.getType('Call') as GraphQLObjectType).getFields(),
      )
        .filter((field) => !isCompositeType(getNamedType(field.type)))
        .map(({ name }) => name)
        .join(' ')} primaryUser { upstreamId } workspace { upstreamId } } } }`,
      rows: await truth(world, 'calls', { fromDateTime: '2026-10-20T00:00:00Z' }),
    },
    call_transcripts: {
      query: nodes(`{ upstreamId transcript ${of('Transcript')} }`),
      rows: transcripts,
    },
    workspaces: {
      query: `{ workspaces(first: 50) { nodes ${of('Workspace')} } }`,
      rows: [workspace],
    },
    settings_scorecards: {
      query: `{ scorecards(first: 100) { nodes ${of('Scorecard')} } }`,
      rows: await truth(world, 'settings_scorecards'),
    },
    settings_trackers: {
      query: `{ trackers(first: 100) { nodes ${of('Tracker')} } }`,
      rows: await truth(world, 'settings_trackers'),
    },
    library_folders: {
      query: `{ libraryFolders(${inWorkspace}, first: 100) { nodes ${of('LibraryFolder')} } }`,
      rows: folders,
    },
    library_folder_content: {
      query: `{ libraryFolders(${inWorkspace}, first: 100) { nodes { calls(first: 50) { nodes { upstreamId title url startedAt durationSeconds primaryUser { upstreamId } } } } } }`,
      rows: contents,
    },
    coaching: {
      query: `{ coaching(${inWorkspace}, manager: "${managerId}", ${days}) { nodes ${of('Coaching')} } }`,
      rows: await truth(world, 'coaching', {
        'workspace-id': workspace.id,
        'manager-id': managerId,
        ...{ from: '2026-09-01', to: '2026-10-01' },
      }),
    },
    stats_activity_aggregate: {
      query: `{ activity(${days}, first: 100) { nodes ${of('UserActivity')} } }`,
      rows: await truth(world, 'stats_activity_aggregate', { filter: range }),
    },
    stats_activity_day_by_day: {
      query: `{ dailyActivity(${days}, first: 100) { nodes { userEmailAddress user { upstreamId } days ${of('DailyActivity').replace(/\}$/, 'calls(first: 20) { edges { roles node { upstreamId } } } }')} } } }`,
      rows: await truth(world, 'stats_activity_day_by_day', { filter: range }),
    },
    stats_interaction: {
      query: `{ interaction(${days}, first: 100) { nodes ${of('UserInteraction')} } }`,
      rows: await truth(world, 'stats_interaction', { filter: range }),
    },
    stats_activity_scorecards: {
      query: `{ answeredScorecards(first: 50) { nodes ${of('AnsweredScorecard')} } }`,
      rows: await truth(world, 'stats_activity_scorecards', { filter: {} }),
    },
  };
});
afterAll(() => world.close());

const entities = callEntities
  .filter(({ operations }) => 'list' in operations)
  .map(({ entity }) => entity);

describe('a change of any value', () => {
  it.each(entities)('of a row of %s changes an answer', async (entity) => {
    const { query, rows } = asked[entity]!;
    expect(rows.length).toBeGreaterThan(0);
    changed = null;
    const { data, errors } = await world.ask(query);
    expect(errors).toBeUndefined();
    const clean = JSON.stringify(data);
    const hidden: string[] = [];
    for (const path of new Set(rows.flatMap((row) => placesOf(row)))) {
      changed = { entity, path };
      const { data: other } = await world.ask(query);
      if (JSON.stringify(other) === clean) hidden.push(`${entity} ${path}`);
    }
    changed = null;
    expect(hidden.sort()).toEqual(notShown.filter((place) => place.startsWith(`${entity} `)));
  });
});
