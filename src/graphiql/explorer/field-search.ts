/**
 * Search of fields: by their names, by what people call them (`contract/synonym.ts`), and by the words of their
 * descriptions. Each is found with the shortest way to it from the top of a question.
 */

import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { otherNames } from '../../contract/synonym.ts';
import { findFigures } from './figure-search.ts';
import type { FoundField } from './found-field.ts';

type Field = GraphQLField<unknown, unknown>;

interface Entry extends FoundField {
  readonly name: string;
  /** Words of the name. */
  readonly words: readonly string[];
  readonly description: string;
  /** Steps from the rows that the question has to the field; null where it was looked for from the top. */
  readonly steps: number | null;
}

/** A step may lead through a list, whose rows are one level below; a parent of a parent is seldom meant. */
const furthest = 7;

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const wordsByName = new Map<string, readonly string[]>();

/** Words of a name, of which many fields have the same. */
function wordsOfName(name: string): readonly string[] {
  const words = wordsByName.get(name) ?? wordsOf(name);
  wordsByName.set(name, words);
  return words;
}

/** Reads all fields that a question can reach: some thousands, and once. */
export const indexFields = (schema: GraphQLSchema): readonly Entry[] =>
  fieldsFrom(schema, new Map([[schema.getQueryType()!.name, []]]), furthest);

/** How far from the rows a field is still one of theirs: the account of a deal, the title of its calls. */
const near = 3;

/** Reads the fields of the rows that a question has, and of what these refer to. */
export const indexNear = (
  schema: GraphQLSchema,
  rows: ReadonlyMap<string, { readonly path: readonly string[] }>,
): readonly Entry[] => {
  const paths = new Map([...rows].map(([type, { path }]) => [type, path]));
  return fieldsFrom(schema, new Map(paths), near, paths);
};

function fieldsFrom(
  schema: GraphQLSchema,
  paths: Map<string, readonly string[]>,
  most: number,
  rows?: ReadonlyMap<string, readonly string[]>,
): readonly Entry[] {
  const entries: Entry[] = [];
  const starts = new Map([...paths].map(([type, path]) => [type, path.length]));
  for (const [typeName, path] of paths) {
    const start = starts.get(typeName)!;
    const type = schema.getType(typeName);
    if (isUnionType(type) || isInterfaceType(type))
      for (const possible of schema.getPossibleTypes(type))
        if (!paths.has(possible.name))
          reach(possible.name, [...path, `... on ${possible.name}`], start);
    if (!isObjectType(type) || path.length - start > most) continue;
    for (const field of orderedFields(type)) {
      const fieldPath = [...path, field.name];
      entries.push({
        ...{ path: fieldPath, field, parent: type, name: field.name.toLowerCase() },
        words: wordsOfName(field.name),
        description: field.description?.toLowerCase() ?? '',
        steps: rows === undefined ? null : path.length - start,
      });
      const inner = getNamedType(field.type).name;
      if (!paths.has(inner) && !field.args.some(isRequiredArgument)) reach(inner, fieldPath, start);
    }
  }
  return entries;

  function reach(type: string, path: readonly string[], start: number): void {
    paths.set(type, path);
    starts.set(type, start);
  }
}

/** Lists of records lead to their types before all that holds a record by the way. */
function orderedFields(type: GraphQLObjectType): readonly Field[] {
  const isList = ({ type: fieldType }: Field): boolean =>
    /Connection$/.test(getNamedType(fieldType).name);
  const fields = Object.values(type.getFields());
  return [...fields.filter(isList), ...fields.filter((field) => !isList(field))];
}

/**
 * Fields that fit all words, the best first.
 * @param text what somebody calls it: `deal` finds `opportunities`, `stage` finds `stageName`.
 * @param rows types that the question selects fields of: theirs are looked for from there (`indexNear`), not from the top
 */
export function findFields(
  entries: readonly Entry[],
  text: string,
  rows: ReadonlyMap<string, unknown> = new Map(),
): readonly FoundField[] {
  const said = wordsOf(text);
  const meaningful = said.filter((word) => !smallWords.has(word));
  const words = meaningful.length > 0 ? meaningful : said;
  if (words.length === 0) return [];
  const terms = words.map((word) => ({
    word,
    others: otherNames(word).map((name) => name.toLowerCase()),
  }));
  // Both ways are one for a single word.
  const joined = words.length > 1 ? words.join('') : '';
  const joinedTerm = { word: joined, others: otherNames(joined).map((name) => name.toLowerCase()) };
  const ranked = entries.flatMap((entry) => {
    const alone = joined === '' ? none : rankOf(entry, joinedTerm);
    const parts = terms.map((term) => rankOf(entry, term));
    const rank = Math.min(alone, Math.max(...parts));
    if (rank === none) return [];
    const { steps } = entry;
    if (steps === null && rows.has(entry.parent.name)) return [];
    const distance = steps === null ? entry.path.length : (steps - nearer) * 100;
    return [{ entry, rank: rank * 100 + distance }];
  });
  const sorted = ranked.sort((a, b) => a.rank - b.rank);
  const fields = [...findFigures(entries, said), ...sorted.map(({ entry }) => entry)];
  // From the rows and from the top there may be one way.
  const byPath = new Map<string, FoundField>();
  for (const field of fields) {
    const path = field.path.join('.');
    if (!byPath.has(path)) byPath.set(path, field);
  }
  return [...byPath.values()];
}

/** Words that say how others belong together. */
const smallWords = new Set([
  'of',
  'by',
  'per',
  'the',
  'in',
  'and',
  'for',
  'with',
  'how',
  'many',
  'to',
]);

const none = 9;
/** How many ranks better a field of the rows is: one of its words is as good as another's name. Each step takes one. */
const nearer = 3.5;

/**
 * 0 for the very name, then what people call it, its beginning, one of its words, a word of its description. A list
 * at the top is as good by another name: who says company means accounts sooner than the company of a lead.
 */
function rankOf(
  { name, words, description, path, field }: Entry,
  { word, others }: { readonly word: string; readonly others: readonly string[] },
): number {
  const isList = path.length === 1 && !field.args.some(isRequiredArgument);
  if (name === word) return 0;
  const other = others.indexOf(name);
  if (other !== -1) return (isList ? 0 : 1) + other / 1000;
  if (name.startsWith(word)) return 2;
  if (words.some((part) => part.startsWith(word))) return 3;
  if (others.some((other) => other.length > 3 && name.startsWith(other))) return 4;
  const at = description.indexOf(word);
  return at === 0 || (at > 0 && /[^\p{L}\p{N}]/u.test(description[at - 1]!)) ? 5 : none;
}
