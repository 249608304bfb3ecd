/** Validation in bounded time: first the rules that visit each node once, last the rule that fields of one response name can be merged. */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValidationRule,
} from 'graphql';
import { fragmentsOf } from '../plan/operation.ts';
import { measure } from './document-limit.ts';
import { limitError } from './limit-error.ts';
import { check } from './validation-visitor.ts';

/** Limit of fields that are compared in pairs, where one pass is inconclusive. */
const mostCompared = 200;

/** @param rules may hold the comparing rule twice: graphql's, and the incremental plugin's for @stream. */
export function validateWithin(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] {
  const compares = ({ name }: ValidationRule): boolean =>
    name === OverlappingFieldsCanBeMergedRule.name;
  const errors = check(
    schema,
    document,
    rules.filter((rule) => !compares(rule)),
  );
  if (errors.length > 0 || mergesPlainly(schema, document)) return errors;
  const { fields } = measure(document);
  if (fields > mostCompared)
    return [
      limitError(
        `Expected a document of at most ${mostCompared} fields where one name stands for different fields or arguments; got ${fields}.`,
      ),
    ];
  return check(schema, document, rules.filter(compares));
}

type Type = GraphQLNamedType | undefined;

/** Fields of one name, and everything selected below any of them. */
interface Group {
  /** The field's name, arguments and streaming, as they are written. */
  readonly text: string;
  readonly type: GraphQLOutputType | undefined;
  readonly below: (readonly [Type, SelectionSetNode])[];
}

const metaFields = {
  __typename: TypeNameMetaFieldDef,
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
} as const;

/**
 * @param document without faults of any other rule.
 * @returns false where fields of one name are written differently: they may be a conflict or not.
 */
function mergesPlainly(schema: GraphQLSchema, document: DocumentNode): boolean {
  const body = document.loc?.source.body;
  if (body === undefined) return false;
  const fragments = fragmentsOf(document);
  const textOf = ({ name, arguments: given = [], directives = [] }: FieldNode): string => {
    const parts = [name.value];
    const [first] = given;
    if (first !== undefined) parts.push(body.slice(first.loc!.start, given.at(-1)!.loc!.end));
    for (const { name: directive, loc } of directives)
      if (directive.value === 'stream') parts.push(body.slice(loc!.start, loc!.end));
    return parts.join(' ');
  };

  function add(groups: Map<string, Group>, parent: Type, node: FieldNode): boolean {
    const key = node.alias?.value ?? node.name.value;
    const field = fieldOf(parent, node.name.value);
    const type = field?.type;
    const text = textOf(node);
    let group = groups.get(key);
    if (group === undefined) {
      group = { text, type, below: [] };
      groups.set(key, group);
    } else if (group.text !== text || !areAlike(group.type, type)) return false;
    if (node.selectionSet !== undefined)
      group.below.push([field && getNamedType(field.type), node.selectionSet]);
    return true;
  }

  function collect(
    groups: Map<string, Group>,
    spread: Set<string>,
    parent: Type,
    set: SelectionSetNode,
  ): boolean {
    return set.selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return add(groups, parent, selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        const type = condition === undefined ? parent : schema.getType(condition);
        return collect(groups, spread, type, selection.selectionSet);
      }
      const fragment = fragments[selection.name.value];
      if (fragment === undefined || spread.has(selection.name.value)) return true;
      spread.add(selection.name.value);
      const type = schema.getType(fragment.typeCondition.name.value);
      return collect(groups, spread, type, fragment.selectionSet);
    });
  }

  function merges(sets: Group['below']): boolean {
    const groups = new Map<string, Group>();
    const spread = new Set<string>();
    return (
      sets.every(([type, set]) => collect(groups, spread, type, set)) &&
      [...groups.values()].every(({ below }) => merges(below))
    );
  }

  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      merges([[schema.getRootType(definition.operation) ?? undefined, definition.selectionSet]]),
  );
}

/** Each field has wrappers of its own around a type. */
const areAlike = (one: GraphQLOutputType | undefined, other: GraphQLOutputType | undefined) =>
  one === other || String(one) === String(other);

function fieldOf(parent: Type, name: string) {
  if (name in metaFields) return metaFields[name as keyof typeof metaFields];
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}
