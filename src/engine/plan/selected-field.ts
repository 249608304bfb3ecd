/** CollectFields of the specification: which fields a selection has on an object of a type; and, for an answer in parts, which of its fragments come later. */

import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql';
import type { Args } from './argument.ts';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly definition: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** Values of the variables that decide on @skip and @include; with others it is another operation. */
  readonly choices: Args;
}

/** Field nodes by response key. */
export type FieldNodes = Map<string, FieldNode[]>;

interface Deferred {
  readonly label: string | undefined;
  readonly byKey: FieldNodes;
}

interface Collected {
  readonly byKey: FieldNodes;
  /** Fragments that are deferred; null where @defer is ignored. */
  readonly deferred: Deferred[] | null;
}

export function collectFields(
  source: OperationSource,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): FieldNodes {
  const into: Collected = { byKey: new Map(), deferred: null };
  const spread = new Set<string>();
  for (const set of sets) collect(source, type, set, into, spread);
  return into.byKey;
}

export function collectParts(
  source: OperationSource,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): { readonly byKey: FieldNodes; readonly deferred: readonly Deferred[] } {
  const into = { byKey: new Map(), deferred: [] };
  const spread = new Set<string>();
  for (const set of sets) collect(source, type, set, into, spread);
  return into;
}

const metaFields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __typename: TypeNameMetaFieldDef,
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

export function fieldDefinition(
  { schema }: OperationSource,
  type: GraphQLObjectType,
  name: string,
) {
  if (name === '__typename' || type === schema.getQueryType())
    return metaFields[name] ?? type.getFields()[name];
  return type.getFields()[name];
}

function collect(
  source: OperationSource,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  into: Collected,
  spread: Set<string>,
): void {
  for (const selection of set.selections) {
    if (!included(source, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const same = into.byKey.get(key);
      if (same === undefined) into.byKey.set(key, [selection]);
      else same.push(selection);
      continue;
    }
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? source.fragments[selection.name.value] : selection;
    if (fragment === undefined || !applies(source, type, fragment.typeCondition?.name.value))
      continue;
    const part = into.deferred && partDirective(source.choices, selection, 'defer');
    if (part !== null) {
      const byKey: FieldNodes = new Map();
      collect(source, type, fragment.selectionSet, { byKey, deferred: into.deferred }, spread);
      into.deferred!.push({ label: part.label, byKey });
      continue;
    }
    if (isSpread) {
      if (spread.has(selection.name.value)) continue;
      spread.add(selection.name.value);
    }
    collect(source, type, fragment.selectionSet, into, spread);
  }
}

interface PartDirective {
  readonly node: DirectiveNode;
  readonly label: string | undefined;
}

/** @defer or @stream of a selection; null where there is none, or it is switched off. */
export function partDirective(
  choices: Args,
  { directives = [] }: SelectionNode,
  name: 'defer' | 'stream',
): PartDirective | null {
  const node = directives.find((directive) => directive.name.value === name);
  if (node === undefined) return null;
  const { if: isOn = true, label } = argumentsByName(node, choices);
  return isOn === true ? { node, label: typeof label === 'string' ? label : undefined } : null;
}

const argumentsByName = ({ arguments: given = [] }: DirectiveNode, variables: Args): Args =>
  Object.fromEntries(
    given.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );

function included({ choices }: OperationSource, { directives = [] }: SelectionNode): boolean {
  return directives.every(({ name, arguments: given = [] }) => {
    if (name.value !== 'skip' && name.value !== 'include') return true;
    const value = given[0]?.value;
    const chosen =
      value?.kind === Kind.VARIABLE
        ? choices[value.name.value]
        : value?.kind === Kind.BOOLEAN && value.value;
    return name.value === 'skip' ? chosen !== true : chosen !== false;
  });
}

function applies(
  { schema }: OperationSource,
  type: GraphQLObjectType,
  condition?: string,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
