/** Removals that were announced: what an older schema had deprecated and the next one lacks. */

import {
  buildASTSchema,
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type NamedTypeNode,
  parse,
  printSchema,
  visit,
} from 'graphql';

/**
 * The older schema as it is for a client that uses nothing deprecated: without what it deprecated and the next one
 * lacks, and without types that only this led to. What is deprecated and still there stays, so that a change of it
 * is seen. Directives don't survive `printSchema`, but for deprecations, which are all that is read here.
 *
 * @example
 * // old:  type Call { notes: [Note] @deprecated(reason: "…"), title: String } type Note { text: String }
 * // next: type Call { title: String }
 * withoutAnnounced(old, next) // type Call { title: String }
 */
export function withoutAnnounced(old: GraphQLSchema, next: GraphQLSchema): GraphQLSchema {
  const document = parse(printSchema(old));
  const members = withoutMembers(document, next);
  return buildASTSchema(withoutTypes(document, members, next));
}

function withoutMembers(document: DocumentNode, next: GraphQLSchema): DocumentNode {
  let type = '';
  let field = '';
  const isDeprecated = ({ directives }: { directives?: readonly ConstDirectiveNode[] }): boolean =>
    directives?.some(({ name }) => name.value === 'deprecated') ?? false;
  const enterType = ({ name }: { readonly name: { readonly value: string } }): undefined => {
    type = name.value;
    field = '';
  };
  return visit(document, {
    ObjectTypeDefinition: enterType,
    InterfaceTypeDefinition: enterType,
    InputObjectTypeDefinition: enterType,
    EnumTypeDefinition: enterType,
    FieldDefinition(node) {
      field = node.name.value;
      return isDeprecated(node) && !hasMember(next, type, field) ? null : undefined;
    },
    InputValueDefinition(node) {
      const name = node.name.value;
      const isThere =
        field === '' ? hasMember(next, type, name) : hasArgument(next, type, field, name);
      return isDeprecated(node) && !isThere ? null : undefined;
    },
    EnumValueDefinition: (node) =>
      isDeprecated(node) && !hasMember(next, type, node.name.value) ? null : undefined,
  });
}

function hasMember(schema: GraphQLSchema, typeName: string, name: string): boolean {
  const type = schema.getType(typeName);
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.hasOwn(type.getFields(), name);
  return isEnumType(type) && type.getValue(name) !== undefined;
}

function hasArgument(
  schema: GraphQLSchema,
  typeName: string,
  fieldName: string,
  name: string,
): boolean {
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  return type.getFields()[fieldName]?.args.some((argument) => argument.name === name) ?? false;
}

/** Leaves out the types that the next schema lacks and to which, now, nothing leads by name. */
function withoutTypes(
  before: DocumentNode,
  document: DocumentNode,
  next: GraphQLSchema,
): DocumentNode {
  const once = namedTypes(before);
  for (let current = document; ; ) {
    const named = namedTypes(current);
    const definitions = current.definitions.filter((node) => {
      const name = 'name' in node ? node.name?.value : undefined;
      // A type that was reached through an interface alone was never announced.
      return (
        name === undefined ||
        node.kind === 'DirectiveDefinition' ||
        next.getType(name) !== undefined ||
        named.has(name) ||
        !once.has(name)
      );
    });
    if (definitions.length === current.definitions.length) return current;
    current = { ...current, definitions };
  }
}

/** Types that fields, arguments, unions and interfaces of a document name. */
function namedTypes(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    NamedType({ name }: NamedTypeNode) {
      names.add(name.value);
    },
  });
  return names;
}
