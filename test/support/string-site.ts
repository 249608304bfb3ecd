/** Every place of a schema where a client's text goes in, with a document that asks there. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  isUnionType,
} from 'graphql';

export interface StringSite {
  /** As `Query.accounts(filter.name.contains)`. */
  readonly name: string;
  /** The member that takes the text, wherever its input type stands: `StringFilter.contains`. */
  readonly leaf: string;
  readonly scalar: string;
  /** Whether a list is taken there. */
  readonly isList: boolean;
  readonly document: string;
  /** Variables of the document with this text, or these texts, in that place. */
  variables(text: string | readonly string[]): Readonly<Record<string, unknown>>;
}

/** What no text goes into. */
const plain = new Set(['Int', 'Float', 'Boolean']);

/** Input members from an argument to a text, none of them twice. */
interface Leaf {
  readonly path: readonly string[];
  readonly owner: string;
  readonly type: GraphQLInputType;
}

/** One site for each member that takes a text, where it is found first: its resolvers and readers are the same everywhere. */
export function stringSites(schema: GraphQLSchema): StringSite[] {
  const seen = new Set<string>();
  const sites: StringSite[] = [];
  for (const [type, path] of ways(schema))
    for (const field of Object.values(type.getFields()))
      for (const arg of field.args)
        for (const leaf of leaves(arg.type, [], `${type.name}.${field.name}.${arg.name}`, seen))
          sites.push(site(type, path, field, arg, leaf));
  return sites;
}

type Ways = Map<GraphQLObjectType, readonly [string, string]>;

/**
 * For each object type the shortest way from the root, as the text before and after what is asked of
 * it. Ways that ask for something by its key find nothing, so they are the last to be taken.
 */
function ways(schema: GraphQLSchema): Ways {
  const found: Ways = new Map([[schema.getQueryType()!, ['', '']]]);
  follow(schema, found, (field) => !field.args.some(isRequiredArgument));
  follow(schema, found, () => true);
  return found;
}

function follow(
  schema: GraphQLSchema,
  found: Ways,
  goes: (field: GraphQLField<unknown, unknown>) => boolean,
): void {
  for (const [type, [before, after]] of found)
    for (const field of Object.values(type.getFields()).filter(goes)) {
      const named: GraphQLNamedType = getNamedType(field.type);
      const types = isObjectType(named)
        ? [named]
        : isInterfaceType(named) || isUnionType(named)
          ? schema.getPossibleTypes(named)
          : [];
      for (const one of types) {
        if (found.has(one)) continue;
        const on = one === named ? '' : `... on ${one.name} {`;
        found.set(one, [
          `${before}${field.name}${requiredArgs(field)} { ${on} `,
          ` ${on === '' ? '' : '}'} }${after}`,
        ]);
      }
    }
}

function* leaves(
  type: GraphQLInputType,
  path: readonly string[],
  owner: string,
  seen: Set<string>,
): Generator<Leaf> {
  const named = getNamedType(type);
  if (seen.has(owner)) return;
  seen.add(owner);
  if (isScalarType(named)) {
    if (!plain.has(named.name)) yield { path, owner, type };
  } else if (isInputObjectType(named))
    for (const member of Object.values(named.getFields()))
      yield* leaves(member.type, [...path, member.name], `${named.name}.${member.name}`, seen);
}

function site(
  type: GraphQLObjectType,
  [before, after]: readonly [string, string],
  field: GraphQLField<unknown, unknown>,
  arg: GraphQLArgument,
  leaf: Leaf,
): StringSite {
  const below = isScalarType(getNamedType(field.type)) || isEnumType(getNamedType(field.type));
  const args = [`${arg.name}: $v`, ...requiredOf(field, arg)].join(', ');
  const scalar = getNamedType(leaf.type).name;
  const isList = isListType(isNonNullType(leaf.type) ? leaf.type.ofType : leaf.type);
  return {
    name: `${type.name}.${field.name}(${[arg.name, ...leaf.path].join('.')})`,
    leaf: leaf.owner,
    scalar,
    isList,
    document: `query ($v: ${String(arg.type)}) { ${before}${field.name}(${args})${below ? '' : ' { __typename }'}${after} }`,
    variables(text) {
      const texts = typeof text === 'string' ? [text] : text;
      return { v: fill(arg.type, leaf.path, isList ? texts : texts.join('')) };
    },
  };
}

/** A value of the type with the text at the path, and nothing else but what has to be. */
function fill(type: GraphQLInputType, path: readonly string[], text: unknown): unknown {
  if (isNonNullType(type)) return fill(type.ofType, path, text);
  if (isListType(type))
    return path.length === 0 && Array.isArray(text) ? text : [fill(type.ofType, path, text)];
  if (!isInputObjectType(type)) return text;
  const [name, ...rest] = path;
  const required = Object.values(type.getFields()).filter(
    (member) => isRequiredInputField(member) && member.name !== name,
  );
  return {
    ...Object.fromEntries(required.map((member) => [member.name, leastOf(member.type)])),
    [name!]: fill(type.getFields()[name!]!.type, rest, text),
  };
}

function leastOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return leastOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((member) => [member.name, leastOf(member.type)]),
    );
  if (type.name === 'Boolean') return true;
  if (type.name === 'Int' || type.name === 'Float') return 1;
  return type.name.startsWith('Date') ? '2026-10-01T00:00:00Z' : 'x';
}

const requiredOf = (field: GraphQLField<unknown, unknown>, but?: GraphQLArgument): string[] =>
  field.args
    .filter((arg) => isRequiredArgument(arg) && arg !== but)
    .map((arg) => `${arg.name}: ${literal(arg.type)}`);

function requiredArgs(field: GraphQLField<unknown, unknown>): string {
  const first = field.args.some(({ name }) => name === 'first') ? ['first: 1'] : [];
  const args = [...requiredOf(field), ...first];
  return args.length === 0 ? '' : `(${args.join(', ')})`;
}

function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .filter(isRequiredInputField)
      .map((member) => `${member.name}: ${literal(member.type)}`)
      .join(', ')} }`;
  return JSON.stringify(leastOf(type));
}
