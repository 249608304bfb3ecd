/** SOQL as data: what a query asks, before it is text. Only `print.ts` turns it into text. */

/** A field, or a path through parent relationships: `Name`, `Account.Owner.Name`. */
export type FieldPath = string;

/** A calendar day, `YYYY-MM-DD`. Printed unquoted. */
export interface DateValue {
  readonly date: string;
}

/** An instant in any ISO 8601 spelling the CRM uses, `+0000` included. Printed unquoted, in UTC. */
export interface DateTimeValue {
  readonly datetime: string;
}

/** A relative date: `{ relative: 'TODAY' }`, `{ relative: 'LAST_N_DAYS', n: 30 }`. */
export interface RelativeDate {
  readonly relative: string;
  readonly n?: number;
}

export type Value = string | number | boolean | null | DateValue | DateTimeValue | RelativeDate;

export const functionNames = [
  'COUNT',
  'COUNT_DISTINCT',
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'CALENDAR_YEAR',
  'CALENDAR_QUARTER',
  'CALENDAR_MONTH',
  'DAY_IN_MONTH',
  'DAY_IN_WEEK',
  'DAY_IN_YEAR',
  'DAY_ONLY',
  'FISCAL_YEAR',
  'FISCAL_QUARTER',
  'FISCAL_MONTH',
  'HOUR_IN_DAY',
  'WEEK_IN_MONTH',
  'WEEK_IN_YEAR',
  'convertTimezone',
  'convertCurrency',
  'toLabel',
] as const;

export type FunctionName = (typeof functionNames)[number];

/** `COUNT(Id)`, `CALENDAR_YEAR(CreatedDate)`; `of: null` only for `COUNT()`. */
export interface FunctionCall {
  readonly fn: FunctionName;
  readonly of: Expression | null;
}

export type Expression = FieldPath | FunctionCall;

export interface Aliased {
  readonly expression: Expression;
  readonly alias: string;
}

/** Records of a child relationship, named in `object`: `{ subquery: { object: 'Contacts', select: ['Id'] } }`. */
export interface ChildSelection {
  readonly subquery: Query;
}

export type Selection = Expression | Aliased | ChildSelection;

export interface OrderBy {
  readonly path: Expression;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly nulls?: 'first' | 'last' | undefined;
}

export type Comparison = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';

export type Condition =
  | { readonly op: Comparison; readonly path: Expression; readonly value: Value }
  /** An empty list matches nothing (`in`) or everything (`nin`); null in the list means the field is null. */
  | { readonly op: 'in' | 'nin'; readonly path: Expression; readonly values: readonly Value[] }
  /** `%` and `_` in the text stand for themselves. */
  | {
      readonly op: 'contains' | 'startsWith' | 'endsWith';
      readonly path: Expression;
      readonly text: string;
    }
  /** Multi-select picklists: any of the groups, and within a group all of its values. */
  | {
      readonly op: 'includes' | 'excludes';
      readonly path: FieldPath;
      readonly groups: readonly (readonly string[])[];
    }
  /** An empty `and` is true, an empty `or` is false. */
  | { readonly op: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly op: 'not'; readonly condition: Condition }
  /** `path IN (SELECT field FROM object WHERE …)` and its opposite. */
  | { readonly op: 'semiJoin' | 'antiJoin'; readonly path: FieldPath; readonly query: JoinQuery };

export interface JoinQuery {
  readonly object: string;
  readonly field: FieldPath;
  readonly where?: Condition | undefined;
}

export interface Query {
  /** An object, or in a child selection the relationship's name. */
  readonly object: string;
  readonly select: readonly Selection[];
  readonly where?: Condition | undefined;
  readonly groupBy?: readonly Expression[] | undefined;
  readonly having?: Condition | undefined;
  readonly orderBy?: readonly OrderBy[] | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Matches every record. */
export const always: Condition = { op: 'and', conditions: [] };

/** Matches no record. */
export const never: Condition = { op: 'or', conditions: [] };

/** Whether it is known, without asking, that no record matches. */
export function isNever(condition: Condition | undefined): boolean {
  return condition?.op === 'or' && condition.conditions.length === 0;
}

/** Whether it is known, without asking, that every record matches. */
export function isAlways(condition: Condition | undefined): boolean {
  return condition?.op === 'and' && condition.conditions.length === 0;
}

/**
 * All of these conditions. Absent ones are skipped, and a single one stands alone, so that no
 * needless parentheses reach the statement; undefined when nothing is left to ask. What is known
 * without asking is worked out: one that never matches makes all of them never match.
 */
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  return combine('and', conditions);
}

/** Any of these conditions; see `allOf`. */
export function anyOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  return combine('or', conditions);
}

function combine(
  op: 'and' | 'or',
  conditions: readonly (Condition | undefined)[],
): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  const [decides, idle] = op === 'and' ? [isNever, isAlways] : [isAlways, isNever];
  const decided = present.find(decides);
  if (decided !== undefined) return decided;
  const asked = present
    .filter((condition) => !idle(condition))
    .flatMap((condition) => (condition.op === op ? condition.conditions : [condition]));
  return asked.length < 2 ? (asked[0] ?? present[0]) : { op, conditions: asked };
}

/** Whether this does not hold; undefined for nothing to ask. */
export function negated(condition: Condition | undefined): Condition | undefined {
  if (condition === undefined) return undefined;
  if (isNever(condition)) return always;
  return isAlways(condition) ? never : { op: 'not', condition };
}
