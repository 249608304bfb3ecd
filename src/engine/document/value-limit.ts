/** Value limits of an operation: each argument's size, and each variable's as often as it is used. */

import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql';
import type { Args } from '../plan/argument.ts';
import { forEachSelection, fragmentsOf } from '../plan/selected-field.ts';
import { limitError } from './limit-error.ts';

/** A longer text counts as a value for each of its so many characters. */
const charactersPerValue = 32;

/** @returns the error of arguments beyond the limit, or null. */
export type ValueLimit = (
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Args | null | undefined,
) => GraphQLError | null;

/**
 * A variable of ten thousand values is small on its way here, and a million values under a hundred
 * aliases. Fragments are expanded, too: the document's size has been judged before.
 */
export function createValueLimit(limit: number): ValueLimit {
  const uses = new WeakMap<OperationDefinitionNode, Uses>();

  return (document, operationName, variables) => {
    const operation = getOperationAST(document, operationName);
    if (operation == null) return null;
    let use = uses.get(operation);
    if (use === undefined) {
      use = usesOf(document, operation);
      uses.set(operation, use);
    }
    let sum = use.literals;
    for (const [name, { times, fallback }] of use.variables) {
      if (sum > limit) break;
      const isGiven = variables != null && Object.hasOwn(variables, name);
      sum += times * (isGiven ? sizeOf(variables[name], limit) : fallback);
    }
    if (sum <= limit) return null;
    return limitError(
      `Expected arguments of at most ${limit} values, a variable counted wherever it is used; got more.`,
    );
  };
}

interface Uses {
  readonly literals: number;
  /** Number of uses of each variable, and the values of its default. */
  readonly variables: ReadonlyMap<string, { times: number; readonly fallback: number }>;
}

function usesOf(document: DocumentNode, operation: OperationDefinitionNode): Uses {
  const variables = new Map<string, { times: number; readonly fallback: number }>();
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    const fallback = defaultValue === undefined ? 1 : literalSize(defaultValue, () => {});
    variables.set(variable.name.value, { times: 0, fallback });
  }
  let literals = 0;
  const use = (name: string): void => {
    const variable = variables.get(name);
    if (variable !== undefined) variable.times += 1;
  };
  const add = (args: readonly ArgumentNode[] = []): void => {
    for (const { value } of args) literals += literalSize(value, use);
  };
  const addAll = (selection: SelectionNode): void => {
    for (const directive of selection.directives ?? []) add(directive.arguments);
    if (selection.kind === Kind.FIELD) add(selection.arguments);
  };
  forEachSelection(operation.selectionSet, addAll, fragmentsOf(document));
  return { literals, variables };
}

function literalSize(node: ValueNode, use: (variable: string) => void): number {
  switch (node.kind) {
    case Kind.VARIABLE:
      use(node.name.value);
      return 0;
    case Kind.LIST:
      return node.values.reduce((sum, value) => sum + literalSize(value, use), 1);
    case Kind.OBJECT:
      return node.fields.reduce((sum, { value }) => sum + literalSize(value, use), 1);
    case Kind.STRING:
      return textSize(node.value);
    default:
      return 1;
  }
}

const textSize = (text: string): number => 1 + Math.floor(text.length / charactersPerValue);

/** Values in a variable, which is nested as deep as a request's JSON may be; beyond the limit it does not count on. */
function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  const add = (value: unknown): void => {
    size += typeof value === 'string' ? textSize(value) : 1;
    if (size > limit || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value))
      for (let at = 0; at < value.length && size <= limit; at += 1) add(value[at]);
    else
      for (const name in value) {
        if (size > limit) return;
        add((value as Record<string, unknown>)[name]);
      }
  };
  add(value);
  return size;
}
