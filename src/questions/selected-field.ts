/** Selected fields of a document, fragments and directives resolved: response names with their types, level by level. */

import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  ValuesOfCorrectTypeRule,
  valueFromASTUntyped,
} from 'graphql';
import { parseWithin } from '../engine/document/document-parser.ts';
import { check } from '../engine/document/validation-visitor.ts';
import {
  collectFields,
  type FieldCollector,
  type Fragments,
  fragmentsOf,
} from '../engine/plan/selected-field.ts';
import { UserInputError } from '../errors.ts';

/** One response name below a selection set. */
export interface Selected {
  readonly name: string;
  readonly type: GraphQLNamedType;
  readonly isList: boolean;
  readonly nodes: FieldNode[];
  /** Argument values as they are written, defaults included. A variable without a value leaves a gap. */
  readonly args: Readonly<Record<string, unknown>>;
}

export class SelectedDocument {
  readonly #schema: GraphQLSchema;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments: Fragments;
  readonly operation: OperationDefinitionNode;

  constructor(schema: GraphQLSchema, query: string, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    const document = parseWithin(query, Infinity, { noLocation: true });
    const { definitions } = document;
    const operations = definitions.filter(
      (definition) => definition.kind === 'OperationDefinition',
    );
    const [operation] = operations;
    if (operation === undefined || operations.length > 1)
      throw new UserInputError(`Expected one operation; got ${operations.length}.`);
    // Fragment cycles have no end, and page sizes and keys are read as they are written.
    const rules = [NoFragmentCyclesRule, ValuesOfCorrectTypeRule];
    const [issue] = check(schema, document, rules, (error) => error);
    if (issue !== undefined) throw issue;
    this.operation = operation;
    const defaults = (operation.variableDefinitions ?? []).flatMap(
      ({ variable, defaultValue }): [string, unknown][] =>
        defaultValue === undefined
          ? []
          : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    );
    this.#variables = { ...Object.fromEntries(defaults), ...variables };
    this.#fragments = fragmentsOf(document);
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
    const spread = new Set<string>();
    const collector: FieldCollector<GraphQLNamedType> = {
      fragments: this.#fragments,
      includes: (selection) => this.#isIncluded(selection),
      narrow: (parent, condition) => (condition && this.#schema.getType(condition)) || parent,
      field: (name, node, parent) => {
        const selected = fields.get(name);
        if (selected === undefined) fields.set(name, this.#selected(name, node, parent));
        else selected.nodes.push(node);
      },
    };
    for (const set of sets) collectFields(collector, type, set, spread);
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
      throw new UserInputError(
        `Expected a field of ${parent.name}; got "${fieldName}". \`query --format json\` prints any answer.`,
      );
    const isList = isListType(getNullableType(field.type));
    const args = Object.fromEntries(
      field.args.map((argument) => {
        const written = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
        const value = written && valueFromASTUntyped(written, this.#variables);
        return [argument.name, value === undefined ? argument.defaultValue : value];
      }),
    );
    return { name, type: getNamedType(field.type), isList, nodes: [node], args };
  }

  #isIncluded(node: SelectionNode): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, this.#variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, this.#variables);
    return skip?.if !== true && include?.if !== false;
  }
}
