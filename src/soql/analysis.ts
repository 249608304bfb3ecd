/** Query analysis: whether a query groups, only counts or selects groups of fields, and which objects the names in its FROM mean. */

import {
  aggregateNames,
  type Condition,
  type Expression,
  type FieldPath,
  type FromClause,
  type Query,
  type SelectItem,
} from './query.ts';

const aggregates: ReadonlySet<string> = new Set(aggregateNames);

/** Expression of a selected column; null for child records, FIELDS and TYPEOF. */
export function selectedValue(selection: SelectItem): Expression | null {
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
export function isGrouped({ select, groupBy }: Query): boolean {
  return groupBy !== undefined || select.some((selection) => isAggregate(selectedValue(selection)));
}

/** Whether the selection, or one of them, is FIELDS(ALL) or FIELDS(CUSTOM). */
export function isWide({ select }: Pick<Query, 'select'>): boolean {
  return select.some(
    (selection) =>
      typeof selection === 'object' && 'fields' in selection && selection.fields !== 'STANDARD',
  );
}

/** COUNT(), with an alias or without: its answer is a total, not a row. */
export function isBareCount(selection: SelectItem): boolean {
  const value = selectedValue(selection);
  return typeof value === 'object' && value !== null && 'of' in value && value.of === null;
}

const alias = 'total';

/** Query that counts records: `SELECT COUNT(Id) total FROM Account WHERE …`. */
export function countQuery(object: string, where?: Condition | undefined): Query {
  return { object, select: [{ expression: { fn: 'COUNT', of: 'Id' }, alias }], where };
}

/** Reads the count from the answer's one row; null where it has none. */
export function readCount(rows: readonly Readonly<Record<string, unknown>>[]): unknown {
  return rows[0]?.[alias] ?? null;
}

/**
 * Resolves the aliases of FROM.
 * @example
 * FROM Contact c, c.Account a: c.Name → Name, a.Name → Account.Name
 */
export class SourceNames {
  /** Relationships by alias in lower case. */
  readonly #aliases = new Map<string, readonly string[]>();

  constructor({ object, alias, parents = [] }: FromClause) {
    if (alias !== undefined) this.#aliases.set(alias.toLowerCase(), []);
    for (const parent of parents) {
      const [root = '', ...others] = parent.path.split('.');
      const isObject = root.toLowerCase() === object.toLowerCase();
      const start = this.#aliases.get(root.toLowerCase()) ?? (isObject ? [] : [root]);
      this.#aliases.set(parent.alias.toLowerCase(), [...start, ...others]);
    }
  }

  /** Parts of a path, with a leading alias replaced by its relationships. */
  resolve(path: FieldPath): readonly string[] {
    const parts = path.split('.');
    const [first = '', ...others] = parts;
    const relationships = others.length === 0 ? undefined : this.#aliases.get(first.toLowerCase());
    return relationships === undefined ? parts : [...relationships, ...others];
  }
}

/** Fields that a condition compares; those inside the subquery of a join are of other records. */
export function comparedPaths(condition: Condition | undefined): readonly FieldPath[] {
  if (condition === undefined) return [];
  if ('conditions' in condition) return condition.conditions.flatMap(comparedPaths);
  if ('condition' in condition) return comparedPaths(condition.condition);
  return typeof condition.path === 'string' ? [condition.path] : [];
}
