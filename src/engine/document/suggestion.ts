/**
 * Suggestions: graphql-js' errors of unknown fields and of wrong values, with what people call a field (`contract/synonym.ts`)
 * and with the comparator that a plain value of a filter belongs in.
 */

import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
  type ValidationContext,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { otherNames } from '../../contract/synonym.ts';
import { beginningOf } from '../../errors.ts';

type InputType = GraphQLInputType | null | undefined;

/** An error of validation, with what was probably meant. The context stands at the node where it was found. */
export function withSuggestion(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node, used] = error.nodes ?? [];
  switch (node?.kind) {
    case Kind.FIELD: {
      const type = context.getParentType();
      return type && 'getFields' in type && !context.getFieldDef()
        ? named(error, node.name.value, type.getFields())
        : error;
    }
    case Kind.OBJECT_FIELD: {
      const type = getNamedType(context.getParentInputType());
      return isInputObjectType(type) ? named(error, node.name.value, type.getFields()) : error;
    }
    case Kind.VARIABLE_DEFINITION:
      return used?.kind === Kind.VARIABLE ? placed(error, node, used, context) : error;
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
    case Kind.LIST:
      return advised(error, literalAdvice(context.getInputType(), node));
    default:
      return error;
  }
}

/**
 * Errors of variables that can't be coerced, with what was probably meant.
 * @param errors graphql-js' of these inputs, maybe only the first ones.
 */
export function withVariableSuggestions(
  schema: GraphQLSchema,
  errors: readonly GraphQLError[],
  inputs: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const faults = new Map<VariableDefinitionNode, Iterator<InputFault>>();
  return errors.map((error) => {
    const node = error.nodes?.[0];
    // Without a cause the variable is missing or null, or there are too many errors.
    if (node?.kind !== Kind.VARIABLE_DEFINITION || error.originalError === undefined) return error;
    const type = typeFromAST(schema, node.type);
    if (!isInputType(type)) return error;
    const rest =
      faults.get(node) ?? faultsOf(inputs[node.variable.name.value], type, errors.length).values();
    faults.set(node, rest);
    const { value: fault } = rest.next();
    return fault === undefined ? error : ofInput(error, type, fault);
  });
}

interface InputFault {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** The first faults of a variable, in the order of graphql-js' errors, which name neither path nor value but in their text. */
function faultsOf(input: unknown, type: GraphQLInputType, most: number): readonly InputFault[] {
  const faults: InputFault[] = [];
  try {
    coerceInputValue(input, type, (path, value, error) => {
      if (faults.length === most) throw error;
      faults.push({ path, value });
    });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return faults;
}

function ofInput(
  error: GraphQLError,
  variableType: GraphQLInputType,
  { path, value }: InputFault,
): GraphQLError {
  let type = getNamedType(variableType);
  for (const key of path)
    if (typeof key === 'string' && isInputObjectType(type))
      type = getNamedType(type.getFields()[key]!.type);
  if (!isInputObjectType(type)) return error;
  if (typeof value !== 'object' || Array.isArray(value))
    return advised(error, inputAdvice(type, value));
  const [, name] = /^Field "(\w+)" is not defined/.exec(error.originalError!.message) ?? [];
  return name === undefined ? error : named(error, name, type.getFields());
}

/** The error of an unknown field with the names that it has on the type, and behind them those that are nearly its own. */
function named(error: GraphQLError, name: string, fields: Readonly<Record<string, unknown>>) {
  const names = otherNames(name).filter((other) => Object.hasOwn(fields, other));
  // On an abstract type the types that have the field are told instead.
  if (names.length === 0 || error.message.includes('Did you mean to')) return error;
  const [message] = error.message.split(' Did you mean ');
  const near = suggestionList(name, Object.keys(fields));
  return retold(error, message + didYouMean([...new Set([...names, ...near])]));
}

/** The error of a variable in the place of a comparator. */
function placed(
  error: GraphQLError,
  definition: VariableDefinitionNode,
  variable: VariableNode,
  context: ValidationContext,
): GraphQLError {
  const position = context
    .getDocument()
    .definitions.flatMap((operation) =>
      operation.kind === Kind.OPERATION_DEFINITION
        ? context.getRecursiveVariableUsages(operation)
        : [],
    )
    .find(({ node }) => node === variable);
  const given = typeFromAST(context.getSchema(), definition.type);
  const isList = isListType(given && getNullableType(given));
  const comparator = comparatorOf(position?.type, isList);
  if (comparator === null || comparator.isList !== isList) return error;
  return getNamedType(given) === comparator.item
    ? advised(error, written(comparator.name, `$${variable.name.value}`))
    : error;
}

interface Comparator {
  readonly name: string;
  readonly isList: boolean;
  /** Type of the value, or of one in the list. */
  readonly item: GraphQLInputType;
}

/** The comparator for a value or for several; null where the type is no comparator input. */
function comparatorOf(input: InputType, isList: boolean): Comparator | null {
  const type = input && getNamedType(input);
  if (!isInputObjectType(type)) return null;
  const name = [isList ? 'in' : 'eq', 'includes'].find((each) =>
    Object.hasOwn(type.getFields(), each),
  );
  if (name === undefined) return null;
  const field = type.getFields()[name]!;
  return {
    name,
    isList: isListType(getNullableType(field.type)),
    item: getNamedType(field.type),
  };
}

/** Forms of a plain value, as it came first; a list has those of each of its values. */
type Forms = readonly unknown[];

function literalAdvice(type: InputType, node: ValueNode): string | null {
  return node.kind === Kind.LIST
    ? advice(type, node.values.map(literalForms), true)
    : advice(type, [literalForms(node)], false);
}

function inputAdvice(type: InputType, value: unknown): string | null {
  return Array.isArray(value)
    ? advice(type, value.map(inputForms), true)
    : advice(type, [inputForms(value)], false);
}

function literalForms(node: ValueNode): Forms {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return [Number(node.value), node.value];
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return inputForms(node.value);
    default:
      return [];
  }
}

function inputForms(value: unknown): Forms {
  if (typeof value === 'number') return [value, String(value)];
  if (typeof value === 'string') return value.trim() === '' ? [value] : [value, Number(value)];
  return typeof value === 'boolean' ? [value] : [];
}

/** @returns null where the type is no comparator input, or compares with other values. */
function advice(input: InputType, values: readonly Forms[], isList: boolean): string | null {
  const comparator = comparatorOf(input, isList);
  if (comparator === null) return null;
  const { name, item } = comparator;
  const fitting = values.map((forms) => forms.find((form) => fits(form, item)));
  if (fitting.includes(undefined)) return null;
  const texts = fitting.map((value) => JSON.stringify(value)).join(', ');
  return written(name, comparator.isList ? `[${texts}]` : texts);
}

function fits(value: unknown, type: GraphQLInputType): boolean {
  let isFitting = true;
  coerceInputValue(value, type, () => {
    isFitting = false;
  });
  return isFitting;
}

/** Longer values are not repeated, and end early in the error itself, which would be cut off before its advice. */
const longestRepeated = 200;
const longestHead = 600;

const written = (name: string, value: string): string =>
  ` Write { ${name}: ${value.length > longestRepeated ? '…' : value} }.`;

function advised(error: GraphQLError, text: string | null): GraphQLError {
  if (text === null) return error;
  const { message } = error;
  const head = message.length > longestHead ? `${beginningOf(message, longestHead)}….` : message;
  return retold(error, head + text);
}

const retold = ({ nodes, originalError }: GraphQLError, message: string): GraphQLError =>
  new GraphQLError(message, { nodes, originalError });
