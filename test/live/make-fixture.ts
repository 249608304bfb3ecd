/**
 * `npm run fixture -- RECORDING NAME [FOLDER]`: a recording of `switchboard doctor --record` becomes a fixture of the second
 * server, `test/live/fixture/NAME.json`. What the recording replaced gets invented ids, texts and addresses of the
 * same form; what was null, empty or missing stays so.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { isObject } from '../../src/contract/wire/json.ts';
import { crmId } from './server/crm-company.ts';
import type { LiveFixture } from './server/fixture.ts';
import { platformId, type Row } from './server/platform-row.ts';

/** One of a recording; see src/cli/doctor/redaction.ts. */
interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Row;
    readonly body?: Row;
  };
  readonly status: number;
  readonly response: Row;
}

/** Kinds of ids, by the member that names the list's own rows or another's. */
const kinds: readonly (readonly [RegExp, number, ownList: RegExp | null])[] = [
  [
    /^(?:userId|primaryUserId|managerId|creatorUserId|updaterUserId|commenterUserId|reviewedUserId|reviewerUserId|editorUserId|addedBy|createdBy)$/,
    1,
    /^users$/,
  ],
  [/^workspaceId$/, 2, /^workspaces$/],
  [/^callId$/, 3, /^metaData$/],
  [/^trackerId$/, 6, /^keywordTrackers$/],
  [/^scorecardId$/, 9, /^scorecards$/],
  [/^answeredScorecardId$/, 20, null],
  [/^questionId$/, 8, null],
  [/^questionRevisionId$/, 18, null],
];
const ownKinds: Readonly<Record<string, number>> = {
  users: 1,
  workspaces: 2,
  metaData: 3,
  trackers: 6,
  folders: 21,
  publicComments: 7,
};

const words =
  'amber brook cedar delta ember fjord grove heath inlet jetty knoll larch mesa north oasis pier quill ridge slate tarn'.split(
    ' ',
  );
/** Letters of the recorded number, in words of our own. */
function inventedText(length: number, n: number): string {
  let text = '';
  for (let at = n; text.length < length; at += 1)
    text += `${text === '' ? '' : ' '}${words[at % words.length]}`;
  return text.slice(0, length).replace(/ $/, 'x');
}

interface Place {
  /** Member that holds the value, the list above it, and the row's number in the outermost list and in that. */
  readonly key: string;
  readonly list: string;
  readonly row: number;
  readonly item: number;
}

/** A value of a call-platform row in place of the replaced one. */
function invented(value: Row, place: Place): Row {
  const { key, list, row, item } = place;
  if (Array.isArray(value))
    return value.map((member, at) => invented(member, { key, list: key, row, item: at + 1 }));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !/^key \d+$/.test(name))
        .map(([name, member]) => [
          name,
          // Ids inside an object are of what it is.
          invented(member, { key: name, list: isObject(member) ? name : list, row, item }),
        ]),
    );
  if (typeof value !== 'string') return value;
  if (/^1{5,20}$/.test(value)) return inventedId(place);
  return inventedWord(value, row * 7 + item);
}

function inventedId({ key, list, row, item }: Place): string {
  // People of a call: in talk times by the party's id, elsewhere by the speaker's.
  if (key === 'id' && (list === 'parties' || list === 'speakers'))
    return platformId(10 + item, row);
  if (key === 'speakerId') return platformId(30 + (list === 'parties' ? item : 1), row);
  const own = key === 'id' ? ownKinds[list] : undefined;
  if (own !== undefined)
    return platformId(own, list === 'metaData' || own < 3 || own === 21 ? row : item);
  const kind = kinds.find(([name]) => name.test(key))?.[1] ?? 90;
  const isOwn = kinds.some(([name, , lists]) => name.test(key) && lists?.test(list));
  return platformId(kind, isOwn || kind === 3 || kind === 20 ? row : 1);
}

function inventedWord(value: string, n: number): string {
  if (value === '<e-mail>') return `${words[n % words.length]}.${n}@brightwell.example`;
  if (value === '<address>') return `https://brightwell.example/${n}`;
  const [, kind, length = ''] = /^<(text|id) (\d+)>$/.exec(value) ?? [];
  if (kind === 'text') return inventedText(Number(length), n);
  return kind === 'id' ? crmId('a0Q', n).slice(0, Number(length)) : value;
}

const rowsOf = (list: Row, key: string): Row[] =>
  Array.isArray(list)
    ? list.map((row, at) => invented(row, { key: '', list: key, row: at + 1, item: at + 1 }))
    : [];

export function fixtureOf(exchanges: readonly RecordedExchange[], note: string): LiveFixture {
  const good = exchanges.filter(({ status }) => status === 200);
  /** Rows of a path's answer that says most. */
  const rows = (path: string, key: string): Row[] => {
    const lists = good
      .filter(({ request }) => request.path === path)
      .map(({ response }) => response?.[key]);
    const [fullest] = lists.toSorted(
      (left, right) => JSON.stringify(right ?? '').length - JSON.stringify(left ?? '').length,
    );
    return rowsOf(fullest, key);
  };
  const calls = rows('/v2/calls/extensive', 'calls').map((call) => ({
    ...{ context: [], parties: [], content: {}, interaction: {}, collaboration: {} },
    ...call,
  }));
  const lacking = exchanges.flatMap(({ response }) =>
    (Array.isArray(response?.errors) ? response.errors : []).flatMap(
      (text: string) => /use '(api:[a-z:-]+)'/.exec(text)?.[1] ?? [],
    ),
  );
  return {
    note,
    company: {
      ...{
        workspaces: rows('/v2/workspaces', 'workspaces'),
        users: rows('/v2/users', 'users'),
        calls,
      },
      transcripts: rows('/v2/calls/transcript', 'callTranscripts'),
      scorecards: rows('/v2/settings/scorecards', 'scorecards'),
      reviews: rows('/v2/stats/activity/scorecards', 'answeredScorecards'),
      trackers: rows('/v2/settings/trackers', 'keywordTrackers'),
      folders: rows('/v2/library/folders', 'folders').map((folder) => ({ calls: [], ...folder })),
    },
    ...crmOf(exchanges),
    lacking: [...new Set(lacking)],
  };
}

/** Tables of the objects that were asked for, and what the answers show to be hidden. */
function crmOf(exchanges: readonly RecordedExchange[]): Pick<LiveFixture, 'tables' | 'hidden'> {
  const model = buildCrmModel();
  const asked = exchanges.flatMap((exchange) => {
    const q = String(exchange.request.query?.q ?? '');
    const [, selected = '', object = ''] = /^SELECT (.*?) FROM (\w+)/.exec(q) ?? [];
    const known = model.object(object);
    return known === undefined
      ? []
      : [{ ...exchange, selected: selected.split(', '), object: known }];
  });
  const tables: Record<string, Row[]> = {};
  const hidden = new Set<string>();
  for (const { name } of model.objects) tables[name] = [];
  for (const { status, response, object } of asked) {
    if (status !== 200 || !Array.isArray(response?.records)) continue;
    tables[object.name] = response.records.map((record: Row, at: number) =>
      crmRecord(record, object.name, at + 1),
    );
  }
  for (const { name } of model.objects) {
    const ofObject = asked.filter(({ object }) => object.name === name);
    const shown = new Set(
      ofObject.filter(({ status }) => status === 200).flatMap(({ selected }) => selected),
    );
    const refused = ofObject.filter(({ status }) => status !== 200);
    if (refused.length === 0) continue;
    if (shown.size === 0) hidden.add(name);
    for (const field of refused.flatMap(({ selected }) => selected))
      if (shown.size > 0 && !shown.has(field) && model.field(name, field) !== undefined)
        hidden.add(`${name}.${field}`);
  }
  return { tables, hidden: [...hidden] };

  function crmRecord(record: Row, object: string, n: number): Row {
    const members = Object.entries(record).filter(
      ([name]) => model.field(object, name) !== undefined,
    );
    return Object.fromEntries([
      ...members.map(([name, value]): [string, unknown] => {
        const field = model.field(object, name);
        const [target] = field?.spec.reference?.to ?? [];
        if (value === null || typeof value !== 'string')
          return [name, typeof value === 'object' ? null : value];
        if (name === 'Id') return [name, crmId(model.object(object)?.keyPrefix ?? '', n)];
        if (target !== undefined) return [name, crmId(model.object(target)?.keyPrefix ?? '000', 1)];
        return [name, inventedWord(value, n)];
      }),
      ['IsDeleted', false],
    ]);
  }
}

if (import.meta.main) {
  const [, , file = '', name = '', folder = join(import.meta.dirname, 'fixture')] = process.argv;
  if (!/^[a-z][a-z-]*$/.test(name))
    throw new Error(
      'Expected npm run fixture -- RECORDING NAME, with a name of small letters and dashes',
    );
  const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as {
    exchanges: readonly RecordedExchange[];
  };
  mkdirSync(folder, { recursive: true });
  const fixture = fixtureOf(
    exchanges,
    'Made of a recording of `switchboard doctor --record`: forms are the tenant’s, words are invented.',
  );
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture, null, 1)}\n`);
  process.stdout.write(
    `Written to ${join(folder, name)}.json; npx vitest run --config vitest.wide.config.ts test/live/fixture.wide.ts asks the graph of it.\n`,
  );
}
