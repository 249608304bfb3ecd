/** The graph as an Apollo Federation v2 subgraph: every node is an entity, named by its global id. */

import {
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  printType,
} from 'graphql';
import type { GraphContext } from '../engine/context.ts';
import { memoizeByObject } from '../engine/memoize.ts';
import type { Args } from '../engine/plan/argument.ts';
import { UserInputError } from '../errors.ts';
import type { Ref } from './builder.ts';
import type {
  AnsweredScorecardRow,
  CallRow,
  FolderRow,
  PlatformRow,
  UserRow,
} from './calls/platform-row.ts';
import type { CrmRow } from './crm/crm-row.ts';
import { decodeGlobalId } from './global-id.ts';
import { type LoadNode, type NodeSources, nodesCost } from './node-query.ts';
import type { TypeRegistry } from './type-registry.ts';

/** A node type of the graph, whatever its shape. */
export type NodeRef =
  | Ref<AnsweredScorecardRow>
  | Ref<CallRow>
  | Ref<CrmRow>
  | Ref<FolderRow>
  | Ref<PlatformRow>
  | Ref<UserRow>;

/** A federation representation: an object's type and the fields of its key. */
type Representation = Readonly<Record<string, unknown>>;

/**
 * Makes each type resolvable by `{ __typename, id }`. References of one request are loaded like any
 * other nodes: a batch of them is one call per upstream operation, not one per reference.
 */
export function defineEntities(
  { builder }: TypeRegistry,
  types: ReadonlyMap<string, NodeRef>,
  load: LoadNode,
  sources: NodeSources,
): void {
  const any = builder.scalarType('_Any', {
    description: 'What a federation router knows of an object: its type and its global id.',
    serialize: (value) => value,
  });
  const entity = builder.unionType('_Entity', {
    description: 'An object that a federation router may ask for by its global id.',
    types: [...types.values()],
  });
  const service = builder.objectRef<GraphQLResolveInfo>('_Service').implement({
    description: 'This graph as a subgraph of Apollo Federation.',
    fields: (t) => ({
      sdl: t.string({
        description: 'What a router composes: the schema with the directives of federation.',
        resolve: ({ schema }) => sdlOf(schema),
      }),
    }),
  });
  const refuse = (expected: string, got: string): never => {
    throw new UserInputError(`Expected ${expected}, got ${got}.`);
  };
  const resolve = async (
    { __typename: name, id }: Representation,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<unknown> => {
    if (typeof name !== 'string' || !types.has(name))
      return refuse('the name of an entity as __typename', 'another value');
    if (typeof id !== 'string') return refuse(`the global id of a ${name}`, 'another value');
    const { typename } = decodeGlobalId(id);
    if (typename !== name) return refuse(`the global id of a ${name}`, `one of a ${typename}`);
    return load(id, context, info);
  };
  builder.queryFields((t) => ({
    _entities: t.field({
      type: [entity],
      description: 'For a federation router: objects by their types and global ids, at most 2,000.',
      cost: nodesCost(sources, idsOf),
      nullable: { list: false, items: true },
      args: {
        representations: t.arg({
          type: [any],
          required: true,
          description: 'Each with __typename and id.',
        }),
      },
      resolve: (_root, { representations }, context, info) => {
        if (representations.length > mostRepresentations)
          throw new UserInputError(
            `Expected at most ${mostRepresentations} representations, got ${representations.length}.`,
          );
        return (representations as Representation[]).map((representation) =>
          resolve(representation, context, info),
        ) as never;
      },
    }),
    _service: t.field({
      type: service,
      nullable: false,
      description: 'For a federation router: what it composes.',
      resolve: (_root, _args, _context, info) => info,
    }),
  }));
}

const idsOf = ({ representations }: Args) =>
  (representations as Representation[]).map(({ id }) => id);

/** Limit of representations: a router sends those of one page, or of pages within a page; each wrong one is an error of its own. */
const mostRepresentations = 2_000;

/** Printed at a router's first request, and cached. */
const sdlOf = memoizeByObject((schema: GraphQLSchema) => printedSubgraph(schema));

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])';

/**
 * The SDL a router composes: the schema with `@key` on its entities and `@shareable` on its values,
 * without what the router adds itself.
 * https://www.apollographql.com/docs/graphos/reference/federation/subgraph-specific-fields
 */
export function printedSubgraph(schema: GraphQLSchema): string {
  const union = schema.getType('_Entity');
  const entities = new Set<GraphQLNamedType>(isUnionType(union) ? union.getTypes() : []);
  const definitions = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('_') && !isSpecifiedScalarType(type))
    .map((type) => {
      const text = printType(type === schema.getQueryType() ? withoutOwn(type) : type);
      if (entities.has(type)) return text.replace(/^(type [^{]*)\{/m, '$1@key(fields: "id") {');
      if (isValueType(type)) return text.replace(/^(type [^{]*)\{/m, '$1@shareable {');
      // Composition does not know @oneOf; the subgraph itself still holds clients to it.
      return text.replace(/^(input \w+) @oneOf \{/m, '$1 {');
    });
  return [link, ...definitions].join('\n\n');
}

/**
 * Whether a type is a value, such as PageInfo or an address: it has no identity and leads to nothing but
 * values, so another subgraph may return one of its own. Every Relay subgraph has a PageInfo, and a
 * router refuses a type of several subgraphs that none of them shares.
 */
function isValueType(type: GraphQLNamedType, within: readonly GraphQLNamedType[] = []): boolean {
  if (within.includes(type)) return true;
  if (!isObjectType(type) || type.name.startsWith('_') || type.getInterfaces().length > 0)
    return false;
  return Object.values(type.getFields()).every(({ args, type: result }) => {
    const named = getNamedType(result);
    return args.length === 0 && (isLeafType(named) || isValueType(named, [...within, type]));
  });
}

/** Without the fields that the router adds itself. */
function withoutOwn(type: GraphQLObjectType): GraphQLObjectType {
  const { fields, ...config } = type.toConfig();
  const ownFields = Object.entries(fields).filter(([name]) => !name.startsWith('_'));
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(ownFields) });
}
