/** Use of the schema by an operation: the fields, arguments and values that its document names. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
} from 'graphql';
import { fragmentsOf } from '../engine/plan/selected-field.ts';

/**
 * Schema coordinates that an operation names: `Call.title`, `Query.calls(first:)`, `CallFilter.host`,
 * `OrderDirection.DESC`. Of a variable only the type is in the document: `CallFilter` stands for any of its members.
 */
export interface OperationUse {
  readonly coordinates: readonly string[];
}

const uses = new WeakMap<OperationDefinitionNode, OperationUse>();

/** Read once for each operation of a valid document. */
export function operationUse(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): OperationUse {
  let use = uses.get(definition);
  if (use === undefined) {
    const reader = new UseReader(schema, fragmentsOf(document));
    reader.selections(schema.getQueryType(), definition.selectionSet);
    for (const { type } of definition.variableDefinitions ?? []) reader.variable(type);
    use = { coordinates: [...reader.coordinates] };
    uses.set(definition, use);
  }
  return use;
}

class UseReader {
  readonly coordinates = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #seen = new Set<string>();

  constructor(schema: GraphQLSchema, fragments: Readonly<Record<string, FragmentDefinitionNode>>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  selections(type: GraphQLNamedType | null | undefined, { selections }: SelectionSetNode): void {
    for (const selection of selections)
      if (selection.kind === Kind.FRAGMENT_SPREAD) this.#fragment(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition, selectionSet } = selection;
        const condition = typeCondition && this.#schema.getType(typeCondition.name.value);
        this.selections(condition ?? type, selectionSet);
      } else {
        const members = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
        // Introspection's fields belong to every schema.
        const field = members[selection.name.value];
        if (type == null || field === undefined) continue;
        this.coordinates.add(coordinateOf(field, type, field.name));
        for (const { name, value } of selection.arguments ?? []) {
          const argument = field.args.find((candidate) => candidate.name === name.value);
          if (argument === undefined) continue;
          this.coordinates.add(argumentCoordinate(argument, type, field.name));
          this.#value(argument.type, value);
        }
        if (selection.selectionSet !== undefined)
          this.selections(getNamedType(field.type), selection.selectionSet);
      }
  }

  /** What a variable holds differs from request to request: its type stands for it. */
  variable(declared: TypeNode): void {
    let type = declared;
    while (type.kind !== Kind.NAMED_TYPE) type = type.type;
    const named = this.#schema.getType(type.name.value);
    if (isInputObjectType(named) || isEnumType(named)) this.coordinates.add(named.name);
  }

  #fragment(name: string): void {
    const fragment = this.#fragments[name];
    if (fragment === undefined || this.#seen.has(name)) return;
    this.#seen.add(name);
    const { typeCondition, selectionSet } = fragment;
    this.selections(this.#schema.getType(typeCondition.name.value), selectionSet);
  }

  #value(expected: GraphQLInputType, value: ValueNode): void {
    const type = getNamedType(expected);
    if (value.kind === Kind.LIST) for (const item of value.values) this.#value(type, item);
    else if (value.kind === Kind.ENUM && isEnumType(type)) {
      const member = type.getValue(value.value);
      if (member) this.coordinates.add(coordinateOf(member, type, member.name));
    } else if (value.kind === Kind.OBJECT && isInputObjectType(type))
      for (const { name, value: inner } of value.fields) {
        const field = type.getFields()[name.value];
        if (field === undefined) continue;
        this.coordinates.add(coordinateOf(field, type, field.name));
        this.#value(field.type, inner);
      }
  }
}

/** One text for each member of the schema: thousands of operations name the same ones. */
const texts = new WeakMap<object, string>();

function coordinateOf(member: object, { name: type }: GraphQLNamedType, name: string): string {
  return shared(member, () => `${type}.${name}`);
}

function argumentCoordinate(
  argument: GraphQLArgument,
  { name: type }: GraphQLNamedType,
  field: string,
): string {
  return shared(argument, () => `${type}.${field}(${argument.name}:)`);
}

function shared(member: object, make: () => string): string {
  let text = texts.get(member);
  if (text === undefined) {
    text = make();
    texts.set(member, text);
  }
  return text;
}

/** Reasons of all that is deprecated, by coordinate; a variable's type has those of its members. */
export function deprecations(schema: GraphQLSchema): Readonly<Record<string, string>> {
  const reasons: Record<string, string> = {};
  for (const type of Object.values(schema.getTypeMap()))
    for (const { coordinate, name, deprecationReason: reason } of membersOf(type)) {
      if (reason == null) continue;
      reasons[coordinate] = reason;
      if (isInputObjectType(type) || isEnumType(type))
        reasons[type.name] = `Its ${name} may be used: ${reason}`;
    }
  return reasons;
}

interface Member {
  readonly coordinate: string;
  readonly name: string;
  readonly deprecationReason: string | null | undefined;
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  const member = ({ name, deprecationReason }: Omit<Member, 'coordinate'>): Member => ({
    ...{ coordinate: `${type.name}.${name}`, name, deprecationReason },
  });
  if (isEnumType(type)) return type.getValues().map(member);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(member);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    member(field),
    ...field.args.map(({ name, deprecationReason }) => ({
      ...{ coordinate: `${type.name}.${field.name}(${name}:)`, name, deprecationReason },
    })),
  ]);
}
