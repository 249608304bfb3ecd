/** Values no upstream documents, and what an answer may make of one: the value itself, or null with an error in its place. */

import type { ChangingBackend, Path, Question } from './platform-question.ts';
import { other, placesOf } from './platform-question.ts';
import type { GraphAnswer, World } from './world.ts';

/** A number that stands on the wire in these digits, whatever JavaScript would make of them. */
class Digits {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.#text);
  }
}

/** By name; each is right for some fields and wrong for others. */
export const wrongValues: Readonly<Record<string, unknown>> = {
  null: null,
  'empty text': '',
  'a word': 'see attachment',
  'half of a character': 'see attachment \ud83d',
  'a number': 7,
  'a negative number': -1,
  'a fraction': 1.5,
  'a huge integer': new Digits('12345678901234567890'),
  'a number beyond all': new Digits('1e400'),
  NaN: 'NaN',
  'a number as text': '12',
  true: true,
  false: false,
  'a day in words': 'March 7',
  'a day no month has': '2026-02-30',
  'an instant on a day no month has': '2026-02-30T10:00:00Z',
  'an instant without an offset': '2026-03-01T10:00:00',
  'an instant in no month': '2026-13-01T10:00:00Z',
  'an object': { see: 'attachment' },
  'an empty list': [],
  'a list of a number': [1],
  'a list of a text': ['attachment'],
  'a list of a list': [[1]],
};

/** The places of all containers in a value, and of the items of its lists: `parties`, `parties[]`. */
export function containersOf(value: unknown, at: Path = ''): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    // Nothing of an answer hangs on what is empty.
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) return [];
    if (!Array.isArray(inner)) return [path, ...containersOf(inner, path)];
    const items = `${path}[]`;
    return [
      path,
      ...(inner.length > 0 ? [items] : []),
      ...inner.flatMap((item) => containersOf(item, items)),
    ];
  });
}

/** The value with everything in it changed, all of its form kept. */
export function allOther(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other(value);
  if (Array.isArray(value)) return value.map(allOther);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, allOther(inner)]));
}

type Leaves = ReadonlyMap<string, unknown>;

function leavesOf(value: unknown, at = '', found = new Map<string, unknown>()): Leaves {
  if (typeof value !== 'object' || value === null) found.set(at, value);
  else for (const [name, inner] of Object.entries(value)) leavesOf(inner, `${at}.${name}`, found);
  return found;
}

/** Places whose value is not the same in both. */
function changedIn(clean: Leaves, changed: Leaves): ReadonlySet<string> {
  const places = new Set<string>();
  for (const [at, value] of clean)
    if (changed.get(at) !== value || !changed.has(at)) places.add(at);
  for (const at of changed.keys()) if (!clean.has(at)) places.add(at);
  return places;
}

const pathText = (path: readonly (string | number)[] = []): string =>
  path.map((step) => `.${step}`).join('');

/** A place of a row, and what of an answer hangs on it. */
interface Place {
  readonly name: string;
  readonly original: unknown;
  readonly clean: Leaves;
  readonly affected: readonly string[];
  ask(to: (value: unknown) => unknown): Promise<GraphAnswer>;
}

export async function placeOf(
  world: World,
  changing: ChangingBackend,
  query: string,
  entity: string,
  path: Path,
): Promise<Place> {
  const clean = leavesOf((await world.ask(query)).data);
  const ask = async (to: (value: unknown) => unknown): Promise<GraphAnswer> => {
    changing.change = { entity, path, to, once: true };
    try {
      return await world.ask(query);
    } finally {
      changing.change = null;
    }
  };
  let original: unknown;
  const another = await ask((value) => {
    original = value;
    return allOther(value);
  });
  const affected = [...changedIn(clean, leavesOf(another.data))];
  return { name: `${entity} ${path}`, original, clean, affected, ask };
}

/** What the graph does wrong with a wrong value; nothing where it does right. */
export async function faultsOf(place: Place, wrong: unknown): Promise<readonly string[]> {
  const { name, original, clean, affected } = place;
  // What was empty shows nothing that could change; an object in an object's place is none wrong.
  const isObject = (value: unknown): boolean => isForm(value) && !Array.isArray(value);
  if (affected.length === 0 || (isObject(original) && isObject(wrong))) return [];
  // Whatever stands in JSON is right.
  if (isForm(wrong) && /answerOptions|selectedOptions|fields\[\]\.value/.test(name)) return [];
  const places = new Set(affected);
  const around = new Set(affected.flatMap(upwards));
  const isAffected = (at: string): boolean =>
    around.has(at) || upwards(at).some((each) => places.has(each));
  const { data, errors = [] } = await place.ask(() => wrong);
  const leaves = leavesOf(data);
  const faults: string[] = [];
  const failed = new Set(errors.map(({ path }) => pathText(path)));
  for (const { path, message, extensions } of errors) {
    const at = pathText(path);
    const { code } = extensions;
    if (code !== 'UPSTREAM_BAD_RESPONSE') faults.push(`${at} fails with ${code}: ${message}`);
    if (leaves.get(at) !== null) faults.push(`${at} has an error and a value`);
    if (!isAffected(at)) faults.push(`${at} fails, which has nothing to do with it: ${message}`);
    if (message.includes('attachment')) faults.push(`${at} quotes the value`);
  }
  for (const at of changedIn(clean, leaves)) {
    const top = nearest(leaves, at);
    const value = leaves.get(top);
    // A global id is made of the value.
    if (at.endsWith('.id') && value !== null) continue;
    if (!isAffected(at) && !isAffected(top)) faults.push(`${at} has changed: ${value}`);
    else if (failed.has(top)) continue;
    else if (
      value === null
        ? !mayBeNull(original, wrong, failed.size > 0) &&
          // A measure by another name is one the graph has no field for.
          !(name.endsWith('Stats[].name') && typeof wrong === 'string')
        : !isReading(value, wrong, clean.get(at))
    )
      faults.push(`${top} is ${JSON.stringify(value)} without an error`);
  }
  return [...new Set(faults)].map((fault) => `${place.name} = ${JSON.stringify(wrong)}: ${fault}`);
}

/** `a.b.c` is within `a.b.c`, `a.b` and `a`. */
function upwards(at: string): readonly string[] {
  const names = at.split('.');
  return names.map((_, end) => names.slice(0, end + 1).join('.'));
}

/** The place, or where the answer ends above it. */
function nearest(leaves: Leaves, at: string): string {
  let place = at;
  while (place !== '' && !leaves.has(place)) place = place.slice(0, place.lastIndexOf('.'));
  return place;
}

function mayBeNull(original: unknown, wrong: unknown, isSaid: boolean): boolean {
  // What was looked up by a value that can't be read is null beside that value's own error.
  if (isSaid || wrong === null || wrong === '') return true;
  if (isForm(original)) return isForm(wrong) && Array.isArray(original) === Array.isArray(wrong);
  // An id that nobody has.
  const isId = typeof original === 'string' && /^[\dA-Za-z]{6,}$/.test(original);
  return isId && !isForm(wrong) && typeof wrong !== 'boolean';
}

const isForm = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Digits);

function isReading(value: unknown, wrong: unknown, before: unknown): boolean {
  const written = JSON.stringify(wrong);
  if (JSON.stringify(value) === written || value === written || value === undefined) return true;
  // A float is the nearest there is.
  if (wrong instanceof Digits && typeof value === 'number') return value === Number(written);
  if (Array.isArray(wrong)) return value === wrong.length || wrong.includes(value);
  if (typeof value !== 'string') return false;
  // A name of several parts is made of those that are there.
  if (wrong === null && typeof before === 'string') return before.includes(value);
  return typeof wrong === 'string' && value.includes(wrong);
}

/** Whether rows stand by this value in their list: with another, they stand elsewhere. */
export function isSortKey(entity: string, path: Path): boolean {
  const keys = ['id', 'scheduled', 'callId', 'answeredScorecardId', 'userId'];
  // Calls of a day stand by their ids, too.
  return keys.includes(path) || (entity === 'stats_activity_day_by_day' && path.endsWith('[]'));
}

/** Every place of a question's rows (of values, of what holds them, of the items of lists), with a question that shows it. */
export function placesIn({ query, rows, of }: Question): ReadonlyMap<Path, string> {
  // A few rows of a list show a place as well as all.
  const few = query.replace(/first: (100|50)/, 'first: 12');
  const places = new Map<Path, string>();
  for (const row of rows)
    for (const path of [...placesOf(row), ...containersOf(row)])
      if (!places.has(path)) places.set(path, of?.(row) ?? few);
  return places;
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
