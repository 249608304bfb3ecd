/** Search of conditions in a filter and in those within it, and the edit that sets one. */

import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type ValueNode,
} from 'graphql';
import { otherNames } from '../../contract/synonym.ts';
import { addItem, type Edit, setMember, setValue } from './document-edit.ts';
import { type Input, isComparator } from './first-choice.ts';
import { firstValue } from './preset.ts';

interface FoundInput {
  /** From a member of the filter to the one that was found. */
  readonly path: readonly [Input, ...Input[]];
  /** Name and description in small letters. */
  readonly name: string;
  readonly words: string;
}

/** Levels of filters that are searched: the account of a deal, its owner. */
const deepest = 3;

/** All conditions, the nearest first; a filter within one of its own kind is left out. */
export function indexInputs(inputs: readonly Input[], typeName: string): readonly FoundInput[] {
  const entries: FoundInput[] = inputs.map((input) => indexed([input]));
  const levels = new Map<string, number>([[typeName, 0]]);
  for (const { path } of entries) {
    const type = getNamedType(path.at(-1)!.type);
    if (path.length >= deepest || !isInputObjectType(type) || isComparator(type)) continue;
    const level = levels.get(type.name);
    if (level === undefined) levels.set(type.name, path.length);
    else if (level < path.length) continue;
    for (const member of Object.values(type.getFields())) entries.push(indexed([...path, member]));
  }
  return entries;
}

function indexed(path: FoundInput['path'] | readonly Input[]): FoundInput {
  const { name, description } = path.at(-1)!;
  const small = name.toLowerCase();
  return {
    path: path as FoundInput['path'],
    name: small,
    words: `${small} ${description?.toLowerCase() ?? ''}`,
  };
}

/** Those that have each word, in their own text or the names on the way to them; the best first. */
export function findInputs(index: readonly FoundInput[], text: string): readonly FoundInput[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return [];
  const others = otherNames(last).map((name) => name.toLowerCase());
  const ranked = index.flatMap((input) => {
    const isFound = words.every(
      (word) =>
        input.words.includes(word) ||
        input.path.some(({ name }) => name.toLowerCase().includes(word)),
    );
    const isOther = others.includes(input.name);
    if (!(isFound || isOther)) return [];
    // A filter itself stands for all within it.
    if (!isOther && !words.some((word) => input.words.includes(word))) return [];
    return [{ input, rank: 10 * rankOf(input, last, isOther) + 8 * input.path.length }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ input }) => input);
}

function rankOf({ name, path }: FoundInput, word: string, isOther: boolean): number {
  if (name === word) return 0;
  // isClosed by “closed”, sooner than closeDate, which people call that, too.
  if (path.at(-1)!.name.endsWith(capitalised(word))) return 0.5;
  if (isOther || name.startsWith(word)) return 1;
  return name.includes(word) ? 2 : 3;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Text of the value that the first of a path has, so that the last one is set. */
export function pathValue([input, ...more]: readonly Input[], field?: string): string {
  const [next] = more;
  if (next === undefined) return firstValue(input!, field);
  const object = `{ ${next.name}: ${pathValue(more, input!.name)} }`;
  return isListType(getNullableType(input!.type)) ? `[${object}]` : object;
}

/** Sets the last of a path within the value that its first one has already. */
export function setWithin(
  text: string,
  value: ValueNode,
  [input, ...more]: readonly Input[],
): Edit {
  const [next] = more;
  // It is there already, or a variable, whose value is not the question's.
  if (next === undefined || value.kind === 'Variable') return { from: 0, to: 0, insert: '' };
  const object = `{ ${next.name}: ${pathValue(more, input!.name)} }`;
  if (value.kind === 'ListValue') return addItem(text, value, object);
  if (value.kind !== 'ObjectValue') return setValue(value, pathValue([input!, ...more]));
  const member = value.fields.find(({ name }) => name.value === next.name);
  return member === undefined
    ? setMember(text, value, next.name, pathValue(more, input!.name))
    : setWithin(text, member.value, more);
}

/** Whether the last of a path is set. */
export function isSetIn(
  node: { readonly value: ValueNode } | undefined,
  [, ...more]: readonly Input[],
): boolean {
  if (node === undefined) return false;
  const [next] = more;
  if (next === undefined) return true;
  const { value } = node;
  const objects = value.kind === 'ListValue' ? value.values : [value];
  return objects.some(
    (object) =>
      object.kind === 'ObjectValue' &&
      isSetIn(
        object.fields.find(({ name }) => name.value === next.name),
        more,
      ),
  );
}
