/** Root fields that ask the same list under several aliases, read as one: what all of them show is fetched once. */

import { type GraphQLResolveInfo, Kind } from 'graphql';
import { oncePerField } from './needs.ts';
import { said, saidText } from './said.ts';
import { type SelectedField, selectedFields } from './selection.ts';

export interface AskedTogether {
  /** The field's own info with the field nodes of all of them. */
  readonly info: GraphQLResolveInfo;
  /** Each of them, the resolving field among them. */
  readonly fields: readonly SelectedField[];
}

export interface TogetherOptions {
  /** Names of arguments that may differ: they cut what comes and change nothing of what is asked. */
  readonly apart?: readonly string[];
  /** What the arguments ask, the same for what means the same; arguments that say nothing are left away already. */
  readonly meaning?: (args: SelectedField['args']) => object;
}

/**
 * The root fields of this field's name that ask what it asks. Each of them then asks upstream with
 * the same words, and the same words are sent once. A field below the root is alone.
 */
export function askedTogether(
  info: GraphQLResolveInfo,
  options: TogetherOptions = {},
): AskedTogether {
  return oncePerField(info, 'asked together', () => {
    const roots = info.path.prev === undefined ? rootFields(info) : [];
    const own = roots.find(({ responseKey }) => responseKey === info.path.key);
    if (own === undefined) return { info, fields: [] };
    const words = wordsOf(own, options);
    const fields = roots.filter((root) => wordsOf(root, options) === words);
    if (fields.length === 1) return { info, fields };
    return { info: { ...info, fieldNodes: fields.flatMap(({ nodes }) => nodes) }, fields };
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

function wordsOf({ field, args }: SelectedField, { apart = [], meaning }: TogetherOptions): string {
  const given = Object.entries(args).filter(([name]) => !apart.includes(name));
  const asked = said(Object.fromEntries(given));
  return saidText({ field: field.name, asked: meaning?.(asked) ?? asked });
}
