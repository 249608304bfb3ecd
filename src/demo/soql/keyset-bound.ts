/**
 * Keyset bound: `A > x OR (A = x AND …)`, the condition of a later page, implies `A >= x`. Written
 * out, the bound lets the database begin inside an index instead of sorting half the table.
 */

import type { CompareCondition, Comparison, Condition } from '../../soql/query.ts';

const wider: Partial<Record<Comparison, Comparison>> = {
  lt: 'lte',
  lte: 'lte',
  gt: 'gte',
  gte: 'gte',
};

/** A shared bound is the first term of its alternative, where lists put it. */
const maxCandidates = 4;

/** The bound all alternatives keep, when they keep one; else null. */
export function impliedBound(alternatives: readonly Condition[]): Condition | null {
  const flat = alternatives.flatMap(flattened('or'));
  const [first] = flat;
  if (first === undefined || flat.length < 2) return null;
  for (const part of flattened('and')(first).slice(0, maxCandidates)) {
    const op = isCompare(part) && wider[part.op];
    if (!op) continue;
    const key = keyOf(part);
    if (flat.every((other) => restrictsFurther(other, key, op))) return { ...part, op };
  }
  return null;
}

const keyOf = ({ path, value }: CompareCondition): string => JSON.stringify([path, value]);

const isCompare = (condition: Condition): condition is CompareCondition => 'value' in condition;

const flattened =
  (op: 'and' | 'or') =>
  (condition: Condition): readonly Condition[] =>
    condition.op === op ? condition.conditions.flatMap(flattened(op)) : [condition];

function restrictsFurther(condition: Condition, key: string, op: Comparison): boolean {
  return flattened('and')(condition).some(
    (part) =>
      isCompare(part) &&
      part.value !== null &&
      (part.op === 'eq' || wider[part.op] === op) &&
      keyOf(part) === key,
  );
}
