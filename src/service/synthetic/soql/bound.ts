/**
 * `A > x OR (A = x AND …)`, by which lists are gone on with, means `A >= x` too. Said outright,
 * it lets the database begin at that place of an index instead of sorting half the table.
 */

import type { Comparison, Condition } from './tree.ts';

type Compare = Extract<Condition, { kind: 'compare' }>;

const wider: Partial<Record<Comparison, Comparison>> = {
  '<': '<=',
  '<=': '<=',
  '>': '>=',
  '>=': '>=',
};

/** The bound all alternatives keep, when they keep one; else null. */
export function impliedBound(alternatives: readonly Condition[]): Condition | null {
  const flat = alternatives.flatMap(flattened('any'));
  if (flat.length < 2) return null;
  for (const part of flat) {
    if (part.kind !== 'compare') continue;
    const operator = wider[part.operator];
    if (operator && flat.every((other) => keeps(other, part, operator))) {
      return { ...part, operator };
    }
  }
  return null;
}

const flattened =
  (kind: 'all' | 'any') =>
  (condition: Condition): readonly Condition[] =>
    condition.kind === kind ? condition.parts.flatMap(flattened(kind)) : [condition];

function keeps(condition: Condition, bound: Compare, operator: Comparison): boolean {
  return flattened('all')(condition).some(
    (part) =>
      part.kind === 'compare' &&
      part.left.text === bound.left.text &&
      part.right.text === bound.right.text &&
      part.right.kind !== 'null' &&
      (part.operator === '=' || wider[part.operator] === operator),
  );
}
