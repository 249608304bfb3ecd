/** What an export's document selects: where its one connection lies in an answer, and the columns of a row. */

import {
  type ArgumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { UserInputError } from '../../errors.ts';

export interface ExportSelection {
  /** Response names from the top of the answer to the connection. */
  readonly path: readonly string[];
  /** Where its rows are. */
  readonly rows: 'nodes' | 'edges';
  /** Response names from a row to each of its leaves, in the order of the document. A list is one leaf. */
  readonly columns: readonly (readonly string[])[];
}

/** One response name below a selection set. */
interface Selected {
  readonly name: string;
  readonly type: GraphQLNamedType;
  readonly isList: boolean;
  readonly nodes: FieldNode[];
}

/**
 * Columns follow from the document and the schema alone, never from rows: an object that is null in
 * all rows of a page still has its columns.
 * @throws UserInputError when there is no one connection that can be followed to its end.
 */
export function readSelection(
  schema: GraphQLSchema,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): ExportSelection {
  const document = new ExportDocument(schema, query, variables);
  const found = [...document.connections()];
  const [connection] = found;
  if (connection === undefined || found.length > 1)
    throw new UserInputError(`Expected one connection with pageInfo; got ${found.length}.`);
  const inside = document.below([connection.field]);
  const at = (name: string) => inside.find((field) => field.nodes[0]!.name.value === name);
  const page = document.below([at('pageInfo')!]).map(({ name }) => name);
  if (!page.includes('hasNextPage') || !page.includes('endCursor'))
    throw new UserInputError('Expected pageInfo { hasNextPage endCursor }; one is not selected.');
  const nodes = at('nodes');
  const edges = at('edges');
  const row = nodes ?? (edges && document.below([edges]).find(({ name }) => name === 'node'));
  if (row === undefined)
    throw new UserInputError(
      'Expected nodes or edges { node } beside pageInfo; neither is selected.',
    );
  for (const field of [nodes, edges, at('pageInfo')])
    if (field !== undefined && field.name !== field.nodes[0]!.name.value)
      throw new UserInputError(
        `Expected nodes, edges and pageInfo without an alias; got "${field.name}".`,
      );
  if (!connection.field.nodes.every((node) => (node.arguments ?? []).some(goesOn)))
    throw new UserInputError('Expected the connection to take after: $after; it does not.');
  const columns = document.leaves(row);
  return { path: connection.path, rows: nodes === undefined ? 'edges' : 'nodes', columns };
}

const goesOn = ({ name, value }: ArgumentNode): boolean =>
  name.value === 'after' && value.kind === 'Variable' && value.name.value === 'after';

class ExportDocument {
  readonly #schema: GraphQLSchema;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #operation: OperationDefinitionNode;

  constructor(schema: GraphQLSchema, query: string, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    const { definitions } = parse(query, { noLocation: true });
    const operations = definitions.filter((one) => one.kind === 'OperationDefinition');
    const [operation] = operations;
    if (operation === undefined || operations.length > 1)
      throw new UserInputError(`Expected one operation; got ${operations.length}.`);
    this.#operation = operation;
    const defaults = (operation.variableDefinitions ?? []).flatMap(
      ({ variable, defaultValue }): [string, unknown][] =>
        defaultValue?.kind === 'BooleanValue' ? [[variable.name.value, defaultValue.value]] : [],
    );
    this.#variables = { ...Object.fromEntries(defaults), ...variables };
    this.#fragments = new Map(
      definitions
        .filter((one) => one.kind === 'FragmentDefinition')
        .map((fragment) => [fragment.name.value, fragment]),
    );
  }

  /** Connections that lie in no list: those are the ones with an end. */
  *connections(
    path: readonly string[] = [],
    fields = this.#fieldsOf([this.#operation.selectionSet], this.#schema.getQueryType()!),
  ): Generator<{ readonly path: readonly string[]; readonly field: Selected }> {
    for (const field of fields) {
      if (field.isList || !isCompositeType(field.type)) continue;
      const own = [...path, field.name];
      const inside = this.below([field]);
      if (inside.some(({ nodes }) => nodes[0]!.name.value === 'pageInfo'))
        yield { path: own, field };
      else yield* this.connections(own, inside);
    }
  }

  below(fields: readonly Selected[]): readonly Selected[] {
    return fields.flatMap(({ nodes, type }) =>
      this.#fieldsOf(
        nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet])),
        type,
      ),
    );
  }

  /** Ways to what has no members of its own, or is a list. */
  leaves(row: Selected): readonly (readonly string[])[] {
    return this.below([row]).flatMap((field) =>
      field.isList || !isCompositeType(field.type)
        ? [[field.name]]
        : this.leaves(field).map((rest) => [field.name, ...rest]),
    );
  }

  /** Fields of one name are one, whatever fragments they stand in: validation has them of one shape. */
  #fieldsOf(sets: readonly SelectionSetNode[], type: GraphQLNamedType): readonly Selected[] {
    const fields = new Map<string, Selected>();
    const visit = (set: SelectionSetNode, parent: GraphQLNamedType): void => {
      for (const selection of set.selections) {
        if (!this.#isIncluded(selection)) continue;
        if (selection.kind === 'Field') {
          const name = selection.alias?.value ?? selection.name.value;
          const known = fields.get(name);
          if (known === undefined) fields.set(name, this.#selected(name, selection, parent));
          else known.nodes.push(selection);
          continue;
        }
        const fragment =
          selection.kind === 'FragmentSpread'
            ? this.#fragments.get(selection.name.value)
            : selection;
        if (fragment === undefined) continue;
        const on = fragment.typeCondition?.name.value;
        visit(fragment.selectionSet, (on && this.#schema.getType(on)) || parent);
      }
    };
    for (const set of sets) visit(set, type);
    return [...fields.values()];
  }

  #selected(name: string, node: FieldNode, parent: GraphQLNamedType): Selected {
    const fieldName = node.name.value;
    if (fieldName === '__typename') {
      const text = this.#schema.getType('String')!;
      return { name, type: text, isList: false, nodes: [node] };
    }
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[fieldName] : undefined;
    if (field === undefined)
      throw new UserInputError(`Expected a field of ${parent.name}; got "${fieldName}".`);
    const isList = isListType(getNullableType(field.type));
    return { name, type: getNamedType(field.type), isList, nodes: [node] };
  }

  #isIncluded(node: SelectionSetNode['selections'][number]): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, this.#variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, this.#variables);
    return skip?.if !== true && include?.if !== false;
  }
}
