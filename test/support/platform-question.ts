/** Questions that show all there is to see of the platform's rows, and a backend that changes a value of them. */

import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import type { Backend } from '../../src/connector-service/backend.ts';
import { openSynthetic } from './synthetic.ts';
import { type TruthRow, truth } from './truth.ts';
import { customSchema, model, schema, today, type World } from './world.ts';

/** A place in a row: `parties[].name`. */
export type Path = string;

export interface Change {
  readonly entity: string;
  readonly path: Path;
  /** What stands there instead of a value. */
  readonly to: (value: unknown) => unknown;
  /** Only the first item of each list is changed, and only the first row that has the place. */
  readonly once?: boolean;
}

/** The synthetic company, of whose rows one place can be changed. */
export class ChangingBackend {
  change: Change | null = null;
  readonly backend: Backend;

  constructor() {
    const company = openSynthetic({ now: () => today, customSchema });
    this.backend = {
      execute: async (operation) => {
        const answer = await company.execute(operation);
        const { change } = this;
        if (change === null || operation.entity !== change.entity) return answer;
        const path = change.path.split('.');
        const reached = { yet: false };
        const changed = (row: TruthRow): TruthRow =>
          change.once && reached.yet ? row : changeAt(row, path, change, reached);
        if ('rows' in answer) return { ...answer, rows: answer.rows.map(changed) };
        if ('row' in answer) return { ...answer, row: changed(answer.row) };
        return answer;
      },
      close: () => company.close(),
    } as Backend;
  }
}

/** The value with a place of it changed; the same one where it lacks the place. */
function changeAt(
  value: TruthRow,
  path: readonly string[],
  change: Change,
  reached: { yet: boolean },
): TruthRow {
  const [step, ...rest] = path;
  if (value === null || value === undefined) return value;
  if (step === undefined) {
    reached.yet = true;
    return change.to(value);
  }
  const name = step.replace('[]', '');
  if (!(name in value)) return value;
  if (!step.endsWith('[]')) {
    const inner = changeAt(value[name], rest, change, reached);
    return inner === value[name] ? value : { ...value, [name]: inner };
  }
  const list = value[name];
  if (!Array.isArray(list)) return value;
  const items = list.map((item) =>
    change.once && reached.yet ? item : changeAt(item, rest, change, reached),
  );
  return items.every((item, at) => item === list[at]) ? value : { ...value, [name]: items };
}

/** Another value of the same form. */
export function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 7;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  // An id, an instant or an address stays one.
  if (/^\d+$/.test(value)) return `9${value.slice(0, -1)}`;
  if (/^\d{4}-/.test(value)) return value.replace(/^\d{4}/, '2001');
  return /@/.test(value) ? `x${value}` : `${value}x`;
}

/** Places of all values in some rows. */
export function placesOf(value: unknown, at: Path = ''): readonly Path[] {
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
    if (field.args.length > 0 || field.name.startsWith('_')) return [];
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

export interface Question {
  readonly query: string;
  /** Rows the answer is made of. */
  readonly rows: readonly TruthRow[];
  /** The same question about one of the rows. */
  readonly of?: (row: TruthRow) => string;
}

/** By entity: a question that shows all of its rows, and such rows. */
export async function platformQuestions(world: World): Promise<Readonly<Record<string, Question>>> {
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
  const globalId = (id: string) => Buffer.from(`Call:${id}`).toString('base64url');
  const ids = some.map(({ metaData }) => globalId(metaData.id));
  const nodes = (fields: string, of = ids) =>
    `{ nodes(ids: ${JSON.stringify(of)}) { ... on Call ${fields} } }`;
  const transcripts = await truth(world, 'call_transcripts', {
    filter: { callIds: some.map(({ metaData }) => metaData.id) },
  });
  const folders = await truth(world, 'library_folders', { workspaceId: workspace.id });
  const contents = [];
  for (const { id } of folders)
    contents.push(...(await truth(world, 'library_folder_content', { folderId: id })));
  const inWorkspace = `workspace: "${workspace.id}"`;
  return {
    users: { query: `{ users(first: 100) { nodes ${of('User')} } }`, rows: users },
    calls_extensive: {
      query: nodes(of('Call')),
      rows: some,
      of: ({ metaData }) => nodes(of('Call'), [globalId(metaData.id)]),
    },
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
      of: ({ callId }) =>
        nodes(`{ upstreamId transcript ${of('Transcript')} }`, [globalId(callId)]),
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
}
