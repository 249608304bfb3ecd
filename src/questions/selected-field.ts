/** Selected fields of a document, fragments and directives resolved: response names with their types, level by level. */

import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  type SelectionSetNode,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { parseWithin } from '../engine/document/document-parser.ts';
import { UserInputError } from '../errors.ts';

/** One response name below a selection set. */
export interface Selected {
  readonly name: string;
  readonly type: GraphQLNamedType;
  readonly isList: boolean;
  readonly nodes: FieldNode[];
  /** Argument values, defaults included. */
  readonly args: Readonly<Record<string, unknown>>;
}

export class SelectedDocument {
  readonly #schema: GraphQLSchema;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly operation: OperationDefinitionNode;

  constructor(schema: GraphQLSchema, query: string, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    const document = parseWithin(query, Infinity, { noLocation: true });
    const { definitions } = document;
    const operations = definitions.filter((one) => one.kind === 'OperationDefinition');
    const [operation] = operations;
    if (operation === undefined || operations.length > 1)
      throw new UserInputError(`Expected one operation; got ${operations.length}.`);
    // Rejects fragment cycles, which have no end.
    const [issue] = validate(schema, document, [NoFragmentCyclesRule]);
    if (issue !== undefined) throw issue;
    this.operation = operation;
    const defaults = (operation.variableDefinitions ?? []).flatMap(
      ({ variable, defaultValue }): [string, unknown][] =>
        defaultValue === undefined
          ? []
          : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    );
    this.#variables = { ...Object.fromEntries(defaults), ...variables };
    this.#fragments = new Map(
      definitions
        .filter((one) => one.kind === 'FragmentDefinition')
        .map((fragment) => [fragment.name.value, fragment]),
    );
  }

  /** Top-level fields of the operation. */
  top(): readonly Selected[] {
    return this.#fieldsOf([this.operation.selectionSet], this.#schema.getQueryType()!);
  }

  below(fields: readonly Selected[]): readonly Selected[] {
    return fields.flatMap(({ nodes, type }) =>
      this.#fieldsOf(
        nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet])),
        type,
      ),
    );
  }

  /** Merges fields of one response name across fragments: validation ensures that they have one shape. */
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
      return { name, type: text, isList: false, nodes: [node], args: {} };
    }
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[fieldName] : undefined;
    if (field === undefined)
      throw new UserInputError(`Expected a field of ${parent.name}; got "${fieldName}".`);
    const isList = isListType(getNullableType(field.type));
    const args = getArgumentValues(field, node, this.#variables);
    return { name, type: getNamedType(field.type), isList, nodes: [node], args };
  }

  #isIncluded(node: SelectionSetNode['selections'][number]): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, this.#variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, this.#variables);
    return skip?.if !== true && include?.if !== false;
  }
}
