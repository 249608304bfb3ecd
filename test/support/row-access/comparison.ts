/** What a person was answered, held against what everybody is answered by the company without the rows that the person may not see. */

import { isDeepStrictEqual } from 'node:util';
import type { GraphAnswer } from '../world.ts';
import { model } from '../world.ts';
import type { Visible } from './oracle.ts';

export interface Verdict {
  /** Rows in the answer that somebody owns. */
  readonly rows: number;
  /** What the answer says of rows that it lacks: errors and notes that the expected answer has none of. */
  readonly words: readonly string[];
  /** Rows too many, rows too few without a word, other differences; each a sentence. */
  readonly defects: readonly string[];
}

type Told = Pick<GraphAnswer, 'data' | 'errors' | 'extensions'>;
type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows by type and id, wherever they stand. */
function rowsIn(value: Json, into = new Map<string, number>()): ReadonlyMap<string, number> {
  if (Array.isArray(value)) for (const member of value) rowsIn(member, into);
  if (!isObject(value)) return into;
  const { __typename, upstreamId } = value;
  if (typeof __typename === 'string' && typeof upstreamId === 'string') {
    const key = `${__typename} ${upstreamId}`;
    into.set(key, (into.get(key) ?? 0) + 1);
  }
  for (const member of Object.values(value)) rowsIn(member, into);
  return into;
}

function isVisible(key: string, { sees, calls, reviews }: Visible): boolean {
  const [type = '', id = ''] = key.split(' ');
  if (type === 'Call') return calls.has(id);
  if (type === 'AnsweredScorecard') return reviews.has(id);
  const object = model.objectOfType(type);
  return object === undefined || sees(object.name, id);
}

const isHiddenRow = ({ extensions }: NonNullable<GraphAnswer['errors']>[number]): boolean =>
  extensions.code === 'FORBIDDEN' && extensions.reason === 'row';

/** Errors other than that of a hidden parent, one text each. */
const otherErrors = ({ errors = [] }: Told): readonly string[] =>
  errors
    .filter((error) => !isHiddenRow(error))
    .map(({ message, extensions }) => `${String(extensions?.code)}: ${message}`);

const notesOf = ({ extensions }: Told): readonly string[] =>
  ((extensions?.incomplete ?? []) as readonly JsonObject[]).map((note) => JSON.stringify(note));

/** A sum of floats ends as its parts were added up. */
const isRounded = (left: Json, right: Json): boolean =>
  typeof left === 'number' &&
  typeof right === 'number' &&
  Math.abs(left - right) <= 1e-12 * Math.abs(right);

/** Path of the first difference, with both values. */
function difference(left: Json, right: Json, path = ''): string | null {
  // Of some lists one knows no total where the other does: not to know is no lie.
  const isUntold = (left === null || right === null) && path.endsWith('.totalCount');
  if (isUntold || isDeepStrictEqual(left, right) || isRounded(left, right)) return null;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const inside = difference(left[at], right[at], `${path}.${at}`);
      if (inside !== null) return inside;
    }
    if (left.length !== right.length) return `${path}: ${left.length} in place of ${right.length}`;
  }
  if (isObject(left) && isObject(right))
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inside = difference(left[name], right[name], `${path}.${name}`);
      if (inside !== null) return inside;
    }
  if ((isObject(left) && isObject(right)) || (Array.isArray(left) && Array.isArray(right)))
    return null;
  return `${path}: ${JSON.stringify(left)?.slice(0, 120)} in place of ${JSON.stringify(right)?.slice(0, 120)}`;
}

const sortedById = (rows: Json): Json =>
  Array.isArray(rows)
    ? rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : rows;

/** Search ranks by words of all rows, and folders have no order: theirs may differ. */
function comparable(value: Json, name = '', isFolder = false): Json {
  if (Array.isArray(value)) {
    const members = value.map((member) => comparable(member, '', isFolder));
    return name === 'search' || (isFolder && name === 'nodes') ? sortedById(members) : members;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      comparable(member, key, isFolder || key === 'libraryFolders'),
    ]),
  );
}

export function compare(
  asked: Told,
  expected: Told,
  visible: Visible,
  even: (data: unknown) => unknown,
): Verdict {
  const rows = rowsIn(asked.data);
  const hidden = [...rows.keys()].filter((key) => !isVisible(key, visible));
  const defects = hidden.length === 0 ? [] : [`too many: ${hidden.slice(0, 3).join(', ')}`];
  const expectedErrors = new Set(otherErrors(expected));
  const words = [
    ...otherErrors(asked).filter((error) => !expectedErrors.has(error)),
    ...notesOf(asked).filter((note) => !notesOf(expected).includes(note)),
  ];
  const { crm, platform } = visible.persons;
  const isSaid = asked.extensions?.notFound !== undefined;
  // Questions about what belongs to nobody need not say it.
  if (isSaid && crm.size > 0 && platform.size > 0) defects.push('says that nobody is found');
  const paths = (asked.errors ?? []).filter(isHiddenRow).map(({ path }) => path?.join('.'));
  if (new Set(paths).size !== paths.length) defects.push(`an error twice at ${paths.join(' ')}`);
  const told = comparable(even(asked.data));
  const wanted = comparable(even(expected.data));
  const at = difference(told, wanted);
  if (at !== null && words.length === 0 && hidden.length === 0) {
    const wantedRows = rowsIn(expected.data);
    const missing = [...wantedRows.keys()].filter((key) => !rows.has(key));
    const added = [...rows.keys()].filter((key) => !wantedRows.has(key));
    const kindOf = missing.length > 0 ? 'too few' : added.length > 0 ? 'more' : 'different';
    defects.push(`${kindOf} (${missing[0] ?? added[0] ?? ''}) at ${at}`);
  }
  return { rows: [...rows.values()].reduce((sum, count) => sum + count, 0), words, defects };
}
