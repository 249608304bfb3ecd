/** Root fields that ask the same list under several aliases, read as one: what all of them show is fetched once. */

import { type GraphQLResolveInfo, Kind } from 'graphql';
import { oncePerField } from './needs.ts';
import { type SelectedField, selectedFields } from './selection.ts';

/**
 * The info of a root field with the field nodes of every root field of its name and arguments.
 * Each of them then asks upstream with the same words, and the same words are sent once.
 * @param apart names of arguments that may differ: they cut what comes and change nothing of what is asked
 */
export function askedTogether(
  info: GraphQLResolveInfo,
  apart: readonly string[] = [],
): GraphQLResolveInfo {
  if (info.path.prev !== undefined) return info;
  return oncePerField(info, 'asked together', () => {
    const roots = rootFields(info);
    const own = roots.find(({ responseKey }) => responseKey === info.path.key);
    if (own === undefined) return info;
    const words = wordsOf(own, apart);
    const same = roots.filter((root) => wordsOf(root, apart) === words);
    return same.length === 1 ? info : { ...info, fieldNodes: same.flatMap(({ nodes }) => nodes) };
  });
}

function rootFields(info: GraphQLResolveInfo): readonly SelectedField[] {
  const { selectionSet } = info.operation;
  const root = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: 'root' },
    selectionSet,
  } as const;
  return selectedFields(info, info.parentType, [root]);
}

function wordsOf({ field, args }: SelectedField, apart: readonly string[]): string {
  const given = Object.entries(args).filter(([name]) => !apart.includes(name));
  return JSON.stringify([field.name, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
