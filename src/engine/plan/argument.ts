/**
 * Argument reader: a field's arguments from coerced variables, as graphql-js would read them. Literals of the
 * document are read once, so a request visits neither them nor input fields that are absent.
 */

import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getArgumentValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
  valueFromAST,
} from 'graphql';

export type Args = Readonly<Record<string, unknown>>;

/** Undefined where there is no valid value. */
type ValueReader = (variables: Args) => unknown;

/** Placeholder for a variable that was not given. */
interface Slot {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly defaultValue: unknown;
  /** Null where the document says nothing. */
  readonly read: ValueReader | null;
  readonly variable: string | null;
}

export interface Arguments {
  /** Null where they hang on variables, and for arguments that can't be: their error belongs to each execution. */
  readonly fixed: Args | null;
  /** @throws GraphQLError for arguments that can't be. */
  readonly read: (variables: Args) => Args;
}

export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments {
  const slow = (variables: Args): Args => getArgumentValues(field, node, variables);
  const nodes = node.arguments ?? [];
  if (!nodes.some(({ value }) => hasVariable(value))) {
    try {
      const fixed = slow({});
      return { fixed, read: () => fixed };
    } catch {
      return { fixed: null, read: slow };
    }
  }
  const values = new Map(nodes.map(({ name, value }) => [name.value, value]));
  const read = membersReader(field.args.map((arg) => slotOf(arg, values.get(arg.name))));
  // graphql-js words the error of invalid arguments.
  return { fixed: null, read: (variables) => read(variables) ?? slow(variables) };
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(hasVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => hasVariable(field.value));
}

function slotOf(
  { name, type, defaultValue }: Pick<Slot, 'name' | 'type' | 'defaultValue'>,
  value: ValueNode | undefined,
): Slot {
  const variable = value?.kind === Kind.VARIABLE ? value.name.value : null;
  return { name, type, defaultValue, variable, read: value ? readerOf(value, type) : null };
}

/** Undefined where one of them has no valid value. */
function membersReader(slots: readonly Slot[]): (variables: Args) => Args | undefined {
  const used = slots.filter(
    ({ read, type, defaultValue }) =>
      read !== null || defaultValue !== undefined || isNonNullType(type),
  );
  return (variables) => {
    const members: Record<string, unknown> = {};
    for (const { name, type, defaultValue, variable, read } of used) {
      if (read === null || (variable !== null && variableIn(variables, variable) === undefined)) {
        if (defaultValue !== undefined) members[name] = defaultValue;
        else if (isNonNullType(type)) return undefined;
        continue;
      }
      const value = read(variables);
      if (value === undefined) return undefined;
      members[name] = value;
    }
    return members;
  };
}

/** A variable may be called as something that every object has. */
const variableIn = (variables: Args, name: string): unknown =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

function readerOf(value: ValueNode, inputType: GraphQLInputType): ValueReader {
  if (value.kind === Kind.VARIABLE) {
    const { value: name } = value.name;
    if (!isNonNullType(inputType)) return (variables) => variableIn(variables, name);
    return (variables) => variableIn(variables, name) ?? undefined;
  }
  const type = isNonNullType(inputType) ? inputType.ofType : inputType;
  if (!hasVariable(value)) {
    const constant = valueFromAST(value, inputType);
    return () => constant;
  }
  if (isListType(type) && value.kind === Kind.LIST) {
    const missingItem = isNonNullType(type.ofType) ? undefined : null;
    const items = value.values.map((item) => readerOf(item, type.ofType));
    return (variables) => {
      const read = items.map((item, at) => {
        const node = value.values[at]!;
        const isMissing =
          node.kind === Kind.VARIABLE && variableIn(variables, node.name.value) === undefined;
        return isMissing ? missingItem : item(variables);
      });
      return read.includes(undefined) ? undefined : read;
    };
  }
  if (isInputObjectType(type) && value.kind === Kind.OBJECT) return objectReader(value, type);
  return (variables) => valueFromAST(value, inputType, variables);
}

function objectReader(value: ObjectValueNode, type: GraphQLInputObjectType): ValueReader {
  const values = new Map(value.fields.map((field) => [field.name.value, field.value]));
  const fields = Object.values(type.getFields());
  const read = membersReader(fields.map((field) => slotOf(field, values.get(field.name))));
  if (!type.isOneOf) return read;
  return (variables) => {
    const members = read(variables);
    const values = Object.values(members ?? {});
    return values.length === 1 && values[0] !== null ? members : undefined;
  };
}
