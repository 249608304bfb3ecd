/** Which statements answer with groups, and which with a count alone. */

import { aggregateNames, type Expression, type Query, type Selection } from './query.ts';

const aggregates: ReadonlySet<string> = new Set(aggregateNames);

/** What a selection gives a value of; null for child records, FIELDS and TYPEOF. */
export function selectedValue(selection: Selection): Expression | null {
  if (typeof selection === 'string' || 'fn' in selection || 'distance' in selection) {
    return selection;
  }
  return 'expression' in selection ? selection.expression : null;
}

/** Whether the expression is an aggregate or wraps one, as FORMAT(MAX(Amount)) does. */
export function isAggregate(expression: Expression | null): boolean {
  if (expression === null || typeof expression === 'string' || 'distance' in expression) {
    return false;
  }
  return aggregates.has(expression.fn) || isAggregate(expression.of);
}

/** Whether the rows of the result are groups (or one row over everything), not records. */
export function isGrouped({ select, groupBy, having }: Query): boolean {
  return (
    groupBy !== undefined ||
    having !== undefined ||
    select.some((selection) => isAggregate(selectedValue(selection)))
  );
}

/** COUNT(), with an alias or without: its answer is a total, not a row. */
export function isBareCount(selection: Selection): boolean {
  const value = selectedValue(selection);
  return typeof value === 'object' && value !== null && 'of' in value && value.of === null;
}
