/** Root fields that ask the same list under several aliases, read as one: what all of them show is fetched once. */

import { type GraphQLResolveInfo, Kind } from 'graphql';
import { oncePerField } from './needs.ts';
import { said, saidText } from './said.ts';
import { type SelectedField, selectedFields } from './selection.ts';

export interface AskedTogether {
  /** The field's own info with the field nodes of all of them. */
  readonly info: GraphQLResolveInfo;
  /** Each of them, the resolving field among them: the same list for each. */
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
    const all = info.path.prev === undefined ? rootFields(info) : [];
    const own = all.find(({ responseKey }) => responseKey === info.path.key);
    if (own === undefined) return { info, fields: [] };
    const text = wordsOf(own, options);
    const same = all.filter((root) => root.field === own.field && wordsOf(root, options) === text);
    const fields = groups.get(same[0]!) ?? same;
    groups.set(same[0]!, fields);
    if (fields.length === 1) return { info, fields };
    return { info: { ...info, fieldNodes: fields.flatMap(({ nodes }) => nodes) }, fields };
  });
}

const roots = new WeakMap<object, WeakMap<object, readonly SelectedField[]>>();

/** Read once per operation and variables, however many root fields it has. */
function rootFields(info: GraphQLResolveInfo): readonly SelectedField[] {
  const { operation, variableValues } = info;
  let byVariables = roots.get(operation);
  if (byVariables === undefined) {
    byVariables = new WeakMap();
    roots.set(operation, byVariables);
  }
  let fields = byVariables.get(variableValues);
  if (fields === undefined) {
    const { selectionSet } = operation;
    const root = {
      kind: Kind.FIELD,
      name: { kind: Kind.NAME, value: 'root' },
      selectionSet,
    } as const;
    fields = selectedFields(info, info.parentType, [root]);
    byVariables.set(variableValues, fields);
  }
  return fields;
}

/** By the first of them. */
const groups = new WeakMap<SelectedField, readonly SelectedField[]>();

const words = new WeakMap<SelectedField, string>();

/** Fields of one name are read with the same options. */
function wordsOf(field: SelectedField, { apart = [], meaning }: TogetherOptions): string {
  let text = words.get(field);
  if (text === undefined) {
    const given = Object.entries(field.args).filter(([name]) => !apart.includes(name));
    const asked = said(Object.fromEntries(given));
    text = saidText({ asked: meaning?.(asked) ?? asked });
    words.set(field, text);
  }
  return text;
}
