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

type Field = GraphQLField<unknown, unknown>;

export interface FoundField {
  /** From a field of Query to the one that was found; an entry `... on Type` narrows. */
  readonly path: readonly string[];
  readonly field: Field;
  /** Type that has the field. */
  readonly parent: GraphQLObjectType;
}

interface Entry extends FoundField {
  readonly name: string;
  /** Words of the name. */
  readonly words: readonly string[];
  readonly description: string;
}

/** A step may lead through a list, whose rows are one level below; a parent of a parent is seldom meant. */
const furthest = 7;

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Reads all fields that a question can reach: some thousands, and once. */
export function indexFields(schema: GraphQLSchema): readonly Entry[] {
  const entries: Entry[] = [];
  const paths = new Map<string, readonly string[]>([[schema.getQueryType()!.name, []]]);
  for (const [typeName, path] of paths) {
    const type = schema.getType(typeName);
    if (isUnionType(type) || isInterfaceType(type))
      for (const possible of schema.getPossibleTypes(type))
        if (!paths.has(possible.name))
          paths.set(possible.name, [...path, `... on ${possible.name}`]);
    if (!isObjectType(type) || path.length > furthest) continue;
    for (const field of orderedFields(type)) {
      const fieldPath = [...path, field.name];
      entries.push({
        ...{ path: fieldPath, field, parent: type, name: field.name.toLowerCase() },
        words: wordsOf(field.name),
        description: field.description?.toLowerCase() ?? '',
      });
      const inner = getNamedType(field.type).name;
      if (!paths.has(inner) && !field.args.some(isRequiredArgument)) paths.set(inner, fieldPath);
    }
  }
  return entries;
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
 */
export function findFields(entries: readonly Entry[], text: string): readonly FoundField[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const terms = words.map((word) => ({
    word,
    others: otherNames(word).map((name) => name.toLowerCase()),
  }));
  const joined = words.join('');
  const joinedTerm = { word: joined, others: otherNames(joined).map((name) => name.toLowerCase()) };
  const ranked = entries.flatMap((entry) => {
    const alone = rankOf(entry, joinedTerm);
    const parts = terms.map((term) => rankOf(entry, term));
    const rank = Math.min(alone, Math.max(...parts));
    return rank === none ? [] : [{ entry, rank: rank * 100 + entry.path.length }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

const none = 9;

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
