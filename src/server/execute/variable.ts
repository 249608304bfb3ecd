/** Variables as execution takes them: coerced once for the same values, and then the same object. */

import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Coerced, and never changed: what is read with their help may be remembered with them. */
export type Variables = Readonly<Record<string, unknown>>;

const longest = 4_000;
/** Kept in all, whatever their operations; with them goes what was remembered under them. */
const known = new LRUCache<string, Variables>({ max: 1_024 });
const numbers = new WeakMap<OperationDefinitionNode, number>();
let operations = 0;

/** @returns null for variables that can't be: the executor says what is wrong with them. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Variables | null {
  const key = keyOf(operation, given);
  const before = key === null ? undefined : known.get(key);
  if (before !== undefined) return before;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given ?? {}, {
    maxErrors: 1,
  });
  if (coerced === undefined) return null;
  if (key !== null) known.set(key, coerced);
  return coerced;
}

/** A document belongs to one schema, so the operation stands for both. */
function keyOf(
  operation: OperationDefinitionNode,
  given: object | null | undefined,
): string | null {
  let number = numbers.get(operation);
  if (number === undefined) {
    operations += 1;
    number = operations;
    numbers.set(operation, number);
  }
  if (given === null || given === undefined) return String(number);
  const text = JSON.stringify(given);
  return text.length > longest ? null : `${number} ${text}`;
}
