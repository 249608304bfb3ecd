/** Values of the Variables pane as text of the question, so that both are edited alike. */

import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** @example literalOf({ first: 3, name: 'a' }, undefined) // → '{ first: 3, name: "a" }' */
export function literalOf(value: unknown, type: GraphQLInputType | undefined): string {
  const nullable = type && getNullableType(type);
  if (Array.isArray(value)) {
    const item = isListType(nullable) ? nullable.ofType : undefined;
    return `[${value.map((member) => literalOf(member, item)).join(', ')}]`;
  }
  // GraphQL takes one value for a list of it.
  if (isListType(nullable)) return value === null ? 'null' : literalOf(value, nullable.ofType);
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
    const members = Object.entries(value).map(
      ([name, member]) => `${name}: ${literalOf(member, fields[name]?.type)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (isEnumType(nullable) && typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value))
    return value;
  return JSON.stringify(value ?? null);
}
