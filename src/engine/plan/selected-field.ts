/** Selected fields: the walks over the selections of a document, CollectFields of the specification among them, and which fragments of an answer in parts come later. */

import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql';
import type { Permission } from '../../contract/permission.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Args } from './argument.ts';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly definition: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** Values of the variables that decide on @skip and @include; with others it is another operation. */
  readonly choices: Args;
  /** Permissions that the viewer lacks: fields that need them are neither planned nor estimated. */
  readonly missing?: ReadonlySet<Permission>;
}

/** A document's fragments by name. */
export const fragmentsOf = memoizeByObject(({ definitions }: DocumentNode): Fragments => {
  const fragments: Record<string, Fragments[string]> = Object.create(null);
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  return fragments;
});

/** Calls `use` for each selection below; with `fragments`, also for those of a fragment wherever it is spread. */
export function forEachSelection(
  { selections }: SelectionSetNode,
  use: (selection: SelectionNode) => void,
  fragments?: Fragments,
): void {
  for (const selection of selections) {
    use(selection);
    const { selectionSet } =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? (fragments?.[selection.name.value] ?? {})
        : selection;
    if (selectionSet !== undefined) forEachSelection(selectionSet, use, fragments);
  }
}

/** Calls `use` for each selection of all operations and fragments, once. */
export function forEachSelectionIn(
  { definitions }: DocumentNode,
  use: (selection: SelectionNode) => void,
): void {
  for (const definition of definitions)
    if ('selectionSet' in definition) forEachSelection(definition.selectionSet, use);
}

/** Takes the fields of a selection on a parent, which is whatever the collector makes of types. */
export interface FieldCollector<Parent> {
  readonly fragments: Fragments;
  /** Whether @skip and @include leave the selection in. */
  includes(selection: SelectionNode): boolean;
  /** What the fields of a fragment are selected on; null where it does not apply. */
  narrow(parent: Parent, typeCondition: string | undefined): Parent | null;
  field(responseKey: string, node: FieldNode, parent: Parent): void;
  /** Collector of a fragment that comes in a later part of the answer; null where it comes with the other fields. */
  later?(fragment: SelectionNode): FieldCollector<Parent> | null;
}

/**
 * CollectFields of the specification, for the plan, the merge check and the columns of tables.
 * @param spread names of the fragments spread so far, each of which counts once for one object
 */
export function collectFields<Parent>(
  collector: FieldCollector<Parent>,
  parent: Parent,
  { selections }: SelectionSetNode,
  spread: Set<string>,
): void {
  for (const selection of selections) {
    if (!collector.includes(selection)) continue;
    if (selection.kind === Kind.FIELD) {
      collector.field((selection.alias ?? selection.name).value, selection, parent);
      continue;
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null;
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? collector.fragments[selection.name.value]
        : selection;
    if (fragment === undefined) continue;
    const narrowed = collector.narrow(parent, fragment.typeCondition?.name.value);
    if (narrowed === null) continue;
    const later = collector.later?.(selection) ?? null;
    if (later === null && name !== null) {
      if (spread.has(name)) continue;
      spread.add(name);
    }
    collectFields(later ?? collector, narrowed, fragment.selectionSet, spread);
  }
}

/** Field nodes by response key. */
export type FieldNodes = Map<string, FieldNode[]>;

interface Deferred {
  readonly label: string | undefined;
  readonly byKey: FieldNodes;
}

/** The fields on an object type; `deferred`, where given, gets those of fragments under @defer, which is ignored otherwise. */
export function fieldNodesOf(
  source: OperationSource,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  deferred?: Deferred[],
): FieldNodes {
  const { schema, fragments, choices } = source;
  const collectorOf = (byKey: FieldNodes): FieldCollector<GraphQLObjectType> => ({
    fragments,
    includes: (selection) => included(choices, selection),
    narrow: (parent, condition) => (applies(schema, parent, condition) ? parent : null),
    field(key, node) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [node]);
      else same.push(node);
    },
    later(fragment) {
      const part = deferred && partDirective(choices, fragment, 'defer');
      if (!part) return null;
      const later = { label: part.label, byKey: new Map() };
      deferred.push(later);
      return collectorOf(later.byKey);
    },
  });
  const byKey: FieldNodes = new Map();
  const spread = new Set<string>();
  for (const set of sets) collectFields(collectorOf(byKey), type, set, spread);
  return byKey;
}

const metaFields = new Map<string, GraphQLField<unknown, unknown>>([
  ['__typename', TypeNameMetaFieldDef],
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
]);

/** Definition of a field that is selected on a type. */
export function fieldDefinition(
  schema: GraphQLSchema,
  parent: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  const isMeta = name === '__typename' || parent === schema.getQueryType();
  const meta = isMeta ? metaFields.get(name) : undefined;
  if (meta !== undefined) return meta;
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
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

const argumentsByName = ({ arguments: nodes = [] }: DirectiveNode, variables: Args): Args =>
  Object.fromEntries(
    nodes.map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );

function included(choices: Args, { directives = [] }: SelectionNode): boolean {
  return directives.every(({ name, arguments: args = [] }) => {
    if (name.value !== 'skip' && name.value !== 'include') return true;
    const value = args[0]?.value;
    const chosen =
      value?.kind === Kind.VARIABLE
        ? choices[value.name.value]
        : value?.kind === Kind.BOOLEAN && value.value;
    return name.value === 'skip' ? chosen !== true : chosen !== false;
  });
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition?: string): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
